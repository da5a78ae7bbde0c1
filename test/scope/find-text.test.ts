import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findText } from '../../src/scope/pattern/find-text.ts'

test.each([
  [['^/a$'], [], '/a'],
  [['^/docs/', '\\.pdf$'], [], '/docs/.pdf'],
  [['^/docs/'], ['^/docs/'], 'none'],
  [['^/docs/api/'], ['/docs/'], 'none'],
  [['/docs/'], ['^/docs/api/'], '/docs/'],
  [['^blog', '^/'], [], 'none'],
  [['a^b'], [], 'none'],
  [['a$b'], [], 'none'],
  [['é'], [], 'none'],
  [['^/(en|de)/'], ['^/en/'], '/de/'],
  [['^/[ab]$'], ['^/a', '^/b'], 'none'],
  [['^/a{2,3}$'], ['^/aa$'], '/aaa'],
  [['^/(a|)b?$'], ['b'], '/'],
  [['^.*$'], ['.*'], 'none'],
  [['^$'], [], ''],
  [['(?i)a'], [], 'unknown'],
  [['^/(a|b)*a(a|b){14}$'], ['^/(a|b)*b(a|b){14}$'], 'unknown'],
])('a text that matches %j and not %j is %s', (all, none, expected) => {
  const answer = findText({ all, none })
  expect(answer.kind === 'found' ? answer.text : answer.kind).toBe(expected)
})

const part = fc.constantFrom(
  'a',
  'b',
  '/',
  '.',
  '[^/]',
  '[ab]',
  '(a|b)',
  '(a|/b)',
  '(ab?)',
  '(a$|b)',
  '(^|/)a',
)
const pattern = fc
  .tuple(
    fc.constantFrom('', '^', '^/'),
    fc.array(
      fc.tuple(part, fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}', '{0}')).map(([a, b]) => a + b),
      {
        maxLength: 4,
      },
    ),
    fc.constantFrom('', '$', '|b'),
  )
  .map(([start, middle, end]) => start + middle.join('') + end)

/** Every text of `a`, `b` and `/` up to length 5. */
const texts = [0, 1, 2, 3, 4, 5].reduce<string[][]>(
  (byLength) => [
    ...byLength,
    (byLength.at(-1) ?? ['']).flatMap((text) => ['a', 'b', '/'].map((char) => text + char)),
  ],
  [['']],
)

test('findText returns a text that fits, or none if none exists', () => {
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 2 }), fc.array(pattern, { maxLength: 2 }), (all, none) => {
      const holds = (text: string): boolean =>
        all.every((source) => new RegExp(source).test(text)) &&
        !none.some((source) => new RegExp(source).test(text))
      const answer = findText({ all, none })
      const shortest = texts.flat().find(holds)
      fc.pre(answer.kind !== 'unknown')
      expect(answer.kind === 'found' ? holds(answer.text) : shortest === undefined).toBe(true)
      expect(
        answer.kind === 'found' && shortest !== undefined ? answer.text.length <= shortest.length : true,
      ).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('findText stops at its limit of steps', () => {
  const query = { all: ['^/(en|de)/', 'x$'], none: ['^/en/'] }
  const answer = findText(query)
  expect(answer).toMatchObject({ kind: 'found', text: '/de/x' })
  expect(findText(query, answer.steps)).toEqual(answer)
  expect(findText(query, answer.steps - 1)).toMatchObject({ kind: 'unknown', steps: answer.steps })
  // Of three patterns, only the first is read once it has used up all steps.
  expect(findText({ all: ['^/ab$', 'x', 'y'], none: [] }, 0)).toEqual({ kind: 'unknown', steps: 3 })
})

test('findText does not follow a text that can no longer fit', () => {
  // Three sets, and one round of three characters through two automata.
  expect(findText({ all: ['^/a'], none: ['^/'] })).toEqual({ kind: 'none', steps: 9 })
})

test.each([
  [[...Array.from({ length: 9 }, () => '^/'), 'ab$'], '/ab'],
  [['^/a{300}a{300}', '^/', '^/', '^/', 'vwxyz$'], `/${'a'.repeat(600)}vwxyz`],
])('findText separates the states of many or long patterns: %j', (all, text) => {
  expect(findText({ all, none: [] })).toMatchObject({ kind: 'found', text })
})
