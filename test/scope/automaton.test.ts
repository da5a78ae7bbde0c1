import { expect, test } from 'vitest'
import { automatonFor } from '../../src/scope/pattern/automaton.ts'

/** Every text of `a`, `b` and `/` up to length 4. */
const texts = ['']
for (let at = 0; texts.length < 121; at++) texts.push(...['a', 'b', '/'].map((char) => `${texts[at]}${char}`))

const PATTERNS = [
  '',
  '^',
  '$',
  '^$',
  '$^',
  'a',
  '^a',
  'a$',
  'a^b',
  'a$b',
  '(^|/)a',
  'a(/|$)',
  'a{0}b',
  'a{2}',
  '^a{2}$',
  '^a{2,}$',
  '^a{1,3}$',
  '^a{0,2}b$',
  '^(ab){2,3}$',
  '^a*$',
  '^a+b*$',
  '^(a|b/)*$',
  '^((a|)b?)*$',
  '^(a|b)*a(a|b){2}$',
  '(ab|ba)/',
  '^(^a|b$)',
]

test.each(PATTERNS)('the automaton matches %j in the same texts as the platform', (pattern) => {
  const automaton = automatonFor(pattern)
  const expected = texts.filter((text) => new RegExp(pattern).test(text))
  expect(texts.filter((text) => automaton?.test(text))).toEqual(expected)
})

test.each(PATTERNS)(
  'the automaton for %j knows when a text is decided, and numbers its states',
  (pattern) => {
    const automaton = automatonFor(pattern)
    if (automaton === undefined) throw new Error('the pattern is plain')
    const numbers = new Map<number, unknown>()
    for (const text of texts) {
      let state = automaton.initial
      for (const char of text) state = automaton.step(state, char.charCodeAt(0))
      expect(numbers.get(state.id) ?? state).toBe(state)
      numbers.set(state.id, state)
      if (text.length > 2) continue
      const continued = texts
        .filter((other) => other.startsWith(text))
        .map((other) => new RegExp(pattern).test(other))
      expect(state.isMatched && continued.includes(false)).toBe(false)
      expect(state.isDead && continued.includes(true)).toBe(false)
    }
  },
)

test('the automaton knows when no further text can match', () => {
  const automaton = automatonFor('^/a')
  if (automaton === undefined) throw new Error('the pattern is plain')
  const slash = automaton.step(automaton.initial, 47)
  expect([automaton.initial.isDead, slash.isDead, automaton.step(slash, 98).isDead]).toEqual([
    false,
    false,
    true,
  ])
})
