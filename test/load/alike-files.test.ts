import { isDeepStrictEqual } from 'node:util'
import { describe, expect, it } from 'vitest'
import { embeddedRefusals } from '../../src/session/embedded-refusals.ts'
import { AlikeFiles } from '../../src/load/alike-files.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import type { ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import type { EnvironmentSpec } from '../../src/validate/crawl-spec.ts'
import { loadTexts } from '../support/load-texts.ts'
import { RandomSource } from '../support/random-source.ts'

const PROJECT = `version: 2
defaults:
  request:
    delay: 1
profiles:
  polite:
    request: { maxConcurrency: 1, scrapeOptions: { headers: { Authorization: "\${secret:KEY}" } } }
environments:
  local: { service: embedded, embedded: { browser: { enabled: false } } }
  hosted: { baseUrl: https://api.example.com, apiKey: "\${secret:KEY}" }
`

/** Kinds of files, each with a mistake that others make of it. */
const KINDS = [
  'version: 2\nname: docs-one\nrequest:\n  url: https://one.example.com/guides/\n  limit: 100\n',
  `version: 2
# The guides.
description: Guides of the first site
extends: [polite]
request:
  url: "https://one.example.com/guides/start"
  limit: 100
  maxDiscoveryDepth: 3
  includePaths:
    # Only these.
    - "^/guides/"
    - "^/learn/(a|b)"
  excludePaths: ["\\\\.pdf$", "^/guides/one"]
  scrapeOptions:
    formats: [markdown, links]
    excludeTags: [nav, ".banner"]
`,
  'version: 2\nrefresh: 7d\nrequest:\n    url: http://www.one.example.com\n    limit: 7\n    excludePaths: [http, two]\n',
  'version: 2\nrequest:\n  regexOnFullURL: true\n  url: https://one.example.com/\n  limit: 9\n  includePaths: [one]\n',
  'version: 2\nrequest:\n  url: https://one.example.com/a/b\n  includePaths: ["^/a/.*[0-9]x"]\n  limit: 3\n  webhook: https://hooks.example.com/\n',
  'version: 2\nname: "docs"\ndescription: limit of pages\nrequest:\n  limit: 5\n  url: \'https://one.example.com/?key=1\'\n',
  'version: 2\nname: a-b\nrequest: &request\n  url: https://one.example.com/\n  limit: 5\nexpect: { minPages: 1 }\n',
  'version: 2\nrequest:\n  url: https://one.example.com/\n  limit: 50\nexpect: { minPages: 30 }\n',
  'version: 2\ndescription: "url: limit: 5"\nrequest:\n  url: https://one.example.com/\n  limit: 5\ntests: { in: [/] }\n',
  'version: 1\nrequest:\n  url: https://one.example.com/\n  limit: 5\n  maxDepth: 2\n',
  'version: 2\nmatrix: { locale: [en, de] }\nrequest:\n  url: https://one.example.com/\n  limit: 5\n',
  'version: 2\nrequest:\n  url: https://one.example.com/\n  limit: 5\n  prompt: all guides\n',
  'version: 2\nrequest:\n  url: https://one.example.com/\n  limit: 5\n  scrapeOptions: { mobile: true }\n',
]

const HOSTS = ['two.example.com', 'www.x.org', 'xn--bcher-kva.example', 'hooks.slack.com', 'discord.com']
HOSTS.push(
  'sk-aaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.com',
  'guides.example.com',
  'http.io',
  '1.2.3.4',
  'a..b.com',
)
HOSTS.push('UPPER.com', 'localhost', 'a_b.example.com', 'x.example.com:81', 'u:p@x.com', '-a-.example.com')
HOSTS.push(
  'a.c1',
  'x.internal',
  `${'a'.repeat(70)}.com`,
  'learn.example.com',
  '${env:HOST}',
  'one.example.com.',
)
const NUMBERS = [
  '1',
  '2',
  '0',
  '007',
  '999999999',
  '1e3',
  '12345678901',
  '-5',
  '"5"',
  '5.0',
  'true',
  '5 # five',
]
const NAMES = [
  'a-b',
  'c',
  'null',
  '1-2',
  '-a',
  'a.b',
  'a-',
  'A-B',
  'a b',
  '${env:X}',
  '"q-r"',
  'sk-x',
  'a-b-3',
]
const WORDS = [
  'Two words',
  'one',
  'null x',
  'it: b',
  'a #b',
  'tail ',
  "it's so",
  '"quoted words"',
  'sk-live x',
]
const COMMENTS = [
  '# a',
  '   # b: c',
  '# crawlform-ignore limits/unset: x',
  '#',
  '\t# tab',
  '# \u0001',
  '# é',
  '#x: |',
]

const rounds = Number(process.env['ALIKE_ROUNDS'] ?? 80)
const random = new RandomSource(Number(process.env['ALIKE_SEED'] ?? 17))

