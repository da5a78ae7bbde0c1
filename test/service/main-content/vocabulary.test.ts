import { expect, it } from 'vitest'
import { CLASS_GROUPS, classWordsOf } from '../../../src/service/main-content/vocabulary.ts'

it('finds the same groups in a known class, even after thousands of other classes', () => {
  const expected = CLASS_GROUPS.bits('related card')
  expect(classWordsOf('related-grid')).toBe(expected)
  expect(classWordsOf('related-grid')).toBe(expected)
  for (let index = 0; index < 6000; index++)
    expect(classWordsOf(`sidebar-${index}`)).toBe(CLASS_GROUPS.bits('side'))
  expect(classWordsOf('related-grid')).toBe(expected)
})
