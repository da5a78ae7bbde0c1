import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import { ARTICLE, page, paragraph } from '../../support/potter-pages.ts'

const POST = `<div class="post"><h2>The pot</h2><div class="entry">${paragraph('pot')}${paragraph('lid')}</div></div>`

function teasers(write: (index: number) => string): string {
  return Array.from({ length: 6 }, (_, index) => write(index)).join('')
}

describe('teasers of other stories after a post', () => {
  it.each([
    [
      'items with linked headings',
      `<div class="box"><h2>Recent</h2><ul>${teasers((n) => `<li><h3><a href="/${n}">Story ${n} about the kilns of the north</a></h3><span>May ${n + 1}</span></li>`)}</ul></div>`,
    ],
    [
      'cards in a section',
      `<section><h3>More from us: latest stories</h3>${teasers((n) => `<div><a href="/${n}"><img src="/${n}.jpg" alt=""><h4>Story ${n} about the kilns of the north</h4></a><p>Read on ...</p></div>`)}</section>`,
    ],
    [
      'a list in German',
      `<div><h2>Weitere Artikel</h2><ol>${teasers((n) => `<li><a href="/${n}">Story ${n} über die Öfen im Norden</a></li>`)}</ol></div>`,
    ],
  ])('are not main content: %s', (_name, list) => {
    const html = mainContentOf(page(`<div class="wrap">${POST}${list}</div>`))
    expect(html).toContain('The pot is made by hand')
    expect(html).not.toContain('Story 3')
  })

  it('are the content of a page that has nothing else', () => {
    const list = teasers(
      (n) =>
        `<li><h3><a href="/${n}">Story ${n} about the kilns of the north</a></h3><p>${paragraph(`kiln ${n}`)}</p></li>`,
    )
    const html = mainContentOf(
      page(`<div class="wrap"><div><h2>Latest stories</h2><ul>${list}</ul></div></div>`),
    )
    expect(html).toContain('Story 3')
  })
})

it('leaves out two stories with long excerpts under a heading that announces other stories', () => {
  const story = (n: number): string =>
    `<h3><a href="/${n}">Story ${n} about old kilns</a></h3><div>${paragraph('kiln')}</div>`
  const html = mainContentOf(
    page(`<main><h1>Teapots</h1>${ARTICLE}<div><h2>Popular Stories</h2>${story(1)}${story(2)}</div></main>`),
  )
  expect(html).toContain('The foot is made by hand')
  expect(html).not.toContain('The kiln is made by hand')
  expect(html).not.toContain('Popular Stories')
})

it.each([
  '関連記事',
  'あなたにおすすめの記事',
  'アクセスランキング',
  '相关阅读',
  '热门推荐',
  '為你推薦',
  '관련 기사',
])('leaves out links under the heading "%s" within a main element', (heading) => {
  const list = `<h2>${heading}</h2><ul><li><a href="/1">Kilns of the north</a></li><li><a href="/2">Glazes of the south</a></li></ul>`
  const html = mainContentOf(page(`<main><h1>Teapots</h1>${ARTICLE}<div>${list}</div></main>`))
  expect(html).toContain('The foot is made by hand')
  expect(html).not.toContain('Kilns of the north')
  expect(html).not.toContain(heading)
})

