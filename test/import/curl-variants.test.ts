import { describe, expect, it } from 'vitest'
import { importText } from '../../src/import/import.ts'
import { parse } from 'yaml'
import { imported, requestOf } from '../support/imported.ts'

describe('a curl command for cmd', () => {
  it('may have a caret before each quote, as newer browsers copy it', () => {
    const text = String.raw`curl ^"https://example.com/list?a=1^&b=50^%^25^" ^
  -H ^"accept-language: de,en;q=0.5^" ^
  -H ^"x-note: say ^\^"hi^\^" ^& go^" --compressed`
    const request = requestOf(text)
    expect(request.url).toBe('https://example.com/list?a=1&b=50%25')
    expect(request.scrapeOptions?.headers).toEqual({
      'accept-language': 'de,en;q=0.5',
      'x-note': 'say "hi" & go',
    })
  })

  it('may have plain quotes and carets at line ends, as older browsers copy it', () => {
    const text =
      'curl "https://example.com/a^b?x=1&y=2" ^\r\n  -H "x-note: say ""hi""" ^\r\n  --compressed\r\n'
    const request = requestOf(text)
    expect(request.url).toBe('https://example.com/a^b?x=1&y=2')
    expect(request.scrapeOptions?.headers).toEqual({ 'x-note': 'say "hi"' })
  })

  it('may have a JSON body, with a line break', () => {
    const text = String.raw`curl ^"https://api.example.com/v2/crawl^" ^
  --data-raw ^"^{^\^"url^\^": ^\^"https://example.com/^\^",^

  ^\^"limit^\^": 7^}^"`
    expect(requestOf(text)).toEqual({ url: 'https://example.com/', limit: 7 })
  })

  it('is refused if a quote is not closed', () => {
    const outcome = importText('request.txt', 'curl ^"https://example.com/ ^\n  --compressed')
    expect(outcome.ok ? [] : outcome.diagnostics.map(({ rule }) => rule)).toEqual(['import/shell-syntax'])
  })
})

describe('a curl command for PowerShell', () => {
  it('may have backticks at line ends, and escaped quotes in single quotes', () => {
    const text =
      'curl.exe -X POST "https://api.example.com/v2/crawl" `\r\n  -H "x: y" `\r\n' +
      String.raw`  -d '{\"url\": \"https://example.com/\", \"limit\": 7}'`
    expect(requestOf(text)).toEqual({ url: 'https://example.com/', limit: 7 })
  })

  it('may have backticks before quotes', () => {
    const text = 'curl.exe https://api.example.com/v2/crawl -d "{`"url`": `"https://example.com/`"}"'
    expect(requestOf(text)).toEqual({ url: 'https://example.com/' })
  })
})

describe('a curl command in a Makefile', () => {
  it('may have two dollar signs before a variable, and an @ at its start', () => {
    const body = String.raw`{\"url\": \"https://$$HOST/$$DIR/x\"}`.replace('HOST', '{HOST}')
    const text = `crawl: ## start
	@curl -X POST "https://api.example.com/v2/crawl" \\
		-H "Authorization: Bearer $$API_KEY" \\
		-d "${body}" | jq .
`
    expect(requestOf(text)).toEqual({ url: 'https://${env:HOST}/${env:DIR}/x' })
  })

  it('cannot contain the process id', () => {
    const outcome = importText('request.sh', 'curl "https://example.com/$$/x"')
    expect(outcome.ok ? [] : outcome.diagnostics.map(({ message }) => message)).toEqual([
      'The command contains $$, which is never executed.',
    ])
  })
})

describe('a curl command with several requests', () => {
  it('is read up to the second one', () => {
    const body = '\'{"url": "https://example.com/"}\''
    const call = `https://api.example.com/v2/crawl -d ${body}`
    expect(requestOf(`curl ${call} --next ${call}`)).toEqual({ url: 'https://example.com/' })
    expect(imported(`curl ${call} --next ${call}`).text).toContain('# the rest of the script is dropped')
  })
})

