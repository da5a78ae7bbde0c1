import fc from 'fast-check'
import { expect, it } from 'vitest'
import { WordSet } from '../../../src/service/html/word-set.ts'

const words = ['ad', 'ads', 'side', 'sidebar', 'lang-selector']
const set = new WordSet(words)

it('finds its words among others, wherever they stand', () => {
  const word = fc.constantFrom(...words, 'AD', 'a', 'nav', 'sidebars', 'side-bar', 'lang-selectoR', '-', 'ä')
  const space = fc.constantFrom(' ', '\n', '\t ', '  ')
  const list = fc.array(fc.tuple(word, space), { maxLength: 6 })
  fc.assert(
    fc.property(list, fc.string({ maxLength: 3 }), (parts, around) => {
      const text = parts.map(([own, separator]) => own + separator).join('')
      const expected = parts.some(([own]) => words.includes(own))
      expect(set.isIn(around + text + around, around.length, around.length + text.length)).toBe(expected)
    }),
  )
})

it('does not know where a word may be written in character references', () => {
  expect(set.isIn('a&#100; b', 0, 9)).toBeUndefined()
  expect(set.isIn('a&#100; side', 0, 12)).toBe(true)
})
