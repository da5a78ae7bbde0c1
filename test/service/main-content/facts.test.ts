import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { ARTICLE, ARTICLE_TEXTS, page } from '../../support/potter-pages.ts'

const field = (label: string, value: string): string =>
  `<div class="field field--type-string field--label-inline"><div class="field__label">${label}</div><div class="field__item">${value}</div></div>`
const row = (label: string, value: string): string =>
  `<div class="r"><span class="x">${label}:</span><div>${value}</div></div>`
const PLACES = ['<main><img src="/x.jpg" alt="pot">', '<div><article>', '<div class="c">'] as const

describe.each([
  ['fields of Drupal', field],
  ['rows of a label and a value', row],
])('%s next to a text', (_, write) => {
  const facts = write('Height', '12 cm') + write('Fired at', '1200 degrees')

  it.each(PLACES)('are kept in %s', (open) => {
    for (const body of [`<div>${ARTICLE}</div>${facts}`, `${facts}<div>${ARTICLE}</div>`]) {
      const html = mainContentOf(page(`<nav>Home</nav>${open}<h1>Teapot</h1>${body}`))
      for (const text of [...ARTICLE_TEXTS, 'Height', '12 cm', 'Fired at', '1200 degrees'])
        expect(html).toContain(text)
    }
  })

  it('are left out if they are links', () => {
    const linked = write('Authors', '<a href="/a">Ann</a>') + write('Topics', '<a href="/t">Clay</a>')
    const html = mainContentOf(page(`<div class="c"><h1>Teapot</h1><div>${ARTICLE}</div>${linked}</div>`))
    expect(html).not.toContain('Ann')
  })
})
