import { expect, test } from 'vitest'
import { literalParts, literalPrefixes } from '../../src/scope/pattern/literal-texts.ts'
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
])('what matches %s holds %j', (pattern, parts) => {
  expect(literalParts(parsePattern(pattern)!)).toEqual(parts)
})

test.each([
  ['^/(en|de)/x', ['/en/x', '/de/x']],
  ['^/a.*b', ['/a']],
  ['^/([a-z])', ['/']],
  ['^/(a|[bc])', ['/']],
  ['/a', ['']],
  ['^a|^b', ['']],
])('what matches %s begins with one of %j', (pattern, prefixes) => {
  expect(literalPrefixes(parsePattern(pattern)!)).toEqual(prefixes)
})
