import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LintRun } from '../../src/lint/lint.ts'
import { checkPattern } from '../../src/scope/pattern/check-pattern.ts'

const part = fc.constantFrom(
  'a',
  'b',
  '/',
  'ab',
  '.',
  '[^/]',
  '(a|b)',
  '(a|/b)',
  '(ab?)',
  '(^|/)a',
  '\\.',
  '(a$)',
)
const count = fc.constantFrom('', '', '', '*', '+', '?', '{2}')
const pattern = fc
  .tuple(
    fc.constantFrom('', '^', '^/', '/', '.*'),
    fc.array(
      fc.tuple(part, count).map(([text, times]) => text + times),
      { maxLength: 4 },
    ),
    fc.constantFrom('', '$', '.*', '.*$', '|b', '/'),
  )
  .map(([start, middle, end]) => start + middle.join('') + end)

/** Every path of a slash and up to five of these characters. */
const paths = ['/']
for (let length = 0, from = 0; length < 5; length++) {
  const { length: to } = paths
  for (const path of paths.slice(from, to)) for (const char of 'ab/.') paths.push(path + char)
  from = to
}

test('the facts about a pattern hold for every path that it matches', () => {
  fc.assert(
    fc.property(pattern, (source) => {
      const facts = new LintRun().pattern(source)
      fc.pre(checkPattern(source) === undefined)
      const found = paths.filter((path) => new RegExp(source).test(path))
      expect(found.every((path) => facts.isFoundIn(path))).toBe(true)
      expect(found.every((path) => facts.prefixes.some((prefix) => path.startsWith(prefix)))).toBe(true)
      expect(found.every((path) => facts.parts.every((text) => path.includes(text)))).toBe(true)
      expect(facts.paths.every((path) => new RegExp(source).test(path))).toBe(true)
      expect(facts.isDead && found.length > 0).toBe(false)
    }),
    { numRuns: 500 },
  )
})

test('the facts about a plain prefix are complete', () => {
  const { parts, prefixes, path, isDead } = new LintRun().pattern('^/docs/')
  expect({ parts, prefixes, path, isDead }).toEqual({
    parts: ['/docs/'],
    prefixes: ['/docs/'],
    path: '/docs/',
    isDead: false,
  })
})

test('a covered pattern matches only paths that the wider one matches', () => {
  fc.assert(
    fc.property(pattern, pattern, (a, b) => {
      const run = new LintRun()
      const [narrow, wide] = [run.pattern(a), run.pattern(b)]
      fc.pre([a, b].every((source) => checkPattern(source) === undefined) && wide.covers(narrow))
      const missed = paths.filter((path) => new RegExp(a).test(path) && !new RegExp(b).test(path))
      expect(missed).toEqual([])
    }),
    { numRuns: 200 },
  )
})
