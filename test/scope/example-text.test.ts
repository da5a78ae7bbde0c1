import { expect, it } from 'vitest'
import { exampleText } from '../../src/scope/pattern/pattern-texts.ts'
import { parsePattern } from '../../src/scope/pattern/parse-pattern.ts'

it.each([
  ['a|b|c', 'a', 'c'],
  [String.raw`\s|b|c|\s`, 'b', 'c'],
  [String.raw`\s`, undefined, undefined],
  [String.raw`\s|\s`, undefined, undefined],
  [String.raw`a\sb`, undefined, undefined],
  ['^a$', 'a', 'a'],
  ['a*b', 'b', 'ab'],
  ['a?b', 'b', 'ab'],
  ['a+b', 'ab', 'ab'],
  ['a{2,3}', 'aa', 'aa'],
  ['a{0}b', 'b', 'b'],
  ['(x|y)*[0-9]', '0', 'y0'],
  ['', '', ''],
])('an example for %s is %s, and with the last alternatives %s', (pattern, first, last) => {
  const tree = parsePattern(pattern)!
  expect([exampleText(tree, 'first'), exampleText(tree, 'last')]).toEqual([first, last])
})