describe('a script with several curl commands', () => {
  it('is read from the first command that starts a crawl', () => {
    const text = `# How to crawl
curl -fsS http://localhost:3002/health || exit 1
curl -X POST "https://api.example.com/v1/scrape" -d '{"url": "https://example.com/a"}'
JOB=$(curl -s -X POST "$BASE_URL/v1/crawl" \\
  -d '{"url": "https://docs.example.com/", "limit": 7}' | jq -r .id)
curl -s https://api.example.com/v1/crawl/$JOB
`
    expect(requestOf(text)).toEqual({ url: 'https://docs.example.com/', limit: 7 })
    expect(imported(text).text).toContain(
      '# the rest of the script is dropped: only its first request for a crawl',
    )
  })

  it.each([
    ['white space', ' '.repeat(200_000)],
    ['variables without a space between them', `${';a=b'.repeat(200_000)};`],
    ['open quotes', `${';a="'.repeat(200_000)}";`],
    ['prompts', '$ \n'.repeat(200_000)],
  ])('is read after a lot of text: %s', (_name, before) => {
    expect(requestOf(`\n${before}curl https://example.com/`).url).toBe('https://example.com/')
  })

  it.each(['A="x y; z" curl', "A='x;y' B=1 sudo curl"])('is read after variables: %s', (command) => {
    expect(requestOf(`${command} https://example.com/`).url).toBe('https://example.com/')
  })

  it('is read from the first command if none starts a crawl', () => {
    expect(requestOf('curl https://example.com/a\ncurl https://example.com/b').url).toBe(
      'https://example.com/a',
    )
  })
})

describe('the base URL of a request for a crawl', () => {
  it.each([
    ['https://crawl.example.com/firecrawl/v1/crawl', 'https://crawl.example.com/firecrawl'],
    ['http://me:pass@localhost:3002/v2/crawl/', 'http://localhost:3002'],
    ['$BASE_URL/v1/crawl', '${env:NAME}'],
  ])('of %s is %s', (address, baseUrl) => {
    const { text } = imported(`curl "${address}" -d '{"url": "https://example.com/"}'`)
    expect(text).toContain(`write baseUrl: ${baseUrl} below environments`)
  })
})

describe('another operation of the hosted service', () => {
  it.each([
    'curl -X DELETE https://api.firecrawl.dev/v2/browser/1',
    'curl https://api.firecrawl.dev/v1/team/credit-usage',
  ])('is not a page to crawl: %s', (text) => {
    const outcome = importText('source', text)
    expect(outcome.ok || outcome.diagnostics.map(({ rule }) => rule)).toEqual(['import/other-operation'])
  })

  it('with the same path on another host is a page', () => {
    expect(requestOf('curl https://docs.example.com/v1/browser/').url).toBe(
      'https://docs.example.com/v1/browser/',
    )
  })
})

describe('a credential that a command prints', () => {
  it.each(['$(cat ~/.key)', '`op read key`', '${KEY:?set it}'])('%s is dropped with its header', (code) => {
    const text = `curl "https://api.example.com/v2/crawl" -H "Authorization: Bearer ${code}" -d '{"url": "https://example.com/"}'`
    expect(requestOf(text)).toEqual({ url: 'https://example.com/' })
    expect(imported(text).text).not.toContain(code)
  })

  it('becomes a secret of a page, and other code is refused', () => {
    const headers = requestOf('curl https://example.com/ -H "Cookie: $(cat jar)"').scrapeOptions?.headers
    expect(headers).toEqual({ Cookie: '${secret:EXAMPLE_COOKIE}' })
    const outcome = importText('x', 'curl https://example.com/ -H "x-note: $(cat note)"')
    expect(outcome.ok || outcome.diagnostics.map(({ rule }) => rule)).toEqual(['import/shell-code'])
  })
})

describe('a header in a variable', () => {
  it('is reported as a lost option', () => {
    const text = 'curl "https://api.example.com/v2/crawl" -H "$TYPE" -d \'{"url": "https://example.com/"}\''
    expect(imported(text).fields.map(({ field }) => field)).toEqual(['url', 'the URL of curl', '-H'])
  })
})

describe('seeds of zimit', () => {
  it('are separated by commas', () => {
    const seeds = 'https://a.example.com/x,y, https://b.example.com/'
    expect(imported(JSON.stringify({ seeds, pageLimit: 5 })).crawls).toEqual(['a-example', 'b-example'])
  })
})

describe('a body with comments', () => {
  it('is read like a body in a file', () => {
    const body = '{\n  "url": "https://example.com/", // start\n  /* pages */ "limit": 7,\n}'
    expect(requestOf(`curl https://api.example.com/v2/crawl -d '${body}'`)).toEqual({
      url: 'https://example.com/',
      limit: 7,
    })
  })
})

