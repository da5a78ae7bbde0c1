import { describe, expect, it } from 'vitest'
import { keepNeighbors } from '../../../src/service/main-content/keep-neighbors.ts'
import { Outline } from '../../../src/service/main-content/outline.ts'
import { parsePage } from '../../../src/service/page-tree/parse-page.ts'
import { paragraph } from '../../support/potter-pages.ts'

/** Returns which blocks are kept of a page of which these were judged to be content. */
function keptOf(html: string, content: readonly number[]): number[] {
  const outline = new Outline(parsePage(html))
  const kept = Uint8Array.from(outline.blocks, (_, index) => (content.includes(index) ? 1 : 0))
  const chances = Int32Array.from(kept, (value) => value * 9000)
  keepNeighbors(outline, { chances, clear: new Uint8Array(kept.length) }, kept)
  return [...kept.entries()].flatMap(([index, value]) => (value === 1 ? index : []))
}

const texts = ['pot', 'lid', 'handle', 'spout', 'foot', 'rim'].map((topic) => paragraph(topic)).join('')

describe('the paragraphs of one element', () => {
  it('are all kept if a third of their words are', () => {
    expect(keptOf(`<div>${texts}</div>`, [0, 2])).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('are judged alone if few of their words are kept', () => {
    expect(keptOf(`<div>${texts}</div>`, [0])).toEqual([0])
  })

  it('are judged alone if there are few', () => {
    expect(keptOf(`<div>${paragraph('pot')}${paragraph('lid')}${paragraph('rim')}</div>`, [0, 1])).toEqual([
      0, 1,
    ])
  })

  it('say nothing of the paragraphs of another element', () => {
    expect(keptOf(`<div>${texts}</div><div>${texts}</div>`, [0, 2])).toEqual([0, 1, 2, 3, 4, 5])
  })
})
