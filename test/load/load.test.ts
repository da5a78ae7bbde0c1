import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadProject } from '../../src/load/load.ts'
import { loadTexts, problemsOf, resolveText } from '../support/load-texts.ts'

const CRAWL = 'version: 2\nrequest: { url: https://example.com/, limit: 5 }\n'

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'crawlform-load-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true })
    // Two crawls of one site would be remarked on.
    const site = name.replaceAll(/[^a-z]/g, '')
    writeFileSync(path.join(directory, name), text.replace('example.com', `${site}.example.com`))
  }
}

function load(from: string, paths: readonly string[] = []): string[] {
  const loaded = loadProject({ directory: path.join(directory, from), paths, variables: {} })
  return [
    ...loaded.crawls.map(({ name, document }) => `${name} in ${document.file}`),
    ...loaded.diagnostics.map(({ file, rule }) => `${file}: ${rule}`),
  ]
}

describe('finding the project', () => {
  it('looks upwards to the repository root', () => {
    write({ '.git/HEAD': '', 'crawlform.yaml': 'version: 2\n', 'crawls/a.yaml': CRAWL, 'deep/er/x': '' })
    expect(load('deep/er')).toEqual(['a in crawls/a.yaml'])
  })

  it('does not look beyond the repository', () => {
    write({
      'crawlform.yaml': 'version: 2\n',
      'repo/.git/HEAD': '',
      'repo/crawls/a.yaml': CRAWL,
      'repo/sub/x': '',
    })
    expect(load('repo/sub')).toEqual(['.: project/not-found'])
  })

  it('works without a project file', () => {
    write({ 'crawls/deep/a.yaml': CRAWL, 'crawls/b.txt': 'no' })
    expect(load('')).toEqual(['a in crawls/deep/a.yaml'])
  })

  it('follows the globs of the project file', () => {
    write({
      'crawlform.yaml': 'version: 2\ncrawls: ["sites/*/crawl.yaml"]\n',
      'sites/x/crawl.yaml': CRAWL,
      'sites/crawl.yaml': CRAWL,
    })
    expect(load('')).toEqual(['crawl in sites/x/crawl.yaml'])
  })

  it('does not look into node_modules or hidden directories', () => {
    write({
      'crawlform.yaml': 'version: 2\ncrawls: ["**/*.yaml"]\n',
      'node_modules/a.yaml': CRAWL,
      '.x/b.yaml': CRAWL,
      'c.yaml': CRAWL,
    })
    expect(load('')).toEqual(['c in c.yaml'])
  })
})

describe('paths on the command line', () => {
  beforeEach(() =>
    write({
      '.git/HEAD': '',
      'crawlform.yaml': 'version: 2\n',
      'crawls/a.yaml': CRAWL,
      'crawls/b.yml': CRAWL,
      'other/c.yaml': CRAWL,
    }),
  )

  it.each([
    [['crawls/b.yml'], ['b in crawls/b.yml']],
    [
      ['other', 'crawls/a.yaml'],
      ['c in other/c.yaml', 'a in crawls/a.yaml'],
    ],
    [['*/*.yaml'], ['a in crawls/a.yaml', 'c in other/c.yaml']],
    [
      ['crawls/a.yaml', './crawls/a.yaml', 'crawls'],
      ['a in crawls/a.yaml', 'b in crawls/b.yml'],
    ],
    [['crawlform.yaml', 'crawls/a.yaml'], ['a in crawls/a.yaml']],
    [['nope.yaml'], ['nope.yaml: project/no-such-path']],
    [['nope/*.yaml'], ['.: project/no-crawl-file']],
  ])('select crawl files: %j', (paths, expected) => {
    expect(load('', paths)).toEqual(expected)
  })

  it('are relative to the working directory', () => {
    expect(load('crawls', ['a.yaml', '../other/c.yaml'])).toEqual(['a in crawls/a.yaml', 'c in other/c.yaml'])
  })

  it('read standard input for -', () => {
    const { crawls } = loadProject({
      directory,
      paths: ['-'],
      variables: {},
      stdin: Buffer.from(`name: piped\n${CRAWL}`),
    })
    expect(crawls.map(({ name, document }) => [name, document.file])).toEqual([['piped', '<stdin>']])
  })
})

