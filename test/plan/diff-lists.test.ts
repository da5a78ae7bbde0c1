import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diffLists } from '../../src/plan/diff-lists.ts'

const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })

it('gives both lists back: what was kept and removed, what was kept and added', () => {
  fc.assert(
    fc.property(list, list, (before, after) => {
      const items = diffLists(before, after)
      expect(items.filter((item) => item.kind !== 'added').map((item) => item.value)).toEqual(before)
      expect(items.filter((item) => item.kind !== 'removed').map((item) => item.value)).toEqual(after)
    }),
  )
})

it('keeps everything that one insertion leaves in place', () => {
  fc.assert(
    fc.property(list, fc.nat(12), (before, position) => {
      const after = [...before.slice(0, position), 'new', ...before.slice(position)]
      expect(diffLists(before, after).filter((item) => item.kind !== 'kept')).toEqual([
        { kind: 'added', value: 'new' },
      ])
    }),
  )
})

it('compares items by value, whatever the order of their keys', () => {
  expect(diffLists([{ type: 'json', prompt: 'x' }], [{ prompt: 'x', type: 'json' }])).toMatchObject([
    { kind: 'kept' },
  ])
})

it('shows two huge lists as replaced instead of comparing for seconds', () => {
  const before = Array.from({ length: 5000 }, (_, index) => `a${index}`)
  const after = Array.from({ length: 5000 }, (_, index) => `b${index}`)
  expect(diffLists(before, after)).toHaveLength(10_000)
})
