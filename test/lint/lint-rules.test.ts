import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Diagnostic, Place } from '../../src/diagnostics/diagnostic.ts'
import { loadText } from '../support/load-text.ts'

const fixtures = path.join(import.meta.dirname, '../fixtures/lint')

function show(diagnostic: Diagnostic, text: string): string {
  const lines = [
    `${where(diagnostic)}: ${diagnostic.severity}: ${diagnostic.message} [${diagnostic.rule}]`,
    `  at ${excerpt(diagnostic, text)}`,
  ]
  if (diagnostic.help !== undefined) lines.push(`  help: ${diagnostic.help}`)
  for (const { message, place } of diagnostic.related ?? []) {
    lines.push(`  related: ${where(place)}: ${message}: ${excerpt(place, text)}`)
  }
  for (const edit of diagnostic.fix?.edits ?? []) {
    lines.push(`  fix: ${diagnostic.fix?.description}: ${excerpt(edit.place, text)} -> ${edit.text}`)
  }
  return lines.join('\n')
}

function where({ line, column }: Place): string {
  return `${line}:${column}`
}

function excerpt({ line, column, endLine, endColumn }: Place, text: string): string {
  const written = text.split('\n')[line - 1] ?? ''
  return written.slice(column - 1, endLine === line ? endColumn - 1 : undefined)
}

describe('the recorded diagnostics of each fixture', () => {
  const cases = readdirSync(fixtures).filter((file) => file.endsWith('.yaml'))
  test.each(cases)('%s', async (file) => {
    const text = readFileSync(path.join(fixtures, file), 'utf8')
    const shown = loadText(text).diagnostics.map((diagnostic) => `${show(diagnostic, text)}\n`)
    await expect(shown.join('')).toMatchFileSnapshot(path.join(fixtures, file.replace(/\.yaml$/, '.out')))
  })
})

/** The rules that a crawl of https://example.com/docs/ breaks. */
function rulesOf(more: object): readonly string[] {
  const request = { url: 'https://example.com/docs/', limit: 5, ...more }
  return loadText(JSON.stringify({ version: 2, request })).diagnostics.map(({ rule }) => rule)
}

/** With each of them a crawl searches patterns in more than the paths of one host. */
const WIDER = ['allowExternalLinks', 'allowSubdomains', 'regexOnFullURL']

describe('rules about paths', () => {
  test('ignore crawls that match whole URLs or other hosts', () => {
    const shadowed = { excludePaths: ['/a/', '/a/b/'] }
    expect(rulesOf(shadowed)).toEqual(['scope/shadowed-pattern'])
    const outside = { includePaths: ['/docs/', '^/blog/'] }
    expect(rulesOf(outside)).toEqual(['scope/include-outside-start'])
    expect(rulesOf({ ...outside, crawlEntireDomain: true })).not.toContain('scope/include-outside-start')
    for (const wider of WIDER) {
      expect(rulesOf({ ...shadowed, [wider]: true })).toEqual([])
      expect(rulesOf({ ...outside, [wider]: true })).not.toContain('scope/include-outside-start')
    }
  })

  test('report a pattern that is probably meant as something else only once', () => {
    expect(rulesOf({ includePaths: ['https://example.com/docs/'] })).toEqual(['scope/host-in-pattern'])
  })
})

test('a pattern of only a host gets no fix that would match everything', () => {
  const { diagnostics } = loadText(
    'version: 2\nrequest:\n  url: https://example.com/\n  limit: 5\n  includePaths: ["https://example.com/"]\n',
  )
  expect(diagnostics).toMatchObject([{ rule: 'scope/host-in-pattern' }])
  expect(diagnostics[0]).not.toHaveProperty('fix')
})

describe('an excluded start URL', () => {
  test.each([
    [{ includePaths: ['^/docs/a'] }, 'includePaths'],
    [{ excludePaths: ['^/docs/$'] }, 'excludePaths/0'],
  ])('is reported at the pattern that excludes it: %j', (more, at) => {
    const request = { url: 'https://example.com/docs/', limit: 5, ...more }
    const { diagnostics } = loadText(JSON.stringify({ version: 2, request }))
    expect(diagnostics.map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['scope/start-url-shut-out', `/request/${at}`],
    ])
  })
})

describe('a start URL that is left out of the results', () => {
  const said = (includePaths: readonly string[], out: readonly string[]) => {
    const request = { url: 'https://example.com/docs/', limit: 5, includePaths }
    const { diagnostics } = loadText(JSON.stringify({ version: 2, request, tests: { out } }))
    return diagnostics.map(({ rule, pointer }) => `${rule} ${pointer}`)
  }

  test('is reported next to another include problem only if an include is valid', () => {
    const told = 'scope/start-url-shut-out /request/includePaths'
    expect(said(['^docs/', '^/docs/a'], ['/blog/'])).toContain(told)
    expect(said(['^docs/'], ['/blog/'])).not.toContain(told)
  })

  test('is accepted if a test confirms it, in any spelling', () => {
    const told = 'scope/start-url-shut-out /request/includePaths'
    expect(said(['^/docs/a'], ['https://example.com/docs/'])).toEqual([])
    expect(said(['^/docs/a'], ['/docs/#top'])).toEqual([])
    expect(said(['^/docs/a'], ['http://['])).toContain(told)
  })
})

