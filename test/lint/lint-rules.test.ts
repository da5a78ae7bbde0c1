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

describe('every fixture gets exactly these diagnostics', () => {
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

describe('what is known of paths', () => {
  test('is said of no crawl that searches whole URLs, or other hosts', () => {
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

  test('is said once of a pattern that is read as something else', () => {
    expect(rulesOf({ includePaths: ['https://example.com/docs/'] })).toEqual(['scope/host-in-pattern'])
  })
})

test('of a host alone, no pattern is proposed that matches everything', () => {
  const { diagnostics } = loadText(
    'version: 2\nrequest:\n  url: https://example.com/\n  limit: 5\n  includePaths: ["https://example.com/"]\n',
  )
  expect(diagnostics).toMatchObject([{ rule: 'scope/host-in-pattern' }])
  expect(diagnostics[0]).not.toHaveProperty('fix')
})

describe('a start that is shut out', () => {
  test.each([
    [{ includePaths: ['^/docs/a'] }, 'includePaths'],
    [{ excludePaths: ['^/docs/$'] }, 'excludePaths/0'],
  ])('is told at what shuts it out: %j', (more, at) => {
    const request = { url: 'https://example.com/docs/', limit: 5, ...more }
    const { diagnostics } = loadText(JSON.stringify({ version: 2, request }))
    expect(diagnostics.map(({ rule, pointer }) => [rule, pointer])).toEqual([
      ['scope/start-url-shut-out', `/request/${at}`],
    ])
  })
})

describe('a start that is shut out of its own results', () => {
  const said = (includePaths: readonly string[], out: readonly string[]) => {
    const request = { url: 'https://example.com/docs/', limit: 5, includePaths }
    const { diagnostics } = loadText(JSON.stringify({ version: 2, request, tests: { out } }))
    return diagnostics.map(({ rule, pointer }) => `${rule} ${pointer}`)
  }

  test('is told beside an include that was told already, and not beside none', () => {
    const told = 'scope/start-url-shut-out /request/includePaths'
    expect(said(['^docs/', '^/docs/a'], ['/blog/'])).toContain(told)
    expect(said(['^docs/'], ['/blog/'])).not.toContain(told)
  })

  test('is meant where a test says so, which may be written in any way', () => {
    const told = 'scope/start-url-shut-out /request/includePaths'
    expect(said(['^/docs/a'], ['https://example.com/docs/'])).toEqual([])
    expect(said(['^/docs/a'], ['/docs/#top'])).toEqual([])
    expect(said(['^/docs/a'], ['http://['])).toContain(told)
  })
})

test('a test that fails is told at its page', () => {
  const request = { url: 'https://example.com/docs/', limit: 5 }
  const tests = { out: ['/docs/a', { url: '/docs/b', why: 'old' }] }
  const { diagnostics } = loadText(JSON.stringify({ version: 2, request, tests }))
  expect(diagnostics.map(({ rule, pointer }) => [rule, pointer])).toEqual([
    ['tests/not-out', '/tests/out/0'],
    ['tests/not-out', '/tests/out/1/url'],
  ])
})

test('no other pattern is proposed where that would say something else', () => {
  const request = { url: 'https://example.com/', limit: 5, includePaths: ['^/[\u00e9]/'] }
  const { diagnostics } = loadText(JSON.stringify({ version: 2, request }))
  expect(diagnostics).toMatchObject([
    { rule: 'scope/unencoded-pattern' },
    { rule: 'scope/unicode-class', severity: 'info' },
  ])
  expect(diagnostics[0]).not.toHaveProperty('fix')
})

describe('more pages than a crawl can have', () => {
  test.each([
    [{ limit: 5 }, 6, 1],
    [{}, 10_001, 0],
  ])('are told with the limit where that is set: %j', (more, minPages, places) => {
    const request = { url: 'https://example.com/docs/', ...more }
    const { diagnostics } = loadText(JSON.stringify({ version: 2, request, expect: { minPages } }))
    const found = diagnostics.filter(({ rule }) => rule === 'limits/min-pages-above-limit')
    expect(found.map(({ related = [] }) => related.length)).toEqual([places])
    const fewer = loadText(JSON.stringify({ version: 2, request, expect: { minPages: minPages - 1 } }))
    expect(fewer.diagnostics.map(({ rule }) => rule)).not.toContain('limits/min-pages-above-limit')
  })
})

describe('a crawl of which nothing is left', () => {
  const isSaid = (includePaths: readonly string[], excludePaths: readonly string[], more = {}): boolean =>
    rulesOf({ includePaths, excludePaths, ...more }).includes('scope/nothing-in-scope')

  test('is one whose excludes only together shut out each include', () => {
    expect(isSaid(['/(a|b)/'], ['/a/', '/b/'])).toBe(true)
    expect(isSaid(['^/docs/(a|b)'], ['^/docs/a', '^/docs/b'])).toBe(true)
    expect(isSaid(['/(a|b)/', '/(c|d)/'], ['/a/', '/b/', '/c/', '/d/'])).toBe(true)
  })

  test('is none that one include leaves a page', () => {
    expect(isSaid(['/(a|b)/'], ['/a/', '/c/'])).toBe(false)
    expect(isSaid(['/(a|b)/', '/(c|d)/'], ['/a/', '/b/', '/c/'])).toBe(false)
  })

  test('is none whose excludes may not be searched', () => {
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
  ])('about the query is told, whatever sign it has: %s', (pattern) => {
    expect(rulesOf({ excludePaths: [pattern] })).toContain('scope/query-in-pattern')
  })

  test.each(['/page=2/', '^/docs/a=b', 'v=\\d'.replace('v', '/v')])(
    'with a value in the path is not about the query: %s',
    (pattern) => {
      expect(rulesOf({ excludePaths: [pattern] })).not.toContain('scope/query-in-pattern')
    },
  )

  test('that only holds the first word of the host is none with a host', () => {
    expect(rulesOf({ includePaths: ['/example/ab/c'], crawlEntireDomain: true })).not.toContain(
      'scope/host-in-pattern',
    )
  })

  test.each([
    [{ excludePaths: ['^/docs/$'] }, '/request/excludePaths/0'],
    [{ includePaths: ['^/docs/.'] }, '/request/includePaths'],
  ])('that keeps the start out is named by its list: %j', (more, pointer) => {
    const request = { url: 'https://example.com/docs/', limit: 5, ...more }
    const { diagnostics } = loadText(JSON.stringify({ version: 2, request }))
    expect(diagnostics).toContainEqual(expect.objectContaining({ rule: 'scope/start-url-shut-out', pointer }))
  })

  test('that keeps the start out is meant where one of several tests says so', () => {
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
  ])('with a host is told with what is meant: %s', (pattern, meant) => {
    const request = { url: 'https://example.com/', limit: 5, excludePaths: [pattern] }
    const { diagnostics } = loadText(JSON.stringify({ version: 2, request }))
    const [told] = diagnostics.filter(({ rule }) => rule === 'scope/host-in-pattern')
    expect(told?.fix?.edits.map(({ text }) => text)).toEqual(
      meant === undefined ? undefined : [JSON.stringify(meant)],
    )
  })
})
