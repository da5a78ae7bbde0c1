import { describe, expect, it } from 'vitest'
import { automatonFor } from '../../src/scope/pattern/automaton.ts'
import { checkPattern, PATTERN_CAPS } from '../../src/scope/pattern/check-pattern.ts'
import { compilePattern } from '../../src/scope/pattern/compile-pattern.ts'
import { parsePattern } from '../../src/scope/pattern/parse-pattern.ts'

describe('a construct that needs backtracking', () => {
  it.each([
    ['(?=a)', 'look-around', 0, '(?='],
    ['b(?!a)', 'look-around', 1, '(?!'],
    ['(?<=a)', 'look-around', 0, '(?<='],
    ['(?<!a)', 'look-around', 0, '(?<!'],
    ['a(?>b)', 'atomic', 1, '(?>'],
    ['a*+', 'repeated-count', 1, '*+'],
    ['a++', 'repeated-count', 1, '++'],
    ['a?+', 'repeated-count', 1, '?+'],
    [String.raw`(a)\1`, 'back-reference', 3, String.raw`\1`],
    [String.raw`(a)\7`, 'back-reference', 3, String.raw`\7`],
    [String.raw`(a)\8`, 'back-reference', 3, String.raw`\8`],
    ['(?P<n>a)(?P=n)', 'back-reference', 8, '(?P=n)'],
    [String.raw`(?<n>a)\k<n>`, 'back-reference', 7, String.raw`\k<n>`],
    // Found after a bracket, a quotation and an escape.
    ['[a](?=b)', 'look-around', 3, '(?='],
    ['[^a](?=b)', 'look-around', 4, '(?='],
    ['[]a](?=b)', 'look-around', 4, '(?='],
    ['[^]a](?=b)', 'look-around', 5, '(?='],
    [String.raw`[\]a](?=b)`, 'look-around', 5, '(?='],
    ['[[:alpha:]](?=b)', 'look-around', 11, '(?='],
    ['[[:alpha:]x](?=b)', 'look-around', 12, '(?='],
    [String.raw`\Qa\E(?=b)`, 'look-around', 5, '(?='],
    [String.raw`\Q\E(?=b)`, 'look-around', 4, '(?='],
    [String.raw`\\(?=b)`, 'look-around', 2, '(?='],
    [String.raw`\((?=b)`, 'look-around', 2, '(?='],
    [String.raw`${'a'.repeat(50)}(?=b)`, 'look-around', 50, '(?='],
  ])('is found in %s: %s at %i', (pattern, kind, index, text) => {
    expect(checkPattern(pattern)).toEqual({ kind, index, text })
  })

  it.each([
    ['[(?=]', 'a ('],
    ['[a++]', '+'],
    [String.raw`[^\](?=]+`, 'a'],
    [String.raw`\(?=b`, '(=b'],
  ])('is not found in a literal: %s', (pattern, text) => {
    expect(checkPattern(pattern)).toBeUndefined()
    expect(compilePattern(pattern).test(text)).toBe(true)
  })

  it.each([
    '[](?=b)]',
    '[^](?=b)]',
    String.raw`\Q(?=b)`,
    String.raw`\Q(?=b)\E`,
    '[(?=',
    '[^(?=',
    String.raw`[\](?=`,
    '[[:(?=',
    '[[:(?=:]',
  ])('is not found in a quotation or an unclosed set: %s', (pattern) =>
    expect(checkPattern(pattern)?.kind).not.toBe('look-around'),
  )
})

it('a pattern may have the length that services accept, and no more', () => {
  const longest = 'a'.repeat(PATTERN_CAPS.patternLength)
  expect(checkPattern(longest)).toBeUndefined()
  expect(checkPattern(`${longest}a`)).toEqual({ kind: 'too-long', length: PATTERN_CAPS.patternLength + 1 })
})

it.each([
  ['a{500}', true],
  ['a{501}', false],
  ['(ab){250}', true],
  ['(ab){251}', false],
  ['(a|b){250}', true],
  ['(a|b){251}', false],
  // What matches no character of its own counts as none.
  ['(^a$){500}', true],
  ['(^a|$){500}', true],
  ['(a{2}){250}', true],
  ['(a{2}){251}', false],
  ['(a{2,}){250}', true],
  ['(a{2,}){251}', false],
  ['(a*){500}', true],
  ['(a?){501}', false],
  ['a{0,500}', true],
  ['a{0,501}', false],
  ['a{500,}', true],
  ['a{501,}', false],
  ['a{2,1}', false],
  ['a{1,1}', true],
  [`${'('.repeat(20)}a${')'.repeat(20)}`, true],
  [`${'('.repeat(21)}a${')'.repeat(21)}`, false],
])('the pattern %s is simple: %s', (pattern, isPlain) => {
  expect(parsePattern(pattern) !== undefined).toBe(isPlain)
})

it('a syntax error is reported with its reason', () => {
  expect(checkPattern('a(b')).toMatchObject({
    kind: 'syntax',
    detail: expect.stringMatching(/missing/) as string,
  })
  expect(checkPattern('a**')).toMatchObject({ kind: 'repeated-count', text: '**' })
})

it.each([
  ['compiled', compilePattern],
  ['parsed', parsePattern],
  ['converted to an automaton', automatonFor],
  ['checked', (source: string) => checkPattern(`(?=${source}`)],
] as const)('a pattern is %s only once, until there are very many', (_, make) => {
  const first = make('/first')
  expect(first).toBeDefined()
  expect(make('/first')).toBe(first)
  for (let count = 0; count < 10_001; count++) make(`/${count}`)
  expect(make('/first')).toBeDefined()
  expect(make('/first') === first).toBe(false)
})
