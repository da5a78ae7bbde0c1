import { expect, it } from 'vitest'
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
  ['Words', '<dl><dt>Slip</dt><dd>Clay that is mixed with much water.</dd></dl>'],
])('keeps the heading "%s" and its list', (heading, list) => {
  const html = mainContentOf(
    page(
      `<div class="wrap"><div class="post"><h1>Teapots</h1>${TEXT}<div class="widget"><h3>${heading}</h3>${list}</div>${TEXT}</div></div>`,
    ),
  )
  expect(html).toContain(`<h3>${heading}</h3>`)
  expect(html.includes('<li>') || html.includes('<dd>')).toBe(true)
})
