import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { automatonFor } from '../../src/scope/pattern/automaton.ts'
import { checkPattern } from '../../src/scope/pattern/check-pattern.ts'
import { compilePattern, toNativeSearch, ScopeError } from '../../src/scope/pattern/compile-pattern.ts'
import { parsePattern } from '../../src/scope/pattern/parse-pattern.ts'

/** Small alphabets, so that patterns and texts meet. */
const urlText = fc
  .array(fc.constantFrom('/', 'a', 'b', 'docs', '.', '-', '_', '1', '%C3%A9', '?', '=', 'A'), {
    maxLength: 12,
  })
  .map((parts) => `/${parts.join('')}`)

const words = (list: string): string[] => list.trim().split(/\s+/)

const ATOMS = String.raw`a b / docs \. . \d \w \s \S \D \W [^/] [a-z] [^a-z\d] [-a] [a-] [/.] (a|b) (?:a|/) (a|ab) () (a|)
  % \- \/ 1 - _ = é [\w-] [+,-] [.] \? [?] [\]] [^\]/] (^a) (a$)`
const atom = fc.constantFrom(...words(ATOMS))
const quantifier = fc.constantFrom('', '', '', ...words('* + ? *? +? ?? {2} {1,2} {0,2} {1,} {0}'))
const simplePattern = fc
  .tuple(
    fc.constantFrom('', '', '^', '.*', '^.*', '.+', 'a.*', '^/.*'),
    fc.array(
      fc.tuple(atom, quantifier).map(([a, q]) => a + q),
      { maxLength: 6 },
    ),
    fc.constantFrom('', '', '$', '.*', '.*$', '|b', '|^/a$'),
  )
  .map(([start, middle, end]) => start + middle.join('') + end)
const nestedPattern = fc
  .tuple(simplePattern, simplePattern, quantifier, simplePattern)
  .map(([before, inside, q, after]) => `${before}(${inside})${q}${after}`)
const somePattern = fc.oneof(
  { weight: 4, arbitrary: simplePattern },
  { weight: 2, arbitrary: nestedPattern },
  {
    weight: 1,
    arbitrary: fc.string({
      unit: fc.constantFrom(
        ...words(
          '^ $ . * + ? ( ) [ ] { } | \\ / - a b d w k 1 , : é 😀 < = ! (?! (?<= \\Q \\E [^ [: :] [:alpha:] [] \\1 ++',
        ),
      ),
      maxLength: 10,
    }),
  },
)

function engineFinds(pattern: string, text: string): { index: number; text: string } | undefined {
  const matcher = RE2JS.compile(pattern).matcher(text)
  return matcher.find()
    ? { index: matcher.start(), text: text.slice(matcher.start(), matcher.end()) }
    : undefined
}

function isAccepted(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}

