import { expect, it } from 'vitest'
import { isLinear } from '../../src/scope/pattern/is-linear.ts'
import { parsePattern } from '../../src/scope/pattern/parse-pattern.ts'

it.each([
  // Counts and alternatives have a bounded number of ways, of bounded length.
  ['(a|b){5}', true],
  ['(a|b){6}', false],
  ['a?b?c?d?e?', true],
  ['a?b?c?d?e?f?', false],
  ['a{400}', true],
  ['a{401}', false],
  ['a{0,27}', true],
  ['a{0,28}', false],
  ['(a|b){1,4}', true],
  ['(a|b){1,5}', false],
  ['(a|b){5}|c', false],
  ['(a|b){4}(c|d)', true],
  ['(a|b){4}(c|d|e)', false],
  ['a{0}', true],
  // Only a single character repeats without a bound.
  ['a*', true],
  ['(ab)*', false],
  ['(a|b)*', false],
  ['(a?)*', false],
  ['(^)+', false],
  ['()*', false],
  ['(a|b){5,}', false],
  ['x((ab)*)', false],
  ['(c|(ab)*)', false],
  ['((ab)*){2}', false],
  // A run at the end has found its match.
  ['^.*a.*', true],
  ['a.*$', true],
  ['[^/]*$', false],
  ['^[^/]*$', true],
  ['/[^/]*$', true],
  ['.*$a', false],
  // Only one run gives back, and the others are forced.
  ['^.*a', true],
  ['^.*a.*b', false],
  ['^a*a*b', false],
  ['^a*ba*b', true],
  ['^a*bb*c', true],
  ['^a*.*b', false],
  ['^[ab]*ba*c', false],
  ['^[ab]*b[ab]*b', false],
  ['^a+b', true],
  // Without an anchor a run stands near what cannot be in it.
  ['.*a', false],
  ['a*b', false],
  ['/[^/]*b', true],
  ['/aa[^/]*b', true],
  ['/aaa[^/]*b', false],
  ['/a?[^/]*b', true],
  ['a[^/]*b', false],
  ['/$[^/]*b', false],
  ['b*/c*d', false],
  ['/b*c', true],
  ['x|/b*c', true],
  ['x|b*c', false],
])('that %s is searched in linear time is known: %s', (pattern, expected) => {
  expect(isLinear(parsePattern(pattern)!)).toBe(expected)
})
