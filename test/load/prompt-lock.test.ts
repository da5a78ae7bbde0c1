import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatPromptLock, LOCKABLE, type LockedPrompt } from '../../src/resolve/prompt-lock.ts'
import { serviceDefaults } from '../../src/request/fill-defaults.ts'
import type { LoadOptions } from '../../src/load/load.ts'
import type { ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import { describeOrigin } from '../support/describe-origin.ts'
import { loadTexts } from '../support/load-texts.ts'
import { publishedSchema, readSchema } from '../schema/schema-fixtures.ts'
import { sha256 } from '../../src/util/sha256.ts'

const url = 'https://docs.example.com/guides/'
const crawl = (more = ''): string => `version: 2\nrequest:\n  url: ${url}\n  prompt: only the guides\n${more}`

function entry(more: Partial<LockedPrompt> = {}): LockedPrompt {
  const options = { includePaths: ['^/guides/'], limit: 20 }
  return { crawl: 'docs', url, promptDigest: sha256('only the guides'), options, ...more }
}

interface Files {
  readonly docs?: string
  readonly project?: string
  readonly lock?: string | readonly LockedPrompt[]
}

function load(
  { docs = crawl(), project = 'version: 2\n', lock = [entry()] }: Files,
  options: Partial<LoadOptions> = {},
) {
  const texts = { 'crawlform.yaml': project, 'crawls/docs.yaml': docs }
  const text = typeof lock === 'string' ? lock : formatPromptLock(lock)
  return loadTexts({ ...texts, ...(text === '' ? {} : { 'crawls.lock.json': text }) }, options)
}

function problems(files: Files, options: Partial<LoadOptions> = {}): string[] {
  return load(files, options).diagnostics.map(
    ({ file, line, column, message, rule }) => `${file}:${line}:${column}: ${message} [${rule}]`,
  )
}

function one(files: Files, options: Partial<LoadOptions> = {}): ResolvedCrawl {
  const { crawls, diagnostics } = load(files, options)
  const [found] = crawls
  if (found === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return found
}

function originOf({ provenance }: ResolvedCrawl, pointer: string): string {
  const setting = provenance.get(pointer)
  return setting === undefined ? 'no such setting' : describeOrigin(setting.origin)
}

describe('a locked prompt', () => {
  it('is replaced by its settings, which rank below all written ones', () => {
    const docs = one({
      docs: crawl('  limit: 5\n'),
      project: 'version: 2\ndefaults: { request: { sitemap: skip } }\n',
      lock: [entry({ options: { limit: 20, sitemap: 'only', includePaths: ['^/guides/'] } })],
    })
    expect(docs.request).toEqual({ url, includePaths: ['^/guides/'], sitemap: 'skip', limit: 5 })
    expect(originOf(docs, '/includePaths')).toBe('prompt-lock at crawls.lock.json:7:25')
    expect(originOf(docs, '/limit')).toBe('written at crawls/docs.yaml:5:10')
    expect(docs.provenance.get('/limit')?.beaten.map(({ origin }) => origin.kind)).toEqual([
      'prompt-lock',
      'default',
    ])
    expect(docs.notes.find(({ pointer }) => pointer === '/prompt')?.text).toContain('crawls.lock.json')
  })

  it('overrides defaults of the service, even if these are sent', () => {
    const project = 'version: 2\nenvironments: { local: { service: embedded, defaults: explicit } }\n'
    expect(one({ project }).request['limit']).toBe(20)
  })

  it('can be modified by list operations', () => {
    const docs = crawl('  includePaths: { append: [^/more/] }\n')
    expect(one({ docs }).request['includePaths']).toEqual(['^/guides/', '^/more/'])
  })

  it('is found by crawl, start URL and prompt in every environment, and is required there', () => {
    const project = [
      'version: 2',
      'environments:',
      '  same: { baseUrl: https://api.example.com }',
      '  staging: { baseUrl: https://api.example.com, request: { url: https://staging.example.com/ } }',
      '',
    ].join('\n')
    expect(one({ project }, { environment: 'same' }).request['limit']).toBe(20)
    expect(problems({ project }, { environment: 'staging' })).toEqual([
      'crawlform.yaml:4:64: The start URL of "docs" has changed since its settings in crawls.lock.json were generated. [lock/outdated]',
    ])
    const staging = entry({ url: 'https://staging.example.com/', options: { limit: 3 } })
    const both = { project, lock: [entry(), staging] }
    expect(one(both, { environment: 'staging' }).request['limit']).toBe(3)
    expect(one(both).request['limit']).toBe(20)
  })

  it('for another text is an error that names both places and the command', () => {
    const lock = [entry({ promptDigest: sha256('something else') })]
    const { crawls, diagnostics } = load({ lock })
    expect(crawls).toEqual([])
    expect(diagnostics).toMatchObject([
      {
        rule: 'lock/outdated',
        file: 'crawls/docs.yaml',
        line: 4,
        column: 11,
        pointer: '/request/prompt',
        message: 'The prompt of "docs" has changed since its settings in crawls.lock.json were generated.',
        related: [{ place: { file: 'crawls.lock.json', line: 4 } }],
      },
    ])
    expect(diagnostics[0]?.help).toContain('crawlform lock docs')
  })

  it('that is missing is a warning, whose severity the project can set', () => {
    const rules = 'version: 2\nrules: { lock/missing: error }\n'
    expect(load({ lock: '' }).diagnostics.map(({ rule }) => rule)).toEqual(['limits/unset', 'lock/missing'])
    const others = [entry({ crawl: 'another' })]
    expect(load({ lock: others }).diagnostics.map(({ rule }) => rule)).toContain('lock/missing')
    expect(load({ lock: '', project: rules }).diagnostics).toMatchObject([
      { rule: 'limits/unset' },
      { rule: 'lock/missing', severity: 'error', line: 4 },
    ])
  })

  it('that is unused is reported, unless only a part of the project is read', () => {
    const lock = [entry(), entry({ crawl: 'gone' })]
    const docs = 'version: 2\nrequest: { url: https://docs.example.com/, limit: 1 }\n'
    expect(problems({ lock })).toEqual([
      'crawls.lock.json:15:5: The locked settings of "gone" are not used: there is no such crawl. [lock/unused]',
    ])
    expect(problems({ docs })).toEqual([
      'crawls.lock.json:4:5: The locked settings of "docs" are not used: the crawl has no prompt. [lock/unused]',
    ])
    expect(problems({ lock }, { paths: ['crawls/docs.yaml'] })).toEqual([])
  })

  it('has its settings checked at their place', () => {
    const lock = [entry({ options: { limit: 5, includePaths: ['^/guides/(?=a)'] } })]
    expect(problems({ lock })[0]).toMatch(/^crawls\.lock\.json:8:11: .* \[scope\/not-linear-time\]$/)
  })

  it('is not reported as outdated if the prompt itself is wrong', () => {
    const docs = `version: 2\nrequest:\n  url: 5\n  prompt: only the guides\n`
    expect(problems({ docs }).filter((problem) => problem.includes('[lock/'))).toEqual([])
    const other = crawl('  limit: many\n').replace('only', 'just')
    expect(problems({ docs: other }).filter((problem) => problem.includes('[lock/'))).toHaveLength(1)
  })

  it('cannot refer to a secret', () => {
    const docs = crawl().replace('only the guides', 'log in with ${secret:PASSWORD}')
    expect(problems({ docs })[0]).toBe(
      'crawls/docs.yaml:4:11: The secret "PASSWORD" cannot be used in a prompt. [resolve/secret-not-allowed]',
    )
    const lock = [entry({ options: { excludePaths: ['^/x', '${secret:AWS_KEY}'] } })]
    expect(problems({ lock })).toEqual([
      'crawls.lock.json:9:11: A generated setting cannot refer to a secret. [lock/malformed]',
    ])
  })
})

describe('a lock file that was changed by hand', () => {
  const good = formatPromptLock([entry()])
  it.each([
    [
      'a conflict',
      good.replace('"limit": 20', '<<<<<<< ours\n"limit": 20\n=======\n"limit": 30\n>>>>>>> theirs'),
      '12:1: crawls.lock.json contains merge conflict markers. [lock/merge-conflict]',
    ],
    [
      'a missing end',
      good.slice(0, good.indexOf('includePaths')),
      '7:10: crawls.lock.json is not valid JSON from here on. [lock/not-json]',
    ],
    [
      'a comma too many',
      good.replace('20', '20,'),
      '11:7: crawls.lock.json is not valid JSON from here on. [lock/not-json]',
    ],
    [
      'a comment',
      good.replace('{', '{ # by hand'),
      '1:3: crawls.lock.json is not valid JSON from here on. [lock/not-json]',
    ],
    [
      'a newer format',
      good.replace('": 1', '": 2'),
      '2:20: crawls.lock.json is of format 2; this crawlform reads format 1. [lock/newer-format]',
    ],
    [
      'another format',
      good.replace('": 1', '": "1"'),
      '2:20: "formatVersion" of crawls.lock.json is 1. [lock/malformed]',
    ],
    ['no prompts', '{"formatVersion": 1}', '1:1: "prompts" of crawls.lock.json is a list. [lock/malformed]'],
    ['a list', '[]', '1:1: The document is a list;'],
    ['a value of another type', good.replace('20', '"20"'), '10:18: "limit" is a string; expected a number.'],
    ['a value out of range', good.replace('20', '0'), '10:18: "limit" is 0; at least 1 is allowed.'],
    [
      'a misspelt setting',
      good.replace('"limit"', '"limits"'),
      '10:9: "limits" is not a setting that a prompt can set; "limit" is one. [lock/malformed]',
    ],
    [
      'a webhook',
      good.replace('"limit": 20', '"webhook": "https://evil.example/"'),
      '10:9: "webhook" is not a setting that a prompt can set. [lock/malformed]',
    ],
    [
      'a template',
      good.replace('20', '"${env:LIMIT}"'),
      '10:18: "limit" is "${env:LIMIT}"; expected a whole number.',
    ],
    [
      'a list operation',
      good.replace(/"includePaths": \[[^\]]*\]/, '"includePaths": { "append": ["^/a"] }'),
      '7:9: "includePaths" is a mapping; expected a list.',
    ],
    [
      'a short digest',
      good.replace(/[0-9a-f]{64}/, 'abc'),
      '12:23: "promptDigest" is the SHA-256 of the prompt, 64 hexadecimal digits. [lock/malformed]',
    ],
    [
      'no options',
      good.replace('"options"', '"option"'),
      '4:5: "options" is a mapping of the settings that were generated. [lock/malformed]',
    ],
    [
      'an entry twice',
      good.replace(/^ {4}\{[^]*^ {4}\}/m, '$&,\n$&'),
      '15:5: "docs" has two entries for the same prompt and start URL. [lock/malformed]',
    ],
    [
      'a key twice',
      good.replace('"limit": 20', '"limit": 20, "limit": 30'),
      '10:22: "limit" is written twice',
    ],
  ])('with %s is an error at its place', (_what, lock, expected) => {
    const { crawls, diagnostics } = load({ lock })
    expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true)
    expect(problems({ lock })[0]).toContain(`crawls.lock.json:${expected}`)
    // The settings of the prompt are unknown, so the crawl must not pass as one without a lock.
    expect(crawls).toEqual([])
  })

  it('may have another layout', () => {
    const tabs = JSON.stringify(JSON.parse(good), undefined, '\t').replaceAll('\n', '\r\n')
    expect(one({ lock: tabs }).request['limit']).toBe(20)
  })
})

