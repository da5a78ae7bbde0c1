import { expect, test } from 'vitest'
import { PrefixIndex } from '../../src/lint/rules/overlapping-crawls.ts'

const long = `/${'x'.repeat(60)}`

test.each([
  [['/a/b/'], [0, 1, 2]],
  [['/a/'], [0, 1, 2]],
  [['/a/b/c/'], [0, 1, 2]],
  [['/a/c/'], [1, 2]],
  [['/b/'], [2, 3]],
  [['/c/'], [2]],
  [[''], [0, 1, 2, 3, 4]],
  [
    ['/b/1/', '/a/b/'],
    [0, 1, 2, 3],
  ],
  [[`${long}y`], [2, 4]],
  [[], []],
])('finds the lists with a related prefix, in their order: %j', (prefixes, expected) => {
  const index = new PrefixIndex()
  index.add(0, ['/a/b/'])
  index.add(1, ['/a/'])
  index.add(2, [''])
  index.add(3, ['/b/1/', '/b/'])
  index.add(4, [`${long}x`])
  expect(index.near(prefixes)).toEqual(expected)
})
