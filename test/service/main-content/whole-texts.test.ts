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

  it('are those of all answers in the list of an interview', () => {
    const answers = ['pot', 'lid', 'rim', 'foot'].map((topic) => `<dt>ann</dt><dd>${paragraph(topic)}</dd>`)
    const html = `<dl>${answers.join('')}</dl>`
    expect(keptOf(html, [1, 5])).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('say nothing of the paragraphs of another element', () => {
    expect(keptOf(`<div>${texts}</div><div>${texts}</div>`, [0, 2])).toEqual([0, 1, 2, 3, 4, 5])
  })
})

describe('the lead of a text', () => {
  const pageOf = (lead: string, before = ''): string =>
    `<article><h1>The teapot</h1>${before}${lead}<div>${texts}</div></article>`

  it.each([
    'lead',
    'article-intro',
    'art-lead',
    'single_post__excerpt',
    'ArticleHeader-Hook',
    'chapo',
    'texto-bajada',
  ])('is kept by its name: %s', (name) => {
    const lead = `<div class="${name}"><p>How a teapot is made in two days.</p></div>`
    expect(keptOf(pageOf(lead, '<span>5 May</span>'), [0, 3, 4, 5, 6, 7, 8])).toEqual([
      0, 2, 3, 4, 5, 6, 7, 8,
    ])
  })

  it.each([
    ['without a name', '<p>How a teapot is made in two days.</p>'],
    [
      'if it is about the author',
      '<div class="author-intro"><p>Ann has made teapots for ten years.</p></div>',
    ],
    ['if it leads elsewhere', '<div class="intro"><a href="/x">How a kiln is made in two days.</a></div>'],
    ['if it is a label', '<div class="intro">Our guides</div>'],
  ])('is judged alone %s', (_name, lead) => {
    expect(keptOf(pageOf(lead), [0, 2, 3, 4, 5, 6, 7])).not.toContain(1)
  })

  it('is not further down', () => {
    const later = `<div class="intro"><p>How a lid is made in two days.</p></div>`
    expect(
      keptOf(`<article><h1>The teapot</h1><div>${texts}</div></article>${later}`, [0, 1, 2, 3, 4, 5, 6]),
    ).not.toContain(7)
  })
})