describe('the plain subset', () => {
  test('contains only patterns that the engine and the platform accept', () => {
    fc.assert(
      fc.property(somePattern, (pattern) => {
        fc.pre(parsePattern(pattern) !== undefined)
        expect(isAccepted(pattern)).toBe(true)
        expect(() => new RegExp(pattern)).not.toThrow()
      }),
      { numRuns: 3000 },
    )
  })

  test('matches the same text as the linear-time engine', () => {
    fc.assert(
      fc.property(somePattern, urlText, (pattern, text) => {
        const search = toNativeSearch(pattern)
        fc.pre(search !== undefined)
        const match = search?.exec(text) ?? undefined
        const found = match === undefined ? undefined : { index: match.index, text: match[0] }
        expect(found).toEqual(engineFinds(pattern, text))
      }),
      { numRuns: 5000 },
    )
  })

  const PLAIN = String.raw`blog ^/blog/ \.pdf$ \?page= ^/$ /v\d\.\d/ ^/docs/[a-z]\d$ [?&]utm_`
  test.each(words(PLAIN))('is matched without loading the engine: %s', (pattern) => {
    expect(toNativeSearch(pattern)).toBeDefined()
  })

  test('returns the place of a match without loading the engine', () => {
    expect(toNativeSearch('/blog/')?.exec('/a/blog/b')?.index).toBe(2)
  })

  test('has the same character classes as the engine', () => {
    const chars = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
    for (const pattern of words(String.raw`\d \D \w \W \s \S . [\d-] [^\w] [!-/] [A-Z_a-z] [^:-@]`)) {
      const known = chars.filter((char) => engineFinds(pattern, char))
      expect(chars.filter((char) => compilePattern(pattern).test(char))).toEqual(known)
      expect(chars.filter((char) => automatonFor(pattern)?.test(char))).toEqual(known)
    }
  })

  const COSTLY = String.raw`(a+)+$ (a*)*b (a|a)*b (.*)*x ^(([a-z])+.)+[A-Z]([a-z])+$
    (a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b [a-z]+x \w+\d (.+)+\.html a{0,50}a{0,50}b  (a|bc).*b (a|bc)d.*b a{1,2}.*b`
  test.each(words(COSTLY))('leaves patterns that may backtrack to the engine: %s', (pattern) => {
    expect(toNativeSearch(pattern)).toBeUndefined()
    // A backtracking engine would not come back from the first of these in years.
    const hostile = `/${'a'.repeat(50_000)}`
    const expected = engineFinds(pattern, hostile)
    const compiled = compilePattern(pattern)
    expect([compiled.test(hostile), compiled.find(hostile)]).toEqual([expected !== undefined, expected])
  })
})

