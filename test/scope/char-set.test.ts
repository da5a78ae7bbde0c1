import { expect, it } from 'vitest'
import * as sets from '../../src/scope/pattern/char-set.ts'

const ALL = Array.from({ length: 0x7e - 0x20 }, (_, place) => place + 0x21)
/** Code points on both sides of those that a URL may hold, and at the edges of 32-bit words. */
const OUTSIDE = [0, 1, 0x20, 0x7f, 0x80, 0x81, 0xa0, 0xe9, 0x2028]
const membersOf = (set: sets.CharSet) =>
  [...OUTSIDE, ...ALL].filter((code) => (set & sets.charOf(code)) !== sets.NO_CHARS)
const text = (code: number) => String.fromCharCode(code)

it('a set of one character contains only that character', () => {
  for (const code of ALL) {
    const set = sets.charOf(code)
    expect([code, membersOf(set)]).toEqual([code, [code]])
    expect([sets.onlyChar(set), sets.someChar(set)]).toEqual([text(code), text(code)])
    expect(membersOf(sets.complement(set))).toEqual(ALL.filter((other) => other !== code))
  }
  for (const code of OUTSIDE) expect([code, sets.charOf(code)]).toEqual([code, sets.NO_CHARS])
})

it('ranges contain both ends, and intersect if they share a character', () => {
  const ends = [0, 0x20, 0x21, 0x22, 0x30, 0x40, 0x41, 0x5f, 0x60, 0x61, 0x62, 0x7d, 0x7e, 0x7f, 0xff]
  const ranges = ends.flatMap((from) => ends.filter((to) => to >= from).map((to) => [from, to] as const))
  const wrong = ranges.filter(([from, to]) => {
    const expected = ALL.filter((code) => code >= from && code <= to)
    return membersOf(sets.charRange(from, to)).join() !== expected.join()
  })
  expect(wrong).toEqual([])
  for (const [from, to] of ranges) {
    const range = sets.charRange(from, to)
    for (const [low, high] of ranges) {
      const other = sets.charRange(low, high)
      const both = range & other
      const shared = ALL.filter((code) => code >= Math.max(from, low) && code <= Math.min(to, high))
      if (
        (both === sets.NO_CHARS) !== (shared.length === 0) ||
        (sets.onlyChar(both) === undefined) !== (shared.length !== 1)
      )
        throw new Error(`${from} to ${to} with ${low} to ${high}`)
    }
  }
})

it('a union contains the characters of both sets', () => {
  const codes = [0x21, 0x40, 0x41, 0x60, 0x61, 0x7e]
  for (const first of codes) {
    for (const second of codes) {
      const pair = sets.charOf(first) | sets.charOf(second)
      expect(membersOf(pair)).toEqual([...new Set([first, second])].toSorted((a, b) => a - b))
      expect(sets.onlyChar(pair)).toBe(first === second ? text(first) : undefined)
    }
  }
  expect(membersOf(sets.ALL_CHARS)).toEqual(ALL)
  expect(sets.complement(sets.ALL_CHARS)).toEqual(sets.NO_CHARS)
})

it.each([
  ['!Zm5~', 'm'],
  ['!Z5~', '5'],
  ['0!', '0'],
  ['9!', '9'],
  ['a0', 'a'],
  ['z0', 'z'],
  ['~Z', 'Z'],
  ['', undefined],
])('the set "%s" is shown by the character %s', (members, shown) => {
  const set = Array.from(members).reduce((sum, char) => sum | sets.charOf(char.charCodeAt(0)), sets.NO_CHARS)
  expect(sets.someChar(set)).toBe(shown)
  expect(sets.onlyChar(set)).toBeUndefined()
})
