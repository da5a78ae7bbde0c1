import { expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { ARTICLE, page, paragraph } from '../../support/potter-pages.ts'

const COPIED =
  '<h3>Glaze</h3><p>The glaze is poured on by hand, and each pot is dried for two days in the open air.</p>'

function timesIn(html: string, text: string): number {
  return html.split(text).length - 1
}

function contentOf(post: string): string {
  return mainContentOf(
    page(
      `<div class="wrap"><div class="entry"><h1>Pots</h1>${paragraph('pot')}${post}${paragraph('lid')}</div></div>`,
    ),
  )
}

it('keeps a paragraph and its heading once if a page repeats them for two screen sizes', () => {
  const html = contentOf(
    `<div>${COPIED}</div>${paragraph('foot')}<div>${COPIED.replaceAll('two days', 'two\n  days')}</div>`,
  )
  expect(timesIn(html, 'poured on by hand')).toBe(1)
  expect(timesIn(html, 'Glaze</h3>')).toBe(1)
  expect(html).toContain('The lid is made by hand')
})

it('keeps the heading of a new paragraph even if another part has the same heading', () => {
  const html = contentOf(`${COPIED}<h3>Glaze</h3>${paragraph('foot')}`)
  expect(timesIn(html, 'Glaze</h3>')).toBe(2)
})

it.each([
  [
    'short texts',
    `${COPIED}<p>Free to visit.</p>${paragraph('foot')}<p>Free to visit.</p>`,
    'Free to visit.',
  ],
  [
    'items',
    `<ol>${'<li>Press the clay into the mould with both hands until no air is left in it.</li><li>Wait.</li>'.repeat(2)}</ol>`,
    'until no air is left',
  ],
  [
    'texts on a page with code',
    `${COPIED}<pre><code>kiln --heat 900</code></pre>${paragraph('foot')}${COPIED}`,
    'poured on by hand',
  ],
])('keeps repeated %s', (_name, post, text) => {
  expect(timesIn(contentOf(post), text)).toBe(2)
})

it.each(['hidden', 'style="display:none"', 'aria-hidden="true"'])(
  'leaves out a hidden copy of a paragraph: %s',
  (hidden) => {
    const code = '<pre><code>turn()</code></pre>'
    for (const body of [
      `<div ${hidden}>${paragraph('pot')}</div>${ARTICLE}`,
      `${ARTICLE}<div ${hidden}>${paragraph('pot')}</div>`,
    ]) {
      const html = mainContentOf(page(`<main><h1>The teapot</h1>${body}${code}</main>`))
      expect(html.match(/The pot is made/g)).toHaveLength(1)
      expect(html).toContain('turn()')
    }
  },
)

it('keeps hidden tabs that share a paragraph', () => {
  const tab = (name: string): string =>
    `<div role="tabpanel" hidden>${paragraph('cup')}<pre><code>${name} run</code></pre></div>`
  const html = mainContentOf(page(`<main><h1>The teapot</h1>${ARTICLE}${tab('npm')}${tab('yarn')}</main>`))
  expect(html).toContain('The cup is made')
  expect(html).toContain('yarn run')
})
