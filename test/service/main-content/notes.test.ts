import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { ARTICLE, ARTICLE_TEXTS, page, paragraph, RELATED } from '../../support/potter-pages.ts'

const WARNING = 'Never open the kiln while it is hot.'
const PAGES: readonly (readonly [string, (note: string) => string])[] = [
  ['a main element', (note) => `<main>${ARTICLE}${note}${paragraph('cup')}</main>${RELATED}`],
  ['a page without one', (note) => `<div>${ARTICLE}${note}${paragraph('cup')}</div>${RELATED}`],
  ['a short page', (note) => `<h1>Kilns</h1><p>A kiln is an oven.</p>${note}<p>It burns clay.</p>`],
]

describe.each(PAGES)('the main content in %s', (_, pageWith) => {
  it.each([
    `<aside class="starlight-aside starlight-aside--caution" aria-label="Caution"><p aria-hidden="true" class="starlight-aside__title">Caution</p><div class="starlight-aside__content"><p>${WARNING}</p></div></aside>`,
    `<aside class="note"><strong>Note:</strong><span> ${WARNING}</span></aside>`,
    `<aside class="key-point"><p>${WARNING}</p></aside>`,
    `<aside role="note"><p>${WARNING}</p></aside>`,
    `<div class="side" role="note"><p>${WARNING}</p></div>`,
    `<aside class="admonition warning"><p class="admonition-title">Warning</p><p>${WARNING}</p></aside>`,
  ])('contains the callout %s', (note) => {
    expect(mainContentOf(page(pageWith(note)))).toContain(WARNING)
  })

  it.each([
    `<aside class="footnotes"><ol><li id="fn1">${WARNING} <a href="#ref1">↩</a></li></ol></aside>`,
    `<footer class="footnotes"><ol><li id="fn1">${WARNING}</li></ol></footer>`,
    `<div class="article-footer-footnotes"><div class="footnote-footer">1. ${WARNING}</div></div>`,
    `<aside class="footnote-list brackets"><aside class="footnote brackets" role="doc-footnote"><span class="label">1</span><p>${WARNING}</p></aside></aside>`,
    `<aside role="doc-endnotes"><ol><li>${WARNING}</li></ol></aside>`,
  ])('contains the footnotes %s', (notes) => {
    expect(mainContentOf(page(pageWith(notes)))).toContain(WARNING)
  })

  it.each([
    `<blockquote><p>Clay has a memory.</p><footer>${WARNING}</footer></blockquote>`,
    `<blockquote class="blockquote"><p>Clay is soft.</p><footer class="blockquote-footer">A potter, <cite>${WARNING}</cite></footer></blockquote>`,
  ])('contains the source of the quotation %s', (quotation) => {
    expect(mainContentOf(page(pageWith(quotation)))).toContain(WARNING)
  })

  it.each(['<aside class="related tips"><a href="/1">Ten kilns</a> <a href="/2">Glazes</a></aside>'])(
    'does not contain %s',
    (aside) => {
      expect(mainContentOf(page(pageWith(aside)))).not.toContain('Ten kilns')
    },
  )
})

describe('the main content of a page with several main elements', () => {
  const OLD = `<h1>Old</h1>${paragraph('oven')}${paragraph('door')}${paragraph('fire')}`

  it.each([
    `<main hidden>${OLD}</main><main>${ARTICLE}</main>`,
    `<main>${ARTICLE}</main><main style="display: none">${OLD}${ARTICLE.replaceAll('The', 'Our')}</main>`,
    `<div hidden><div role="main">${OLD}</div></div><div role="main">${paragraph('pot')}</div>`,
  ])('is the visible one in %s', (body) => {
    const html = mainContentOf(page(body))
    expect(html).toContain('The pot is made by hand')
    expect(html).not.toContain('Old')
  })

  it.each([`<main hidden>${ARTICLE}</main>`, `<main hidden>${ARTICLE}</main><main>Loading</main>`])(
    'is the hidden one if no other has text: %s',
    (body) => {
      const html = mainContentOf(page(body))
      for (const text of ARTICLE_TEXTS) expect(html).toContain(text)
    },
  )
})