describe('links', () => {
  beforeEach(() => {
    write({
      'repo/.git/HEAD': '',
      'repo/crawls/a.yaml': CRAWL,
      'repo/shared/b.yaml': CRAWL,
      'secret/key.yaml': 'hunter2',
    })
    symlinkSync('../shared/b.yaml', path.join(directory, 'repo/crawls/b.yaml'))
  })

  it('inside the repository are followed', () => {
    expect(load('repo')).toEqual(['a in crawls/a.yaml', 'b in crawls/b.yaml'])
  })

  it('out of the repository are refused', () => {
    symlinkSync('../../secret/key.yaml', path.join(directory, 'repo/crawls/out.yaml'))
    const loaded = loadProject({ directory: path.join(directory, 'repo'), variables: {} })
    expect(loaded.diagnostics.map(({ rule, file }) => `${file} ${rule}`)).toEqual([
      'crawls/out.yaml project/outside-repository',
    ])
    expect([...loaded.sources.values()].join()).not.toContain('hunter2')
  })

  it('to a directory outside are refused, even if they are named', () => {
    symlinkSync('../secret', path.join(directory, 'repo/door'))
    expect(load('repo', ['door/key.yaml'])).toEqual(['door/key.yaml: project/outside-repository'])
    expect(load('repo', ['door'])).toEqual(['door: project/no-crawl-file'])
  })
})

describe('mistakes', () => {
  it('in one file do not affect other files', () => {
    const { crawls, diagnostics } = loadTexts({
      'crawls/bad.yaml': 'version: 2\nrequest: [\n',
      'crawls/good.yaml': CRAWL,
      'crawls/worse.yaml': 'version: 2\nrequest: { url: https://example.com/, limt: 1 }\n',
    })
    expect(crawls.map(({ name }) => name)).toEqual(['good'])
    expect(new Set(diagnostics.map(({ file }) => file))).toEqual(
      new Set(['crawls/bad.yaml', 'crawls/worse.yaml']),
    )
  })

  it('in the project file prevent the resolution of crawls, but not their checks', () => {
    const { crawls, diagnostics } = loadTexts({
      'crawlform.yaml': 'version: 2\nprofils: {}\n',
      'crawls/a.yaml': `extends: [polite]\n${CRAWL}`,
      'crawls/b.yaml': 'version: 2\nrequest: { url: https://example.com/, limt: 1 }\n',
    })
    expect(crawls).toEqual([])
    expect(diagnostics.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
      'crawlform.yaml schema/unknown-key',
      'crawls/b.yaml schema/unknown-key',
    ])
  })

  it('have the text of their file for the code frame', () => {
    const { diagnostics, sources } = loadTexts({
      'crawls/bad.yaml': 'version: 2\nrequest: [\n',
      'crawls/a.yaml': CRAWL,
    })
    for (const { file } of diagnostics) expect(sources.get(file)).toContain('version: 2')
  })

  it('in a profile are reported once', () => {
    const project = 'version: 2\nprofiles: { p: { request: { limit: "${env:UNSET}" } } }\n'
    const texts = {
      'crawlform.yaml': project,
      'crawls/a.yaml': `extends: [p]\n${CRAWL}`,
      'crawls/b.yaml': `extends: [p]\n${CRAWL}`,
    }
    expect(loadTexts(texts).diagnostics.map(({ rule }) => rule)).toEqual(['resolve/unset-variable'])
  })
})

