import { expect, test } from 'vitest'
import { literalParts, literalPrefixes } from '../../src/scope/pattern/pattern-texts.ts'
import { parsePattern } from '../../src/scope/pattern/parse-pattern.ts'

test.each([
  ['/blog/', ['/blog/']],
  ['/blog/.*/old', ['/blog/', '/old']],
  ['(a|b)', []],
  ['a|b', []],
  ['a(b|b2)c', ['a', 'c']],
  ['(ab)c', ['abc']],
  ['a[bc]d', ['a', 'd']],
  ['x(a|[bc])y', ['x', 'y']],
])('every match of %s contains %j', (pattern, parts) => {
  expect(literalParts(parsePattern(pattern)!)).toEqual(parts)
})

test.each([
  ['^/(en|de)/x', ['/en/x', '/de/x']],
  ['^/a.*b', ['/a']],
  ['^/([a-z])', ['/']],
  ['^/(a|[bc])', ['/']],
  ['/a', ['']],
  ['^a|^b', ['']],
])('every match of %s starts with one of %j', (pattern, prefixes) => {
  expect(literalPrefixes(parsePattern(pattern)!)).toEqual(prefixes)
})

test.each([
  ['^(a|b)(c|d)(e|f)(g|h)', 16],
  ['^(a|b)(c|d)(e|f)(g|h)(i|j)', 16],
  ['^((a|b)(c|d)(e|f)(g|h))x', 16],
  ['^x((a|b)(c|d)(e|f)(g|h)(i|j))', 1],
])('%s is expanded into %i prefixes', (pattern, count) => {
  expect(literalPrefixes(parsePattern(pattern)!)).toHaveLength(count)
})