describe('other stories on the page of an article', () => {
  const DECLARED =
    '<meta property="og:type" content="article"><script type="application/ld+json">{"@type": "NewsArticle"}</script>'
  const EXCERPT =
    'The potters of the north fire their kilns with birch, and so it takes them three days and nights until a vase is done.'
  const content = (head: string, list: string): string =>
    mainContentOf(
      page(`${head}<div class="wrap"><div>${list}</div><div class="entry">${ARTICLE}</div></div>`),
    )

  it.each([
    [
      'with linked headings',
      (n: number) =>
        `<article><h3><a href="/${n}">Story ${n} about kilns</a></h3><p>${EXCERPT}</p></article>`,
    ],
    [
      'as one link each',
      (n: number) =>
        `<article><a href="/${n}"><h3>Story ${n} about kilns</h3><p>${EXCERPT}</p></a></article>`,
    ],
  ])('are not main content: %s', (_name, write) => {
    const html = content(DECLARED, `<div>${teasers(write)}</div>`)
    expect(html).toContain('The pot is made by hand')
    expect(html).not.toContain('Story 3')
  })

  it.each([
    [
      'a headline in a link',
      (n: number) =>
        `<aside class="x"><a href="/${n}"><img src="/${n}.jpg"><h3>Story ${n} about old kilns</h3></a></aside>`,
    ],
    [
      'a link in a headline',
      (n: number) =>
        `<div class="x"><div><h3><a href="/${n}">Story ${n} about old kilns</a></h3><span>News</span></div></div>`,
    ],
  ])('are not main content as cards between paragraphs: %s', (_name, card) => {
    const text = ['pot', 'lid', 'foot'].map((topic, n) => paragraph(topic) + card(n)).join('')
    const html = mainContentOf(
      page(`${DECLARED}<main><h1>Teapots</h1><div>${text}${paragraph('rim')}</div></main>`),
    )
    expect(html).toContain('The rim is made by hand')
    expect(html).not.toContain('Story')
  })

  it.each([
    ['names', (n: number) => `<div><h3><a href="/${n}">The kiln ${n}</a></h3><p>In the north.</p></div>`],
    ['numbered', (n: number) => `<div><h3><a href="/${n}">${n}. The oldest of the kilns</a></h3></div>`],
    [
      'described',
      (n: number) =>
        `<div><h3><a href="/${n}">The oldest kiln of potter ${n}</a></h3><p>It was built of bricks a hundred years ago, and burns wood.</p></div>`,
    ],
  ])('are kept as headings of its parts that are links: %s', (_name, heading) => {
    const text = ['pot', 'lid', 'foot'].map((topic, n) => paragraph(topic) + heading(n)).join('')
    const html = mainContentOf(
      page(`${DECLARED}<main><h1>Teapots</h1><div>${text}${paragraph('rim')}</div></main>`),
    )
    expect(html.match(/<h3>/g)).toHaveLength(3)
  })

  const section = (n: number): string =>
    `<article><h3><a href="/${n}">Story ${n} about kilns</a></h3>${paragraph(`kiln ${n}`)}</article>`

  it.each([
    [
      'if few of its parts are stories',
      DECLARED,
      (n: number) => (n < 3 ? section(n) : section(n).replaceAll(/<\/?a\b[^>]*>/g, '')),
    ],
    ['if it is most of the text', DECLARED, (n: number) => section(n) + section(n + 10)],
  ])('are kept %s', (_name, head, write) => {
    expect(content(head, `<div>${teasers(write)}</div>`)).toContain('Story 2')
  })
})

it('keeps a list of links in a post if its heading does not announce other stories', () => {
  const list = teasers(
    (n) => `<li><a href="/${n}">Kiln ${n} in the north</a>, which burns wood, has two chambers.</li>`,
  )
  const post = `<div class="entry">${paragraph('pot')}${paragraph('lid')}<h2>Kilns to visit</h2><ul>${list}</ul>${paragraph('foot')}</div>`
  const html = mainContentOf(page(`<div class="wrap">${post}</div>`))
  expect(html).toContain('Kilns to visit')
  expect(html).toContain('Kiln 3')
})

it.each(['blockquote', 'blockquote class="twitter-tweet"'])(
  'keeps a short <%s> that the text announces',
  (tag) => {
    const quote = `<p>The council wrote:</p><${tag}><p>The kilns stay.</p></blockquote>`
    const post = `<div class="entry">${paragraph('pot')}${paragraph('lid')}${quote}</div>`
    expect(mainContentOf(page(`<div class="wrap"><div class="post">${post}</div></div>`))).toContain(
      'The kilns stay',
    )
  },
)

it('keeps an embedded post of another site at the end of a text', () => {
  const embedded = '<blockquote class="twitter-tweet"><p>Kilns!</p>A potter (@potter)</blockquote>'
  const post = `<div class="entry">${paragraph('pot')}${paragraph('lid')}${embedded}</div>`
  expect(mainContentOf(page(`<div class="wrap">${post}</div>`))).toContain('Kilns!')
})

it.each([
  ['are left out after its only article', `<article>${ARTICLE}</article>`, false],
  ['are kept on other pages', ARTICLE, true],
])('cards with linked headings %s', (_, text, isKept) => {
  const cards = teasers(
    (n) =>
      `<article><a href="/${n}"><h2>Story ${n} about kilns</h2></a><p>A short text about the kilns of the north.</p></article>`,
  )
  const html = mainContentOf(page(`<main><h1>The teapot</h1>${text}<div>${cards}</div></main>`))
  expect(html).toContain('The pot is made by hand')
  expect(html.includes('Story 0')).toBe(isKept)
})

it.each([
  ['its heading is a link', '', '<h2 id="see_also"><a href="#see_also">See also</a></h2>'],
  ['its section has the name as id', ' id="see-also"', '<h2>See also</h2>'],
])('keeps the section "See also" of a text if %s', (_name, id, heading) => {
  const list = '<ul><li><a href="/1">Kilns of the north</a></li><li><a href="/2">Glazes</a></li></ul>'
  const html = mainContentOf(
    page(`<main><h1>Teapots</h1>${ARTICLE}<section${id}>${heading}${list}</section></main>`),
  )
  for (const text of ['See also', 'Kilns of the north', 'Glazes']) expect(html).toContain(text)
})