describe('severities', () => {
  const text =
    'version: 2\nrequest: { url: https://example.com/a/, excludePaths: { remove: ["^/x"] }, limit: 5 }\n'

  it.each([
    ['off', []],
    ['warning', ['resolve/remove-absent 2:66']],
    ['error', ['resolve/remove-absent 2:66']],
  ])('of a rule can be %s', (severity, expected) => {
    expect(problemsOf(text, {}, `version: 2\nrules: { resolve/remove-absent: ${severity} }\n`)).toEqual(
      expected,
    )
  })

  it('of errors that exclude a crawl cannot be lowered or silenced', () => {
    const project = 'version: 2\nrules: { resolve/unset-variable: off }\n'
    const broken =
      'version: 2\nrequest:\n  url: https://example.com/\n  # crawlform-ignore resolve/unset-variable: not now\n  limit: ${env:UNSET}\n'
    expect(problemsOf(broken, {}, project)).toEqual([
      'project/fixed-rule 2:10',
      'syntax/ignore-fixed-rule 4:3',
      'resolve/unset-variable 5:10',
    ])
  })

  it('can repeat the default of an error, and can be lowered for tests', () => {
    const project = 'version: 2\nrules: { schema/unknown-key: error, tests/not-in: off }\n'
    const crawl =
      'version: 2\nrequest: { url: https://example.com/, limit: 5, excludePaths: ["**"] }\ntests: { in: [/a.zip] }\n'
    expect(problemsOf(crawl, {}, project)).toEqual(['scope/invalid-pattern 2:64'])
    const lowered = 'version: 2\nrules: { scope/invalid-pattern: warning }\n'
    expect(problemsOf(crawl, {}, lowered)[0]).toMatch(/^project\/fixed-rule /)
  })

  it('of lint rules decide if a crawl is excluded', () => {
    const unset = 'version: 2\nrequest: { url: https://example.com/ }\n'
    const names = (project: string, comment = ''): number =>
      loadTexts({ 'crawlform.yaml': project, 'crawls/a.yaml': comment + unset }).crawls.length
    expect(names('version: 2\n')).toBe(1)
    expect(names('version: 2\nrules: { limits/unset: error }\n')).toBe(0)
  })
})

describe('environments', () => {
  const project =
    'version: 2\nenvironments: { prod: { baseUrl: "https://${env:HOST}" }, empty: {}, local: { request: { limit: 1 } } }\n'

  it('resolve variables in their address', () => {
    const loaded = loadTexts(
      { 'crawlform.yaml': project, 'crawls/a.yaml': CRAWL },
      { environment: 'prod', variables: { HOST: 'h.example.com' } },
    )
    expect(loaded.environment.baseUrl).toBe('https://h.example.com')
  })

  it.each([
    ['prod', 'resolve/unset-variable'],
    ['empty', 'project/environment-without-service'],
    ['prdo', 'project/unknown-environment'],
  ])('%s has a problem', (environment, rule) => {
    const { diagnostics } = loadTexts({ 'crawlform.yaml': project, 'crawls/a.yaml': CRAWL }, { environment })
    expect(diagnostics.map((diagnostic) => diagnostic.rule)).toContain(rule)
  })

  it('named local use the embedded service by default', () => {
    expect(loadTexts({ 'crawlform.yaml': project, 'crawls/a.yaml': CRAWL }).environment.service).toBe(
      'embedded',
    )
    expect(loadTexts({ 'crawls/a.yaml': CRAWL }).environment).toMatchObject({
      name: 'local',
      service: 'embedded',
    })
  })
})

const settings = {
  limit: fc.integer({ min: 1, max: 100 }),
  maxDiscoveryDepth: fc.integer({ min: 1, max: 9 }),
  sitemap: fc.constantFrom('skip', 'include', 'only'),
  excludePaths: fc.array(fc.constantFrom('^/a', '^/b', '^/c')),
  allowSubdomains: fc.boolean(),
  scrapeOptions: fc.record(
    {
      mobile: fc.boolean(),
      waitFor: fc.integer({ min: 100, max: 200 }),
      headers: fc.dictionary(fc.constantFrom('A', 'B'), fc.constant('x')),
    },
    { requiredKeys: [] },
  ),
}
const requests = fc
  .record(settings, { requiredKeys: [] })
  .map((request) => ({ url: 'https://example.com/', ...request }))