/** Returns `text` with one or two things changed, as people and their scripts do. */
function mutant(text: string): string {
  const line = (key: string, values: readonly string[]) => (of: string) =>
    of.replace(new RegExp(`^( *${key}: ).*$`, 'm'), (_, head: string) => head + random.pick(values))
  const changes: readonly ((of: string) => string)[] = [
    (of) => of.replace(/one(?=\.example)/, () => `site-${random.below(1000)}`),
    (of) => of.replace('one.example.com', () => random.pick(HOSTS)),
    line('limit', NUMBERS),
    line('limit', [String(1 + random.below(5000))]),
    line('maxDiscoveryDepth', NUMBERS),
    line('name', NAMES),
    line('description', WORDS),
    (of) => insertLine(of, random.pick(COMMENTS)),
    (of) => insertLine(of, of.split('\n')[random.below(8)] ?? ''),
    (of) => {
      const at = random.below(of.length)
      return (
        of.slice(0, at) + random.pick(['', ' ', '-', '"', '\n', '#', '|', 'x', '\r\n']) + of.slice(at + 1)
      )
    },
  ]
  const first = random.pick(changes)(text)
  return random.chance(0.3) ? random.pick(changes)(first) : first
}

function insertLine(text: string, line: string): string {
  const lines = text.split('\n')
  lines.splice(random.below(lines.length), 0, line)
  return lines.join('\n')
}

function load(file: string, text: string, environment: string) {
  return loadTexts({ 'crawlform.yaml': PROJECT, [file]: text }, { environment, variables: { HOST: 'a.b' } })
}

/** Everything that a crawl says of itself. */
function told(crawl: ResolvedCrawl): unknown {
  const { document, spec, provenance, request, locate, ...others } = members(crawl)
  return {
    ...others,
    text: document.text,
    file: document.file,
    value: document.value,
    order: [Object.keys(request), Object.keys(request['scrapeOptions'] ?? {})],
    request,
    written: spec.request,
    places: [document.locate('/name'), ...['/url', '/limit', '/includePaths/0'].map((at) => locate(at))],
    origins: [...provenance].map(([pointer, { value, origin }]) => [pointer, value, origin.kind]),
  }
}

/** A plan of one crawl, which looks at the one that it is like first. */
async function planned(crawl: ResolvedCrawl, environment: EnvironmentSpec): Promise<string> {
  const lacking = await embeddedRefusals({ env: {} }, environment, [crawl])
  const plan = makePlan({ environment: 'local', crawls: [crawl], recorded: undefined, nowMs: 0, lacking })
  return JSON.stringify(plan)
}

/** A spread leaves out members that are computed. */
function members(crawl: ResolvedCrawl): ResolvedCrawl {
  const { name, environment, spec, document, chosen, request, effective, provenance, question } = crawl
  const { locate, secrets, notes, worstCasePages, price, refreshMs, tests, expect: expected } = crawl
  const first = { name, environment, spec, document, chosen, request, effective, provenance, question }
  return Object.assign(first, {
    locate,
    secrets,
    notes,
    worstCasePages,
    price,
    refreshMs,
    tests,
    expect: expected,
  })
}

describe('files that are like others', () => {
  it.each(['local', 'hosted'])(
    'come to what checking them comes to, for the service of %s',
    async (environment) => {
      const mistaken: string[] = []
      let recognised = 0
      for (const kind of KINDS) {
        const { project, environment: chosen } = load('crawls/first.yaml', kind, environment)
        const alike = new AlikeFiles({ project, environment: chosen, set: [], variables: { HOST: 'a.b' } })
        for (let round = 0; round < rounds; round++) {
          const file = `crawls/${round === 59 ? 'no name' : `file-${round}`}.yaml`
          const text = round < 3 ? kind : mutant(kind)
          const known = alike.recognise(file, Buffer.from(text))
          const { diagnostics, crawls } = load(file, text, environment)
          const [checked] = diagnostics.length === 0 ? crawls : []
          if (known === undefined) {
            alike.learn(checked)
            continue
          }
          recognised++
          const isAlike = checked !== undefined && isDeepStrictEqual(told(known), told(checked))
          if (!isAlike || (await planned(known, chosen)) !== (await planned(checked, chosen)))
            mistaken.push(text)
        }
      }
      expect(mistaken).toEqual([])
      // Most changes above make files that are unlike, or wrong.
      expect(recognised / (rounds * KINDS.length)).toBeGreaterThan(0.1)
    },
  )

  it('are compared with each other, and with files that are not like them', () => {
    const file = (host: string, more = ''): string =>
      `version: 2\nrequest:\n  url: https://${host}.example.com/guides/\n  limit: 5\n${more}`
    const special = {
      'crawls/a/twin.yaml': file('shared'),
      'crawls/b/twin.yaml': file('other'),
      'crawls/copied.yaml': file('same'),
      'crawls/copy.yaml': file('same'),
      'crawls/quiet.yaml': file('quiet', '# crawlform-ignore limits/unset: not so\n'),
      'crawls/wrong.yaml': file('wrong', '  sitemap: onyl\n'),
    }
    const usual = Object.fromEntries(
      Array.from({ length: 250 }, (_, index) => [`crawls/site-${index}.yaml`, file(`site-${index}`)]),
    )
    const few = loadTexts(special)
    const many = loadTexts({ ...special, ...usual })
    expect(few.diagnostics.map(({ rule }) => rule)).toEqual([
      'project/duplicate-name',
      'scope/duplicate-crawl',
      'syntax/ignore-unused',
      'schema/not-allowed',
    ])
    expect(many.diagnostics).toEqual(few.diagnostics)
    expect(many.resolved).toHaveLength(250 + few.resolved.length)
    expect(many.sources.get('crawls/site-9.yaml')).toBe(file('site-9'))
  })
})
