import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { ARTICLE, ARTICLE_TEXTS } from '../../support/potter-pages.ts'

const LOGO = '<h1 class="logo"><a href="/">Potters</a></h1>'

function contentOf(body: string, title = 'The teapot we love | Potters'): string {
  const html = mainContentOf(`<html><head><title>${title}</title></head><body>${body}</body></html>`)
  for (const text of ARTICLE_TEXTS) expect(html).toContain(text)
  return html
}

describe('the title of a page', () => {
  it.each([
    [
      'next to the name of the site',
      `${LOGO}<div class="hero"><h1>The teapot we love</h1></div><main>${ARTICLE}</main>`,
    ],
    [
      'outside of a main element with another h1',
      `<div><h1>The teapot we love</h1></div><main>${ARTICLE}<h1>More of it</h1></main>`,
    ],
    [
      'as a lower heading outside of the main element',
      `<div class="page-header"><h2>The teapot we love</h2></div><main>${ARTICLE}</main>`,
    ],
    [
      'as a lower heading, next to the name of the site as h1',
      `${LOGO}<div class="top"><h2>The teapot we love</h2></div><div class="c">${ARTICLE}</div>`,
    ],
    ['as text before the content', `${LOGO}<div class="t">The teapot we love</div><div>${ARTICLE}</div>`],
  ])('is kept %s', (_, body) => {
    const html = contentOf(body)
    expect(html).toContain('The teapot we love')
    expect(html).not.toContain('Potters')
  })

  it.each([
    'Potters: The teapot we love',
    'Potters: THE TEAPOT WE LOVE',
    'Potters - The teapot we love',
    'The teapot we love » Potters',
  ])('is found in the title element %s', (title) => {
    const body = `<div class="logo"><a href="/">Potters</a></div><div class="t">The teapot we love</div><div class="c">${ARTICLE}</div>`
    expect(contentOf(body, title)).toContain('The teapot we love')
  })

  it.each([
    ['that leads to the start page', `${LOGO}<main>${ARTICLE}</main>`],
    [
      'that leads to the start page of a language',
      `<h1><a href="https://potters.example/en-US/">Potters</a></h1><main>${ARTICLE}</main>`,
    ],
    [
      'that names the site, next to another h1',
      `<h1>Potters</h1><h1>The teapot we love</h1><main>${ARTICLE}</main>`,
    ],
  ])('is not a heading %s', (_, body) => {
    expect(contentOf(body)).not.toContain('Potters')
  })

  it('is not a short lower heading outside of the main element', () => {
    const body = `<div><h2>Teapot</h2></div><main>${ARTICLE}</main>`
    expect(contentOf(body, 'Teapot | Potters')).not.toContain('<h2>Teapot')
  })
})