describe('a text that is not a body', () => {
  it.each([
    ['{"url": "={{ $json.url }}"}', 'import/start-url-is-code'],
    ['{"url": "https://example.com/{{lang}}/"}', 'import/start-url-is-code'],
    ['{"url": "${SITE_URL}"}', 'import/start-url-is-code'],
    ['{"method": "POST", "url": "https://api.example.com/v1/crawl", "body": "{}"}', 'import/unknown-format'],
    ['"Address","Status"\n"https://example.com/","200"\n', 'import/unknown-format'],
  ])('is refused or read correctly: %s', (text, rule) => {
    const outcome = importText('source', text)
    expect(outcome.ok ? outcome.value.text : outcome.diagnostics.map((one) => one.rule)).toEqual([rule])
  })
})

describe('globs of a body', () => {
  it('are translated if they are not regular expressions', () => {
    const body = {
      url: 'https://example.com/',
      excludePaths: ['**/sold/**', '/**/*.pdf', '*/tag/*', '/blog/*'],
    }
    expect(requestOf(JSON.stringify(body)).excludePaths).toEqual([
      '^/(.*/)?sold/.*',
      String.raw`^/(.*/)?[^/]*\.pdf$`,
      '^/[^/]*/tag/.*',
      '/blog/*',
    ])
    expect(imported(JSON.stringify(body)).fields.map(({ outcome }) => outcome)).toEqual([
      'mapped',
      'approximated',
      'approximated',
      'approximated',
      'mapped',
    ])
  })

  it('may be a comma list of version 0, even outside crawlerOptions', () => {
    const body = { url: 'https://example.com/', excludes: 'blog/, /about/', maxDepth: 2 }
    expect(requestOf(JSON.stringify(body)).excludePaths).toEqual(['blog/', '/about/'])
  })
})

describe('a curl command with Windows line ends', () => {
  it('is read like any other', () => {
    const text = "curl https://example.com/ \\\r\n  -H 'x-note: a' \\\r\n  --data-binary @- <<E\r\nb\r\nE\r\n"
    expect(requestOf(text).scrapeOptions?.headers).toEqual({ 'x-note': 'a' })
    expect(imported(text).fields.map(({ field }) => field)).toEqual([
      'the URL of curl',
      'header x-note',
      '--data',
    ])
  })
})

describe('data in the query', () => {
  it.each([
    ['curl -G https://example.com/search -d q=cats -d page=2', 'https://example.com/search?q=cats&page=2'],
    [
      "curl --get 'https://example.com/search?a=1#top' --data-urlencode 'q=cats & dogs'",
      'https://example.com/search?a=1&q=cats%20%26%20dogs#top',
    ],
    [
      "curl -sG --data-urlencode '=100% (new)' https://example.com/",
      'https://example.com/?100%25%20%28new%29',
    ],
    ["curl -G --data-urlencode 'größe' https://example.com/", 'https://example.com/?gr%C3%B6%C3%9Fe'],
    [
      "curl --url-query 'q=a b' --url-query '+c=%20' https://example.com/",
      'https://example.com/?q=a%20b&c=%20',
    ],
  ])('is added to the URL: %s', (command, url) => {
    expect(requestOf(command).url).toBe(url)
  })

  it.each(['name@query.txt', '@query.txt'])('is not read from a file: %s', (value) => {
    const outcome = importText('request.sh', `curl -G --data-urlencode ${value} https://example.com/`)
    expect(outcome.ok ? [] : outcome.diagnostics.map(({ rule }) => rule)).toEqual(['import/reads-file'])
  })
})

describe('the report of reached pages of a crawl with a matrix', () => {
  it.each(['version', 'lang'])('shows a variable "%s" of a start URL as it is written', (name) => {
    const source = {
      index_name: 'docs',
      start_urls: [{ url: `https://example.com/(?P<${name}>.*?)/`, variables: { [name]: ['v1', 'v2'] } }],
    }
    const { reach } = imported(JSON.stringify(source))
    expect(reach.join('\n')).toContain(`\${matrix.${name}}/`)
    expect(reach.join('\n')).not.toContain('%7B')
  })
})