test('a failing test is reported at its page', () => {
  const request = { url: 'https://example.com/docs/', limit: 5 }
  const tests = { out: ['/docs/a', { url: '/docs/b', why: 'old' }] }
  const { diagnostics } = loadText(JSON.stringify({ version: 2, request, tests }))
  expect(diagnostics.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['tests/not-out', '/tests/out/0'],
    ['tests/not-out', '/tests/out/1/url'],
  ])
})

test('a pattern gets no fix that would change its meaning', () => {
  const request = { url: 'https://example.com/', limit: 5, includePaths: ['^/[\u00e9]/'] }
  const { diagnostics } = loadText(JSON.stringify({ version: 2, request }))
  expect(diagnostics).toMatchObject([
    { rule: 'scope/unencoded-pattern' },
    { rule: 'scope/unicode-class', severity: 'info' },
  ])
  expect(diagnostics[0]).not.toHaveProperty('fix')
})

describe('an expectation of more pages than possible', () => {
  test.each([
    [{ limit: 5 }, 6, 1],
    [{}, 10_001, 0],
  ])('is reported with the limit, if there is one: %j', (more, minPages, places) => {
    const request = { url: 'https://example.com/docs/', ...more }
    const { diagnostics } = loadText(JSON.stringify({ version: 2, request, expect: { minPages } }))
    const found = diagnostics.filter(({ rule }) => rule === 'limits/min-pages-above-limit')
    expect(found.map(({ related = [] }) => related.length)).toEqual([places])
    const fewer = loadText(JSON.stringify({ version: 2, request, expect: { minPages: minPages - 1 } }))
    expect(fewer.diagnostics.map(({ rule }) => rule)).not.toContain('limits/min-pages-above-limit')
  })
})

describe('a crawl with no pages left', () => {
  const isSaid = (includePaths: readonly string[], excludePaths: readonly string[], more = {}): boolean =>
    rulesOf({ includePaths, excludePaths, ...more }).includes('scope/nothing-in-scope')

  test('is reported if its excludes together cover each include', () => {
    expect(isSaid(['/(a|b)/'], ['/a/', '/b/'])).toBe(true)
    expect(isSaid(['^/docs/(a|b)'], ['^/docs/a', '^/docs/b'])).toBe(true)
    expect(isSaid(['/(a|b)/', '/(c|d)/'], ['/a/', '/b/', '/c/', '/d/'])).toBe(true)
  })

  test('is not reported if one include still has a page', () => {
    expect(isSaid(['/(a|b)/'], ['/a/', '/c/'])).toBe(false)
    expect(isSaid(['/(a|b)/', '/(c|d)/'], ['/a/', '/b/', '/c/'])).toBe(false)
  })

  test('is not reported if its excludes may match other text', () => {
    for (const wider of WIDER) expect(isSaid(['/(a|b)/'], ['/a/', '/b/'], { [wider]: true })).toBe(false)
  })
})

describe('a pattern', () => {
  test.each([
    '&page=',
    String.raw`\?page=`,
    '.*add-to-cart=.*',
    'utm_source=',
    '(sort|order)=|page=',
    '.+?sid=',
  ])('about the query is reported: %s', (pattern) => {
    expect(rulesOf({ excludePaths: [pattern] })).toContain('scope/query-in-pattern')
  })

  test.each(['/page=2/', '^/docs/a=b', 'v=\\d'.replace('v', '/v')])(
    'with a value in the path is not about the query: %s',
    (pattern) => {
      expect(rulesOf({ excludePaths: [pattern] })).not.toContain('scope/query-in-pattern')
    },
  )

  test('that contains only the first word of the host is not reported as a host', () => {
    expect(rulesOf({ includePaths: ['/example/ab/c'], crawlEntireDomain: true })).not.toContain(
      'scope/host-in-pattern',
    )
  })

  test.each([
    [{ excludePaths: ['^/docs/$'] }, '/request/excludePaths/0'],
    [{ includePaths: ['^/docs/.'] }, '/request/includePaths'],
  ])('that excludes the start URL is reported by its list: %j', (more, pointer) => {
    const request = { url: 'https://example.com/docs/', limit: 5, ...more }
    const { diagnostics } = loadText(JSON.stringify({ version: 2, request }))
    expect(diagnostics).toContainEqual(expect.objectContaining({ rule: 'scope/start-url-shut-out', pointer }))
  })

  test('that excludes the start URL is accepted if one of several tests confirms it', () => {
    const request = { url: 'https://example.com/docs/', limit: 5, excludePaths: ['^/docs/$'] }
    const told = (out: readonly string[]) =>
      loadText(JSON.stringify({ version: 2, request, tests: { out } })).diagnostics.map(({ rule }) => rule)
    expect(told(['/docs/'])).toEqual([])
    expect(told(['/docs/', '/blog/'])).toEqual([])
    expect(told(['/blog/'])).toEqual(['scope/start-url-shut-out'])
  })

  test.each([
    ['https://example.com/', undefined],
    ['https://example.com/a', '^/a'],
  ])('with a host gets a fix if the path is known: %s', (pattern, meant) => {
    const request = { url: 'https://example.com/', limit: 5, excludePaths: [pattern] }
    const { diagnostics } = loadText(JSON.stringify({ version: 2, request }))
    const [told] = diagnostics.filter(({ rule }) => rule === 'scope/host-in-pattern')
    expect(told?.fix?.edits.map(({ text }) => text)).toEqual(
      meant === undefined ? undefined : [JSON.stringify(meant)],
    )
  })
})