describe('checkPattern', () => {
  test.each([
    ['^/docs/(?!internal)', { kind: 'look-around', index: 7, text: '(?!' }],
    ['a(?=b)', { kind: 'look-around', index: 1, text: '(?=' }],
    ['(?<=a)b', { kind: 'look-around', index: 0, text: '(?<=' }],
    ['(?<!a)b', { kind: 'look-around', index: 0, text: '(?<!' }],
    ['[(?!](?!x)', { kind: 'look-around', index: 5, text: '(?!' }],
    ['\\((?!x)', { kind: 'look-around', index: 2, text: '(?!' }],
    ['(a)\\1', { kind: 'back-reference', index: 3, text: '\\1' }],
    ['(?P<n>a)\\k<n>', { kind: 'back-reference', index: 8, text: '\\k<n>' }],
    ['(?>a)', { kind: 'atomic', index: 0, text: '(?>' }],
    ['a++', { kind: 'repeated-count', index: 1, text: '++' }],
    [String.raw`a*\Q\E+`, { kind: 'repeated-count', index: 1, text: String.raw`*\Q\E+` }],
    ['^/(', { kind: 'syntax', detail: 'missing closing )' }],
    ['(a', { kind: 'syntax', detail: 'missing closing )', text: '(a' }],
    ['a'.repeat(2001), { kind: 'too-long', length: 2001 }],
  ])('refuses %s', (pattern, problem) => {
    expect(checkPattern(pattern)).toMatchObject(problem)
    expect(() => compilePattern(pattern)).toThrow(ScopeError)
  })

  test.each([
    '(?i)blog',
    '\\pL',
    '[[:alpha:]]',
    '(?P<n>a)',
    'a{1000}',
    '\\bdocs\\b',
    'a'.repeat(2000),
    '',
    '[(?!]',
    '[\\](?!x]\\b',
  ])('accepts %s', (pattern) => {
    expect(checkPattern(pattern)).toBeUndefined()
    expect(() => compilePattern(pattern)).not.toThrow()
  })

  test('refuses exactly what the engine refuses', () => {
    fc.assert(
      fc.property(somePattern, (pattern) => {
        // The engine repeats a repetition across an empty quotation, which nobody means.
        fc.pre(!/[*+?}](?:\\Q\\E)+[*+?{]/.test(pattern))
        const problem = checkPattern(pattern)
        expect(problem === undefined || problem.kind === 'not-portable').toBe(isAccepted(pattern))
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['{id}', '{id}', String.raw`\{id\}`],
    ['/{lang}/docs', '{lang}', String.raw`/\{lang\}/docs`],
    ['/x{', '{', String.raw`/x\{`],
    ['/a{,3}', '{,3}', String.raw`/a\{,3\}`],
    [String.raw`\Q/a.b\E/c`, String.raw`\Q/a.b\E`, String.raw`/a\.b/c`],
    [String.raw`/a\056b`, String.raw`\056`, String.raw`/a\x{2e}b`],
    [String.raw`\<a\>`, String.raw`\<`, '<a>'],
    ['[a[b]', '[', String.raw`[a\[b]`],
    ['[a&&b]', '&', String.raw`[a\&&b]`],
    ['[a~~b]', '~', String.raw`[a\~~b]`],
    ['[+--]', '-', String.raw`[+-\-]`],
    ['[--a]', '-', String.raw`[\--a]`],
    [String.raw`[\w-z]`, '-', String.raw`[\w\-z]`],
    [String.raw`[\pL-a]`, String.raw`-`, String.raw`[\pL\-a]`],
    [String.raw`\Qa.b`, String.raw`\Qa.b`, String.raw`a\.b`],
    [String.raw`\1017`, String.raw`\101`, String.raw`\x{41}7`],
    [String.raw`\x{41}{`, String.raw`{`, String.raw`\x{41}\{`],
    [String.raw`[[:alpha:]-z]`, String.raw`-`, String.raw`[[:alpha:]\-z]`],
    [String.raw`[^]a]x{`, String.raw`{`, String.raw`[^]a]x\{`],
    [String.raw`[a-z]{x}`, String.raw`{x}`, String.raw`[a-z]\{x\}`],
    [String.raw`a{1,2}{b}`, String.raw`{b}`, String.raw`a{1,2}\{b\}`],
    [String.raw`{a b}`, String.raw`{a b}`, String.raw`\{a b\}`],
    [String.raw`{a/b}`, String.raw`{`, String.raw`\{a/b\}`],
    [String.raw`[\]{]{`, String.raw`{`, String.raw`[\]{]\{`],
    [String.raw`[\101]`, String.raw`\101`, String.raw`[\x{41}]`],
    [String.raw`[!--]`, String.raw`-`, String.raw`[!-\-]`],
    [String.raw`a\Q\E*`, String.raw`\Q\E`, 'a*'],
  ])('refuses %s, which Rust reads differently, and proposes a form for both', (pattern, text, rewrite) => {
    expect(checkPattern(pattern)).toEqual({ kind: 'not-portable', text, rewrite })
  })

  test.each([
    'a{2}',
    'a{2,}',
    'a{2,3}',
    '}',
    ']',
    '[{}]',
    '[]a]',
    '[^]a]',
    '[a-]',
    '[-a]',
    String.raw`[\w-]`,
    String.raw`\p{Lu}{2}`,
    String.raw`\pL{2}`,
    String.raw`[\pL-]`,
    String.raw`[[:^digit:]{x}]`,
    String.raw`[^a-z-0]`,
    String.raw`[a&b]`,
    String.raw`[a~b]`,
  ])('accepts %s, which both engines read in the same way', (pattern) => {
    expect(checkPattern(pattern)).toBeUndefined()
  })

  test.each(['\\x{9}+', '\\p{Greek}*', '[\\x{9}]{2}', '\\pL?'])(
    'does not read the braces of %s as a repeat count',
    (pattern) => {
      expect(checkPattern(pattern)?.kind).not.toBe('repeated-count')
    },
  )

  test('proposes a portable form that matches the same text', () => {
    fc.assert(
      fc.property(somePattern, urlText, (pattern, text) => {
        const problem = checkPattern(pattern)
        fc.pre(problem?.kind === 'not-portable')
        const rewrite = problem?.kind === 'not-portable' ? problem.rewrite : ''
        expect(checkPattern(rewrite)).toBeUndefined()
        expect(engineFinds(rewrite, text)).toEqual(engineFinds(pattern, text))
      }),
      { numRuns: 300 },
    )
  })
})
