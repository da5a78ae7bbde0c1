import { expect, it } from 'vitest'
import { memoize } from '../../src/util/memoize.ts'

it('memoize computes once per object, even if the result is false', () => {
  const asked: object[] = []
  const isLong = memoize((list: readonly number[]) => {
    asked.push(list)
    return list.length > 1
  })
  const [short, long] = [[1], [1, 2]]
  expect([isLong(short), isLong(long), isLong(short), isLong(long)]).toEqual([false, true, false, true])
  expect(asked).toEqual([short, long])
})
