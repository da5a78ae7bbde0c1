import { expect, it } from 'vitest'
import { onceEach } from '../../src/util/once-each.ts'

it('asks once for each object, also where the answer is no', () => {
  const asked: object[] = []
  const isLong = onceEach((list: readonly number[]) => {
    asked.push(list)
    return list.length > 1
  })
  const [short, long] = [[1], [1, 2]]
  expect([isLong(short), isLong(long), isLong(short), isLong(long)]).toEqual([false, true, false, true])
  expect(asked).toEqual([short, long])
})
