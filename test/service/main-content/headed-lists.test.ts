import { describe, expect, it } from 'vitest'
import { joinHeadings } from '../../../src/service/main-content/join-headings.ts'
import { Outline } from '../../../src/service/main-content/outline.ts'
import { parsePage } from '../../../src/service/page-tree/parse-page.ts'
import { mainContentOf } from '../../support/main-content-of.ts'
import { page, paragraph } from '../../support/potter-pages.ts'

const TEXT = ['pot', 'lid', 'handle', 'spout'].map(paragraph).join('')

it.each([
  [
    'Topics',
    '<ul><li><a href="/a">Clay</a></li><li><a href="/b">Kilns</a></li><li><a href="/c">Tools</a></li></ul>',
  ],
  ['Follow us', '<ul><li><a href="/x">Mastodon</a></li><li><a href="/y">Newsletter</a></li></ul>'],
  ['Categories', '<ol><li><a href="/a">Clay (3)</a></li><li><a href="/b">Kilns (12)</a></li></ol>'],
])('leaves out the heading "%s" and its list', (heading, list) => {
  const html = mainContentOf(
    page(
      `<div class="wrap"><div class="post"><h1>Teapots</h1>${TEXT}</div><div><h3>${heading}</h3>${list}</div></div>`,
    ),
  )
  expect(html).not.toContain('<li>')
  expect(html).not.toContain(heading)
})

it.each([
  ['What you need', '<ul><li>Five pounds of clay that has rested.</li><li>A wire to cut it.</li></ul>'],
  ['Steps', '<ol><li>Wedge the clay until it is even.</li><li>Let it rest for a day.</li></ol>'],
])('keeps the heading "%s" and its list', (heading, list) => {
  const html = mainContentOf(
    page(
      `<div class="wrap"><div class="post"><h1>Teapots</h1>${TEXT}<div class="widget"><h3>${heading}</h3>${list}</div>${TEXT}</div></div>`,
    ),
  )
  expect(html).toContain(`<h3>${heading}</h3>`)
  expect(html.includes('<li>') || html.includes('<dd>')).toBe(true)
})

describe('a heading whose text is left out', () => {
  /** Returns the headings that stay of a page of which these blocks are kept. */
  const headingsOf = (html: string, content: readonly number[]): string[] => {
    const outline = new Outline(parsePage(html))
    const kept = Uint8Array.from(outline.blocks, (_, index) => (content.includes(index) ? 1 : 0))
    joinHeadings(outline, kept)
    return outline.blocks.flatMap(({ level, text }, index) => (level > 0 && kept[index] === 1 ? text : []))
  }
  const section = (level: number, name: string): string =>
    `<h${level}>${name}</h${level}><p>Text of ${name}</p>`

  it('goes with it, at the end and before a heading of its level', () => {
    const html = section(2, 'Pots') + section(2, 'Offers') + section(2, 'Lids') + section(3, 'Follow us')
    expect(headingsOf(html, [0, 1, 2, 4, 5, 6])).toEqual(['Pots', 'Lids'])
  })

  it.each([
    ['as the title', section(1, 'Pots'), [0]],
    ['with a text further down', `${section(2, 'Pots')}<p>More</p>`, [0, 2]],
    ['with a lower heading', `${section(2, 'Pots')}${section(3, 'Lids')}`, [0, 2, 3]],
    ['before another heading without a text', '<h2>Pots</h2><h3>Lids</h3>', [0]],
    ['as a link', '<h2><a href="/p">Pots</a></h2><p>Text</p>', [0]],
    ['as a sentence', `<h2>Pots ${'are made here by hand and '.repeat(3)}</h2><p>Text</p>`, [0]],
  ])('stays %s', (_, html, content) => {
    expect(headingsOf(html, content)[0]).toMatch(/^Pots/)
  })
})