describe('the text of the lock file', () => {
  it('is the same for the same entries in any order', () => {
    const entries = ['b', 'a', 'c'].flatMap((name) => [
      entry({ crawl: name }),
      entry({ crawl: name, url: 'https://a.example/', options: { sitemap: 'only', limit: 1, delay: 2 } }),
    ])
    const text = formatPromptLock(entries)
    fc.assert(
      fc.property(fc.shuffledSubarray(entries, { minLength: entries.length }), (shuffled) => {
        const turned = shuffled.map((one) => ({
          ...one,
          options: Object.fromEntries(Object.entries(one.options).toReversed()),
        }))
        expect(formatPromptLock(turned)).toBe(text)
      }),
    )
  })
})

describe('the schema of the lock file', () => {
  const admits = publishedSchema('lock.schema.json')
  const base = JSON.parse(formatPromptLock([entry()])) as { prompts: [{ options: object }] }
  const withOptions = (options: unknown) => ({ ...base, prompts: [{ ...base.prompts[0], options }] })

  it('lists the settings that can be locked', () => {
    const { definitions } = readSchema('lock.schema.json') as {
      definitions: { options: { properties: object } }
    }
    expect(Object.keys(definitions.options.properties).toSorted()).toEqual([...LOCKABLE].toSorted())
    expect([...LOCKABLE].filter((name) => name === 'limit' || serviceDefaults().has(`/${name}`))).not.toEqual(
      [],
    )
  })

  it('accepts what the reader accepts', () => {
    const value = fc.oneof(
      fc.constantFrom('skip', '^/a', '', '${env:X}', 'only'),
      fc.integer({ min: -2, max: 100 }),
      fc.double({ noNaN: true, min: -2, max: 100 }),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.constantFrom('^/a', '^/b', 5), { maxLength: 2 }),
      fc.constant({ append: ['^/a'] }),
    )
    const options = fc.dictionary(fc.constantFrom(...LOCKABLE, 'webhook', 'prompt', 'maxDepth'), value, {
      maxKeys: 3,
    })
    fc.assert(
      fc.property(options, (generated) => {
        const file = withOptions(generated)
        // A crawl file without the prompt, so that only the lock is judged.
        const docs = 'version: 2\nrequest: { url: https://docs.example.com/, limit: 1 }\n'
        const { diagnostics } = load({ docs, lock: JSON.stringify(file) })
        const refused = diagnostics.some(({ severity }) => severity === 'error')
        expect([JSON.stringify(generated), !refused]).toEqual([JSON.stringify(generated), admits(file)])
      }),
      { numRuns: 300 },
    )
  })
})
