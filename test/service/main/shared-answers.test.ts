import { describe, expect, it } from 'vitest'
import { outlineOf } from '../../../src/service/main/find-main-content.ts'
import { SharedAnswers } from '../../../src/service/main/shared-answers.ts'

/** Answers about the blocks of a page, the first with 0, the next with 1 and so on; and how many were asked about. */
function answersFor(html: string): { readonly answers: readonly number[]; readonly asked: number } {
  const { outline } = outlineOf(html, () => false)
  const shared = new SharedAnswers(outline)
  let asked = 0
  return { answers: outline.blocks.map((block) => shared.answer(block, () => asked++)), asked }
}

const items = (count: number, text: string): string =>
  `<ul class="list">${Array.from({ length: count }, () => `<li class="item">${text}</li>`).join('')}</ul>`

describe('answers about short blocks that look alike', () => {
  it('are the mean of the first four, wherever the blocks stand', () => {
    const { answers, asked } = answersFor(`<div>${items(3, 'A pot')}</div><div>${items(3, 'A lid')}</div>`)
    expect(answers).toEqual([0, 1, 2, 3, 1.5, 1.5])
    expect(asked).toBe(4)
  })

  it.each([
    ['long blocks', items(9, 'It takes two people most of a day to make a pot by hand and to fire it.')],
    [
      'blocks of other classes',
      'abcdefghi'
        .split('')
        .map((name) => `<p class="${name}">A pot</p>`)
        .join(''),
    ],
    [
      'blocks in other elements',
      'abcdefghi'
        .split('')
        .map((name) => `<div class="${name}"><p>A pot</p></div>`)
        .join(''),
    ],
  ])('are their own for %s', (_, html) => {
    expect(answersFor(html).answers).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('are not shared by links and text', () => {
    const { answers } = answersFor(items(5, 'A pot') + items(5, '<a href="/pot">A pot</a>'))
    expect(answers).toEqual([0, 1, 2, 3, 1.5, 4, 5, 6, 7, 5.5])
  })
})