describe('resolving', () => {
  const file = (request: object): string => JSON.stringify({ version: 2, request })

  it('again does not change a resolved crawl', () => {
    fc.assert(
      fc.property(requests, requests, (request, defaults) => {
        const { url: _, ...shared } = defaults
        const project = JSON.stringify({ version: 2, defaults: { request: shared } })
        const once = resolveText(file(request), {}, project)
        expect(resolveText(file(once.request), {}, project).request).toEqual(once.request)
        expect(resolveText(file(once.effective)).effective).toEqual(once.effective)
      }),
      { numRuns: 50 },
    )
  })

  it('does not depend on the order of keys or on comments', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const reversed = Object.fromEntries(Object.entries(request).toReversed())
        const lines = Object.entries(reversed).map(
          ([key, value]) => `  # about ${key}\n  ${key}: ${JSON.stringify(value)} # so\n`,
        )
        const other = resolveText(`# a crawl\nversion: 2\nrequest:\n${lines.join('\n')}`)
        expect(JSON.stringify(other.request)).toBe(JSON.stringify(resolveText(file(request)).request))
      }),
      { numRuns: 50 },
    )
  })

  it('keeps the value and origin of every setting', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { provenance, effective } = resolveText(file(request))
        for (const [pointer, { value, origin }] of provenance) {
          expect(
            pointer
              .slice(1)
              .split('/')
              .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], effective),
          ).toEqual(value)
          expect(['written', 'default']).toContain(origin.kind)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('files with another extension', () => {
  it('are reported, because they are not read', () => {
    write({ 'crawls/a.yaml': CRAWL, 'crawls/b.yml': CRAWL, 'crawls/c.YAML': CRAWL, 'crawls/d.txt': 'x' })
    write({ 'crawls/e.json': '{"request":{}}', 'crawls/pages.json': '[{"url":"https://example.com/"}]' })
    expect(load('')).toEqual([
      'a in crawls/a.yaml',
      'crawls/b.yml: project/other-extension',
      'crawls/c.YAML: project/other-extension',
      'crawls/e.json: project/other-extension',
    ])
  })

  it('are not reported if the globs match them', () => {
    write({ 'crawlform.yaml': 'version: 2\ncrawls: ["crawls/*.{yaml,yml}"]\n', 'crawls/b.yml': CRAWL })
    expect(load('')).toEqual(['b in crawls/b.yml'])
  })

  it('are also reported for the project file', () => {
    write({ 'crawlform.yml': 'version: 2\n', 'crawls/a.yaml': CRAWL })
    expect(load('')).toEqual(['a in crawls/a.yaml', 'crawlform.yml: project/other-extension'])
  })
})

describe('standard input', () => {
  it('needs no name for its crawl', () => {
    const { crawls, diagnostics } = loadProject({
      directory,
      paths: ['-'],
      stdin: new TextEncoder().encode(CRAWL),
      variables: {},
    })
    expect([crawls.map(({ name }) => name), diagnostics]).toEqual([['stdin'], []])
  })
})

describe('the address of an environment', () => {
  it.each([
    ['foo', 'is not an http:// or https:// address'],
    ['https://x.example/?a=b', 'has a query or a fragment'],
    ['https://x.example/v2/', 'ends in the API version, which is added automatically'],
    ['https://x.example/v2/crawl', 'ends in an operation of the API, which is added automatically'],
  ])('from a variable is refused: %s', (address, fault) => {
    const project = 'version: 2\nenvironments: { prod: { baseUrl: "${env:BASE}" } }\n'
    const { diagnostics } = loadTexts(
      { 'crawlform.yaml': project, 'crawls/a.yaml': CRAWL },
      { environment: 'prod', variables: { BASE: address } },
    )
    expect(diagnostics.map(({ rule, message }) => [rule, message])).toEqual([
      ['project/bad-address', `"baseUrl" ${fault}.`],
    ])
  })
})

describe('a project file without settings', () => {
  it.each(['', '# nothing yet\n', '---\n', '- version: 2\n'])(
    'is distinguished from a crawl file: %j',
    (text) => {
      const { diagnostics } = loadTexts({ 'crawlform.yaml': text, 'crawls/a.yaml': CRAWL })
      expect(diagnostics.map(({ rule }) => rule)).toEqual(['project/no-settings'])
      expect(diagnostics[0]?.help).not.toContain('request')
    },
  )
})

describe('the problems of one file', () => {
  it.each([
    ['unknown profiles', (index: number) => `name-${index}`],
    ['repeated profiles', () => 'known'],
  ])('are limited to a hundred with %s', (_, name) => {
    const names = Array.from({ length: 25_000 }, (_item, index) => name(index))
    const { diagnostics } = loadTexts({
      'crawlform.yaml': 'version: 2\nprofiles: { known: { request: { limit: 5 } } }\n',
      'crawls/a.yaml': `${CRAWL}extends: [${names.join(', ')}]\n`,
    })
    expect(diagnostics.filter(({ severity }) => severity === 'error').length).toBeLessThanOrEqual(100)
    expect(diagnostics.at(-1)?.rule).toBe('syntax/more-problems')
  })
})
