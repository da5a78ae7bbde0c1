// The fix of each rule's example. Only `explain` and the documentation show it.
import { assert } from '../util/invariant.ts'
import type { RuleId } from './catalogue.ts'
import { catalogue } from './diagnostics.ts'

/** The whole fixed example, or the wrong words in it and the right ones. */
type Repair = string | readonly [wrong: string, right: string]

const CRAWL = 'version: 2\nrequest:\n  url: https://example.com/\n  limit: 10\n'

/** Returns the fixed example of rule `id`. */
export function repairedExample(id: RuleId): string {
  const repair: Repair = repairs[id]
  if (typeof repair === 'string') return repair
  const { example } = catalogue[id]
  assert(example.includes(repair[0]), `the example of ${id} holds what is wrong in it`)
  return example.replace(repair[0], () => repair[1])
}

const repairs: Readonly<Record<RuleId, Repair>> = {
  'syntax/too-large': CRAWL,
  'syntax/utf16': CRAWL,
  'syntax/invalid-utf8': [
    '# $ iconv -t ISO-8859-1 crawls/docs.yaml > saved && mv saved crawls/docs.yaml\n',
    '',
  ],
  'syntax/control-character': ['be\u0007ll', 'bell'],
  'syntax/empty-file': CRAWL,
  'syntax/not-a-mapping': CRAWL,
  'syntax/missing-separator': ['version: 2\nname: blog', '---\nversion: 2\nname: blog'],
  'syntax/duplicate-key': ['  limit: 20\n', ''],
  'syntax/merge-key':
    'version: 2\nextends: [small]\nrequest:\n  url: https://example.com/\n# crawlform.yaml\nversion: 2\nprofiles: { small: { request: { limit: 10 } } }\n',
  'syntax/tag': ["!!int '10'", '10'],
  'syntax/unknown-alias': ['*.pdf', "'\\.pdf$'"],
  'syntax/alias-cycle': ['*all', '{ formats: [markdown] }'],
  'syntax/alias-expansion': CRAWL,
  'syntax/tab-indentation': CRAWL,
  'syntax/unclosed-quote': ['"https://example.com/', '"https://example.com/"'],
  'syntax/text-after-value': ['"Docs" of Example', `'"Docs" of Example'`],
  'syntax/unclosed-bracket': ['[/docs, /blog', '[^/$, ^/docs/, ^/blog/]'],
  'syntax/unopened-bracket': ['[/docs]]', '[^/$, ^/docs/]'],
  'syntax/unquoted-template': ['[${matrix.a}]', '["^/$", "^/${matrix.a}/"]'],
  'syntax/list-on-key-line': ['- /docs', '\n    - ^/$\n    - ^/docs/'],
  'syntax/block-text': ['> Docs', "'> Docs'"],
  'syntax/flow-separator': ['["/a" "/b"]', '["^/$", "^/a/", "^/b/"]'],
  'syntax/bad-escape': ['- "^/v\\d+/"', "- '^/$'\n    - '^/v\\d+/'"],
  'syntax/bad-indentation': ['   limit', '  limit'],
  'syntax/colon-in-value': ['Docs: all of them', "'Docs: all of them'"],
  'syntax/missing-colon': ['limit 10', 'limit: 10'],
  'syntax/list-item': ['  - https://example.org/\n', ''],
  'syntax/reserved-character': ['@docs', "'@docs'"],
  'syntax/directive': ['%YAML 1.1\n---\n', ''],
  'syntax/invalid-yaml': ['&a &b Docs', 'Docs'],
  'syntax/complex-key': CRAWL,
  'syntax/non-string-key': ['1: a', '"1": a'],
  'syntax/too-deep': CRAWL,
  'syntax/unsafe-number':
    'version: 2\nmatrix: { id: ["12345678901234567890"] }\nrequest:\n  url: https://example.com/${matrix.id}/\n  limit: 10\n',
  'syntax/not-finite': ['.inf', '10'],
  'syntax/reserved-key': ['  __proto__: { limit: 1 }', '  limit: 1'],
  'syntax/ignore-without-reason': [' # crawlform-ignore syntax/duplicate-key', ''],
  'syntax/ignore-unknown-rule': [
    '  allowSubdomains: true # crawlform-ignore limits/unsett: tested',
    '  # crawlform-ignore scope/bare-word-pattern: whatever has it in its name\n  excludePaths: [blog]\n  allowSubdomains: true',
  ],
  'syntax/ignore-fixed-rule': [' # crawlform-ignore schema/unknown-key: tested', ''],
  'syntax/ignore-unused': [' # crawlform-ignore limits/unset: tested', ''],
  'syntax/more-problems': CRAWL,

  'schema/missing-version': ['request:', 'version: 2\nrequest:'],
  'schema/unknown-version': ['version: 3', 'version: 2'],
  'schema/not-a-crawl-file': CRAWL,
  'schema/bare-request': CRAWL,
  'schema/old-body': ['  crawlerOptions: { limit: 10 }', '  limit: 10'],
  'schema/missing-key': ['request:', 'request:\n  url: https://example.com/'],
  'schema/unknown-key': ['limt: 10', 'limit: 10'],
  'schema/misplaced-key': ['onlyMainContent: true', 'scrapeOptions: { onlyMainContent: true }'],
  'schema/snake-case-key': ['include_paths: [/docs]', 'includePaths: [^/$, ^/docs/]'],
  'schema/renamed-key': ['ignoreSitemap: true', 'sitemap: skip'],
  'schema/newer-key': ['version: 1', 'version: 2'],
  'schema/borrowed-key': ['maxPages', 'limit'],
  'schema/wrong-type': ['many', '10'],
  'schema/quoted-number': ['"10"', '10'],
  'schema/quoted-boolean': ['yes', 'true'],
  'schema/unquoted-text': ['team: 7', 'team: "7"'],
  'schema/null-value': ['limit:', 'limit: 10'],
  'schema/not-indented': ['\n  formats: [markdown]\n  waitFor', '\n    formats: [markdown]\n    waitFor'],
  'schema/comma-list': ['/blog/, /news/', '[/blog/, /news/]'],
  'schema/not-a-list': ['formats: markdown', 'formats: [markdown]'],
  'schema/not-allowed': ['exclude', 'skip'],
  'schema/old-sitemap': ['sitemap: false', 'sitemap: skip'],
  'schema/event-name': ['crawl.completed', 'completed'],
  'schema/out-of-range': ['limit: 0', 'limit: 1'],
  'schema/not-whole': ['1.5', '2'],
  'schema/wrong-size': [
    'matrix: { locale: [] }\nrequest:\n  url: https://example.com/',
    'matrix: { locale: [en] }\nrequest:\n  url: https://example.com/${matrix.locale}/',
  ],
  'schema/bad-format': ['weekly', '7d'],
  'schema/nothing-to-wait-for': ['{ type: wait }', '{ type: wait, milliseconds: 2000 }'],
  'schema/lone-surrogate': ['\\ud800', ''],
  'schema/reserved-header': ['X-Firecrawl-Signature: abc', 'X-Team: abc'],

  'interpolation/unclosed': ['${env:SECTION', '${env:SECTION:-docs}/'],
  'interpolation/unknown-form': ['${SECTION}', '${env:SECTION:-docs}/'],
  'interpolation/foreign-placeholder': ['$TEAM', '"${env:TEAM:-docs}"'],
  'interpolation/in-key': ['  ${matrix.a}: 1\n', '  includePaths: ["^/$", "^/${matrix.a}/"]\n'],

  'migrate/depth-meaning':
    'version: 2\nrequest:\n  url: https://example.com/docs\n  limit: 10\n  maxDiscoveryDepth: 3\n',
  'migrate/depth-dropped': ['  maxDepth: 3\n', ''],
  'migrate/depth-below-start': ['  maxDepth: 2', '  maxDiscoveryDepth: 2'],
  'migrate/depth-not-preserved': ['  includePaths: ["^/docs/"]\n', ''],
  'migrate/contradiction': ['  sitemapOnly: true\n', ''],
  'migrate/superseded': ['  allowBackwardLinks: true\n', ''],
  'migrate/no-counterpart': [', systemPrompt: Be exact', ''],
  'migrate/needs-options': ['[json] }', '[json], jsonOptions: { prompt: The price } }'],
  'migrate/unused-options': ['    jsonOptions', '    formats: [json]\n    jsonOptions'],
  'migrate/ignored-options': [
    '    changeTrackingOptions',
    '    formats: [markdown, changeTracking]\n    changeTrackingOptions',
  ],
  'migrate/ambiguous-format': ['[content]', '[markdown]'],
  'migrate/placeholder': ['ignoreSitemap: ${env:SKIP}', 'ignoreSitemap: true'],
  'migrate/unreadable': ['"true"', 'true'],
  'migrate/cannot-rewrite': [
    'ignoreSitemap: &flag true\n  allowSubdomains: *flag',
    'ignoreSitemap: true\n  allowSubdomains: true',
  ],
  'migrate/changed-default': ['crawlform migrate', 'crawlform migrate --pin-defaults'],

  'resolve/unknown-profile': ['[polit]', '[polite]'],
  'resolve/repeated-profile': ['[polite, polite]', '[polite]'],
  'resolve/unset-variable': ['${env:NO_SUCH_LIMIT}', '${env:NO_SUCH_LIMIT:-10}'],
  'resolve/variable-type': ['${env:LIMIT:-many}', '${env:LIMIT:-10}'],
  'resolve/unknown-axis': ['matrix.local}', 'matrix.locale}'],
  'resolve/axis-without-value': ['locale: [en]\n', 'locale: [en]\n  section: [docs]\n'],
  'resolve/secret-not-allowed': [
    '?key=${secret:KEY}\n',
    '\n  scrapeOptions: { headers: { X-Key: "${secret:KEY}" } }\n',
  ],
  'resolve/literal-secret': ['$${secret:TOKEN}', '${secret:TOKEN}'],
  'resolve/remove-absent': ['  excludePaths: { remove: ["^/blog/"] }\n', ''],
  'resolve/too-many-cells': ['  c: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\n  d: [0, 1]', '  c: [0]\n  d: [0]'],
  'resolve/repeated-value': [', en] }', '] }'],
  'resolve/idle-exclude': ['  exclude: [{ locale: fr }]\n', ''],
  'resolve/empty-matrix': [
    '  exclude: [{ locale: en }]\nrequest:\n  url: https://example.com/',
    'request:\n  url: https://example.com/${matrix.locale}/',
  ],
  'resolve/bad-name': ['product docs', 'product-docs'],
  'resolve/option-syntax': ['limit=5', 'docs.request.limit=5'],
  'resolve/option-setting': ['limt', 'limit'],
  'resolve/option-json': ['docs.request.excludePaths=[^/blog/]', `'docs.request.excludePaths=["^/blog/"]'`],
  'resolve/option-item': ['excludePaths.0=/blog/', `excludePaths='["/blog/"]'`],
  'resolve/option-crawl': ['dosc', 'docs'],

  'scope/too-many-patterns': ['seq 1000', 'seq 999'],
  'scope/not-linear-time': [
    '  includePaths: ["^/docs/(?!internal)"]',
    '  includePaths: ["^/docs/"]\n  excludePaths: ["^/docs/internal"]',
  ],
  'scope/not-portable': ['{lang}', '[a-z]+'],
  'scope/repeated-count': ['v1++', 'v1+'],
  'scope/unicode-class': ['\\p{L}+', '[a-z]+'],
  'scope/blank-pattern': ["''", '^/docs/old/'],
  'scope/invalid-pattern': ['**/internal/**', '/internal/'],
  'scope/glob-pattern': ['/docs/*', '^/docs/'],
  'scope/host-in-pattern': ['https://example.com/docs/old/', '^/docs/old/'],
  'scope/query-in-pattern': ['  excludePaths', '  regexOnFullURL: true\n  excludePaths'],
  'scope/path-pattern-on-full-url': ['  regexOnFullURL: true\n', ''],
  'scope/missing-slash': ['^docs/', '^/docs/'],
  'scope/unencoded-pattern': ['"^/docs/café/"', '"^/docs/$", "^/docs/caf%C3%A9/"'],
  'scope/never-matches': ['/docs/$old', '/docs/old'],
  'scope/include-outside-start': ['  includePaths', '  crawlEntireDomain: true\n  includePaths'],
  'scope/duplicate-pattern': [', "/old/"]', ']'],
  'scope/shadowed-pattern': [', "^/docs/internal/api/"', ''],
  'scope/bare-word-pattern': ['[blog]', '[/blog/]'],
  'scope/start-url-shut-out': ['"^/docs/api/"', '"^/docs/$", "^/docs/api/"'],
  'scope/nothing-in-scope': ['[a-z]+$"]', '"]'],
  'scope/start-read-as-file': ['v1.10', 'v1.10/'],
  'scope/depth-with-sitemap-only': ['  maxDiscoveryDepth: 2\n', ''],
  'scope/external-with-sitemap-only': ['  allowExternalLinks: true\n', ''],
  'scope/duplicate-crawl':
    'version: 2\nrequest:\n  url: https://example.com/docs/\n  limit: 100\nname: one\n',
  'scope/overlapping-crawls': [
    '  url: https://example.com/\n',
    '  url: https://example.com/\n  excludePaths: [^/docs/]\n',
  ],
  'scope/not-compared': 'version: 2\nrequest: { url: https://example.com/, limit: 9 }\n',

  'limits/delay-milliseconds': ['delay: 1000', 'delay: 1'],
  'limits/timeout-seconds': ['30', '30000'],
  'limits/milliseconds': ['waitFor: 5 ', 'waitFor: 5000 '],
  'limits/wait-exceeds-timeout': ['10000', '12000'],
  'limits/total-wait': ['waitFor: 40000', 'waitFor: 20000'],
  'limits/two-waits': ['milliseconds: 500, ', ''],
  'limits/bad-selector': ['div[', 'div[role]'],
  'limits/no-formats': ['[]', '[markdown]'],
  'limits/change-tracking-alone': ['[changeTracking]', '[markdown, changeTracking]'],
  'limits/one-screenshot': ['screenshot, {', '{'],
  'limits/raw-base64-alone': ['markdown, rawBase64', 'rawBase64'],
  'limits/json-twice': [', { type: deterministicJson, prompt: title }', ''],
  'limits/loose-json-schema': ['{ type: array }', '{ type: array, items: { type: string } }'],
  'limits/lockdown': ['{ lockdown: true }', '{ maxAge: 604800000 }'],
  'limits/profile-with-lockdown': [', lockdown: true', ''],
  'limits/profile-name': ['é'.repeat(65), 'shop'],
  'limits/json-without-prompt': ['[json]', '[{ type: json, prompt: The price }]'],
  'limits/empty-events': ['events: []', 'events: [completed, failed]'],
  'limits/url-star': ['blog/*', 'blog/'],
  'limits/url-credentials': ['ada@', ''],
  'limits/url-scheme': ['example.com', 'https://example.com'],
  'limits/url-host': ['localhost', '127.0.0.1'],
  'limits/url-unusable': [':99999', ':9999'],
  'limits/webhook-scheme': ['ftp:', 'https:'],
  'limits/webhook-url': [':99999', ''],
  'limits/unsendable-header': ["Content-Length: '3'", 'X-Team: docs'],
  'limits/unset': ['com/\n', 'com/\n  limit: 10\n'],
  'limits/delay-with-concurrency': ['  maxConcurrency: 10\n', ''],
  'limits/min-pages-above-limit': ['limit: 10', 'limit: 1000'],

  'security/literal-key': ['fc-0123456789abcdef0123456789abcdef', '"${secret:SERVICE_KEY}"'],
  'security/key-as-name': ['fc-0123456789abcdef0123456789abcdef', 'team'],
  'security/literal-secret': ['session=ab12cd34ef56', '"session=${secret:SESSION}"'],
  'security/secret-as-variable': ['${env:SITE_TOKEN:-none}', '${secret:SITE_TOKEN}'],
  'security/url-credentials': [
    'webhook: https://user:hunter22@example.com/hook\n',
    'webhook:\n    url: https://example.com/hook\n    headers: { Authorization: "Basic ${secret:HOOK_LOGIN}" }\n',
  ],

  'tests/not-in': ['  limit: 100', '  limit: 100\n  crawlEntireDomain: true'],
  'tests/not-reached': ['reached: start', 'reached: sitemap'],
  'tests/not-out': ['  limit: 100', '  limit: 100\n  excludePaths: [^/docs/internal/]'],

  'project/no-such-path': ['doks', 'docs'],
  'project/nothing-found': ['nowhere/*.yaml', 'crawls/*.yaml'],
  'project/outside-repository': ['elsewhere.yaml\n# $', 'docs.yaml\n# $'],
  'project/dead-link': ['lost.yaml\n# $', 'docs.yaml\n# $'],
  'project/not-a-file': ['pipe.yaml\n# $', 'docs.yaml\n# $'],
  'project/name-not-utf8': [
    `mkdir old && cp crawls/docs.yaml old/"$(printf 'caf\\351.yaml')"`,
    'rm old/* && cp crawls/docs.yaml old/cafe.yaml',
  ],
  'lock/missing': `version: 2
request:
  url: https://example.com/
  limit: 5
  prompt: Only the blog
# crawls.lock.json
{
  "formatVersion": 1,
  "prompts": [
    {
      "crawl": "docs",
      "options": {
        "maxDiscoveryDepth": 2
      },
      "promptDigest": "6ae4a8661f95a6c4428b50ec8777be7a50dc2ed375a4f806c2cceac37e71cf4f",
      "url": "https://example.com/"
    }
  ]
}
`,
  'lock/outdated': ['Only the news', 'Only the blog'],
  'lock/unused': ['  limit: 5\n', '  limit: 5\n  prompt: Only the blog\n'],
  'lock/merge-conflict': [
    '<<<<<<< HEAD\n        "maxDiscoveryDepth": 2\n=======\n        "maxDiscoveryDepth": 3\n>>>>>>> depth\n',
    '        "maxDiscoveryDepth": 3\n',
  ],
  'lock/not-json': ['2,', '2'],
  'lock/newer-format': ['"formatVersion": 2', '"formatVersion": 1'],
  'lock/malformed': ['maxDepth', 'maxDiscoveryDepth'],
  'project/no-settings': '# crawlform.yaml\nversion: 2\n',
  'project/several-documents': ['---\nversion: 2\n', ''],
  'project/unnamed-document': ['---\nversion: 2\n', '---\nversion: 2\nname: api\n'],
  'project/duplicate-name': ['---\nversion: 2\nname: docs', '---\nversion: 2\nname: api'],
  'project/unknown-environment': ['--env prod', '--env production'],
  'project/two-services': ['service: embedded, ', ''],
  'project/idle-embedded': [', embedded: { workers: 1 }', ''],
  'project/bad-address': ['api.example.com/v2', 'api.example.com'],
  'project/unknown-rule': ['unsett', 'unset'],
  'project/fixed-rule': ['schema/unknown-key: off', 'limits/unset: off'],
  'project/other-extension': ['docs.yml', 'docs.yaml'],
  'project/environment-without-service': ['{ request', '{ service: embedded, request'],

  'import/unknown-format': [
    'notes.txt\nThe handbook, weekly, without the old versions',
    'notes.txt\n{"url": "https://example.com/", "limit": 10}',
  ],
  'import/javascript': [
    'module.exports = { startUrls: [process.env.SITE] }',
    '{ "index_name": "docs", "start_urls": ["https://example.com/"] }',
  ],
  'import/shell-syntax': ['"}\n', `"}'\n`],
  'import/shell-code': ['"$(cat body.json)"', `'{"url": "https://example.com/"}'`],
  'import/reads-file': ['@body.json', `'{"url": "https://example.com/"}'`],
  'import/unknown-option': ['--jsn', '--json'],
  'import/other-operation': ['scrape', 'crawl'],
  'import/body-not-json': ['url=https://example.com/', `'{"url": "https://example.com/"}'`],
  'import/no-start-url': ['[]', '[https://example.com/]'],
  'import/only-sitemaps': ['"sitemap_urls"', '"start_urls": ["https://example.com/"], "sitemap_urls"'],
  'import/all-comments': ['## domains:\n##   -', 'domains:\n  -'],
  'import/start-url-is-code': ['<%= ENV["SITE"] %>', 'https://example.com'],
}
