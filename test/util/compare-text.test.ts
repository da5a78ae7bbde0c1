import { expect, it } from 'vitest'
import { compareText } from '../../src/util/compare-text.ts'

it('orders by code units, whatever the locale', () => {
  expect(['b', 'a', 'Z', 'ä', 'a'].toSorted(compareText)).toEqual(['Z', 'a', 'a', 'b', 'ä'])
})
