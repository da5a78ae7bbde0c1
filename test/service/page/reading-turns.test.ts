import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ReadingTurns } from '../../../src/service/page/reading-turns.ts'

it('pages that came at once are read in the order of their coming, one in each turn of the event loop', async () => {
  const turns = new ReadingTurns()
  const read: string[] = []
  for (const page of ['a', 'b', 'c']) void turns.next().then(() => read.push(page))
  const seen: string[] = []
  for (let count = 0; count < 3; count++) {
    seen.push(read.join(''))
    await turn()
  }
  expect([...seen, read.join('')]).toEqual(['', 'a', 'ab', 'abc'])
  void turns.next().then(() => read.push('d'))
  await turn()
  expect(read.join('')).toBe('abcd')
})