describe('a Browsertrix configuration', () => {
  it.each([
    ['https://docs.example.com/', 'approximated'],
    ['https://www.example.com/', 'mapped'],
    ['https://example.co.uk/', 'mapped'],
  ])('of scopeType domain follows sibling hosts, with a note if needed: %s', (url, outcome) => {
    const { fields, reach } = imported(JSON.stringify({ seeds: [{ url, scopeType: 'domain' }] }))
    const found = fields.find(({ to }) => to === 'request.allowSubdomains')
    expect(found?.outcome).toBe(outcome)
    expect(reach[0]).toContain('pages linked from there on its host or on other hosts of its domain;')
  })

  it('with its seeds in a file is refused with the name of the setting', () => {
    const outcome = importText('crawl.yaml', 'scopeType: page\nseedFile: /app/seeds.txt\n')
    expect(outcome.ok ? [] : outcome.diagnostics).toMatchObject([
      {
        rule: 'import/seeds-in-file',
        line: 2,
        message: 'The seeds are in the file that "seedFile" names, which is not opened.',
      },
    ])
  })
})

it('comma lists of version 0 become lists, and each flag of a format is reported', () => {
  const pageOptions = {
    includeHtml: true,
    screenshot: true,
    includeRawHtml: false,
    removeTags: 'img, .footer',
  }
  const { fields, text } = imported(JSON.stringify({ url: 'https://e.com/', pageOptions }))
  expect(parse(text)).toMatchObject({
    request: {
      scrapeOptions: { formats: ['markdown', 'html', 'screenshot'], excludeTags: ['img', '.footer'] },
    },
  })
  const whys = new Map(fields.map(({ field, why }) => [field, why]))
  expect(whys.get('pageOptions.screenshot')).toBe('formats lists it')
  expect(whys.get('pageOptions.includeRawHtml')).toBe('the service does the same without it')
})

it('remove_get_params of DocSearch becomes ignoreQueryParameters', () => {
  const source = { index_name: 'a', start_urls: ['https://e.com/'], remove_get_params: true }
  expect(parse(imported(JSON.stringify(source)).text)).toMatchObject({
    request: { ignoreQueryParameters: true },
  })
})

it('options of a format are reported as part of formats', () => {
  const scrapeOptions = { formats: ['json'], jsonOptions: { prompt: 'x' } }
  const { fields } = imported(JSON.stringify({ url: 'https://e.com/', ignoreSitemap: true, scrapeOptions }))
  expect(fields.find(({ field }) => field === 'scrapeOptions.jsonOptions')?.why).toBe('formats lists it')
})

it('an exception in pathsToMatch of Algolia is excluded', () => {
  const pathsToMatch = ['https://e.com/**', '!https://e.com/private/**']
  const source = { startUrls: ['https://e.com/'], actions: [{ indexName: 'a', pathsToMatch }] }
  const { text, fields } = imported(JSON.stringify(source))
  expect(parse(text)).toMatchObject({ request: { excludePaths: ['^/private/'] } })
  expect(fields.find(({ to }) => to === 'request.excludePaths')?.outcome).toBe('approximated')
})

describe('a curl command of thousands of words', () => {
  // Its words are read in parts of a thousand.
  it.each([
    ['an option and its value', ['-H', 'x-note: a b']],
    ['short options together', ['-sH', 'x-note: a b']],
    ['a long option', ['--header', 'x-note: a b']],
    ['a value that looks like an option', ['-d', '-H', '-H', 'x-note: a b', '-G']],
  ])('is read completely, at any position of %s', (_what, words) => {
    const read = (count: number) => {
      const flags = Array.from({ length: count }, () => '-s')
      const quoted = [...flags, ...words, '--', 'https://example.com/'].map((word) => `'${word}'`)
      return requestOf(`curl ${quoted.join(' ')}`)
    }
    const expected = read(1)
    expect(expected.scrapeOptions?.headers).toEqual({ 'x-note': 'a b' })
    for (const count of [996, 997, 998, 999, 1000, 1001, 1998, 1999]) expect(read(count)).toEqual(expected)
  })

  it('may have any number of URLs after --', () => {
    const pages = Array.from({ length: 1500 }, (_, at) => `https://example.com/${at}`)
    const outcome = importText('request.txt', `curl -s -- ${pages.join(' ')}`)
    expect(outcome.ok && outcome.value.text).toContain('/1499')
  })
})
