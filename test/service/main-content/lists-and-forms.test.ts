import { describe, expect, it } from 'vitest'
import { lampPage, lampParagraph } from '../../support/lamp-pages.ts'
import { readPage } from '../../support/read-page.ts'

const links = (label: string) =>
  [1, 2, 3].map((n) => `<li><a href="https://lamps.example/${n}">${label} ${n}</a></li>`).join('')
const sideLinks = Array.from({ length: 20 }, (_, n) => `<li><a href="/s${n}">GONE entry ${n}</a></li>`).join(
  '',
)
const markdownOf = (part: Parameters<typeof lampPage>[0]) => readPage(lampPage(part)).markdown

describe('a list between paragraphs', () => {
  it.each([
    ['links that a paragraph announces', `<p>See also these pages:</p><ul>${links('KEPT')}</ul>`],
    ['numbered links', `<p>We lit the following lamps:</p><ol>${links('KEPT')}</ol>`],
    ['links after a wide colon', `<p>可以使用以下灯：</p><ul>${links('KEPT')}</ul>`],
    ['items in elements of their own', '<ol><li><div>Fill.</div></li><li><div>KEPT 3</div></li></ol>'],
    [
      'items in several elements',
      '<ul><li><div><p>Fill.</p></div></li><li><div><p>KEPT 3</p></div></li></ul>',
    ],
    ['items in paragraphs', '<ol><li><p>Fill.</p></li><li><p>KEPT 3</p></li></ol>'],
  ])('keeps %s', (_name, between) => {
    expect(markdownOf({ between })).toContain('KEPT 3')
    expect(markdownOf({ between, isMain: true })).toContain('KEPT 3')
  })
})

it('keeps the list of sources at the end of a text and no other list of links', () => {
  const sources = `<h2>Sources:</h2><ul>${links('KEPT')}</ul>`
  expect(markdownOf({ after: sources })).toMatch(/## Sources:\n\n- \[KEPT 1/)
  expect(markdownOf({ after: sources.replace('Sources:', 'More articles') })).not.toContain('KEPT')
})

it.each([
  ['a list', `<ul>${links('KEPT')}</ul>`],
  [
    'cards of VitePress',
    `<div class="boxes next-steps">${[1, 2].map((n) => `<a class="box" href="/c${n}"><p>KEPT ${n}</p><p>For those who light lamp ${n}.</p></a>`).join('')}</div>`,
  ],
  [
    'cards of Docusaurus',
    `<section class="row">${[1, 2].map((n) => `<article class="col"><a class="card" href="/c${n}"><h3>KEPT ${n}</h3><p>Learn how to light lamp ${n}.</p></a></article>`).join('')}</section>`,
  ],
])('keeps what to read after a manual: %s', (_name, next) => {
  const after = `<pre><code>lamp light</code></pre>${lampParagraph(1)}<h2>Next steps</h2>${next}`
  for (const isMain of [false, true]) expect(markdownOf({ after, isMain })).toMatch(/## Next steps[^]*KEPT 2/)
})

it.each(['Most read GONE', 'Top most read articles GONE', 'Meistgelesen GONE'])(
  'leaves out a list before the text and keeps the same list as main content: %s',
  (heading) => {
    const text = [0, 1, 2, 3].map((n) => lampParagraph(n)).join('')
    const body = `<div><div class="a1"><h3>${heading}</h3><ul>${links('GONE')}</ul></div><div class="b2"><h1>Lamps</h1>${text}</div></div>`
    expect(readPage(body).markdown).not.toContain('GONE')
    const { markdown } = readPage(`<main><h1>${heading}</h1><ul>${sideLinks}</ul></main>`)
    expect(markdown).toContain('entry 19')
  },
)

const FIELDS = '<label>Name</label><input name="n"><label>Text</label><textarea></textarea>'

describe('a form after a text', () => {
  it.each([
    ['to answer', `<form class="post-form"><h2>GONE: your answer</h2><p>Please answer.</p>${FIELDS}</form>`],
    ['to apply', `<form><h4>GONE</h4><ul><li><label><div>Full name</div><input></label></li></ul></form>`],
    ['to ask', `<form class="wpcf7-form"><h3>GONE: ask us</h3>${FIELDS}<input type="submit"></form>`],
  ])('is left out: %s', (_name, after) => {
    for (const isMain of [true, false]) {
      const markdown = markdownOf({ after, isMain })
      expect(markdown).not.toContain('GONE')
      expect(markdown).toContain('After that')
    }
  })

  it('is kept if it is the content of the page', () => {
    const fields = ['Given name', 'Date of birth', 'Street and number', 'Postcode']
      .map(
        (name) =>
          `<p><label>${name}</label><input><small>Write your ${name} as it is on a letter.</small></p>`,
      )
      .join('')
    const page = `<body><header><nav><a href="/">Start</a></nav></header><div><h1>Apply for a card</h1><p>Anyone who lives here can apply.</p><form>${fields}<button>Apply</button></form></div></body>`
    expect(readPage(page).markdown).toContain('Write your Postcode')
  })

  it('is kept between parts of a text and if its only field is a choice', () => {
    const between = `<form><p>KEPT: how many lamps do you have?</p>${FIELDS}</form>`
    expect(markdownOf({ between, isMain: true })).toContain('KEPT')
    const after = '<form><p>KEPT: the shop is open.</p><select><option>A</option></select></form>'
    expect(markdownOf({ after, isMain: true })).toContain('KEPT')
  })
})

it('keeps a long text next to a short article', () => {
  const article = '<article><h1>Lamps</h1><p>This shop has sold oil lamps for forty years.</p></article>'
  const rest = [0, 1, 2].map((n) => lampParagraph(n)).join('')
  expect(readPage(`<body>${article}<div>${rest}</div></body>`).markdown).toContain('soak for ten minutes')
})

it('keeps only the text of a page that is laid out as a table', () => {
  const side = `<td class="sidebar"><div><ul>${sideLinks}</ul></div></td>`
  const text = `<td class="content"><div><h2>Lamps</h2>${[0, 1, 2, 3].map((n) => lampParagraph(n)).join('')}</div></td>`
  const { markdown } = readPage(`<div><table class="layout"><tr>${side}${text}</tr></table></div>`)
  expect(markdown).toContain('four small screws')
  expect(markdown).not.toContain('GONE')
})
