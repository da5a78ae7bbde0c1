import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import {
  ARTICLE,
  ARTICLE_TEXTS,
  CONSENT,
  page,
  paragraph,
  RELATED,
  TOPICS,
} from '../../support/potter-pages.ts'

function expectArticle(html: string): void {
  for (const text of ARTICLE_TEXTS) expect(html).toContain(text)
}

describe('main content of a page without a main element', () => {
  it('is its text, without related lists, consent and menus', () => {
    const html = mainContentOf(
      page(`<nav><a href="/">Home</a></nav>${CONSENT}<div class="post">${ARTICLE}</div>${RELATED}`),
    )
    expectArticle(html)
    expect(html).not.toContain('Ten kilns')
    expect(html).not.toContain('We use cookies')
    expect(html).not.toContain('Home')
  })

  it.each(['widget', 'top', 'side', 'sidebar', 'share', 'modal'])(
    'stays, though all of it has the class %s',
    (name) => {
      expectArticle(mainContentOf(page(`<div class="${name}"><h1>Teapots</h1>${ARTICLE}</div>${RELATED}`)))
    },
  )

  it.each(['onetrust-consent-sdk', 'CybotCookiebotDialog', 'cmplz-cookiebanner'])(
    'does not hold the long text of the consent tool %s',
    (id) => {
      const post = `<div class="post">${paragraph('cup')}${paragraph('bowl')}</div>`
      const html = mainContentOf(page(`${post}<div id="${id}">${ARTICLE}</div>`))
      expect(html).toContain('The cup is made by hand')
      expect(html).not.toContain('The pot is made by hand')
    },
  )

  it('stays, though nearly all of it is in a consent tool', () => {
    expectArticle(mainContentOf(page(`<p>Loading</p><div id="onetrust-consent-sdk">${ARTICLE}</div>`)))
  })

  it('holds the only title of the page, though that is in a header', () => {
    const header = '<header class="header"><a href="/">Potters</a><h1>How a teapot is made</h1></header>'
    expect(mainContentOf(page(`${header}<div>${ARTICLE}</div>`))).toContain('How a teapot is made')
  })

  it('holds a paragraph with the class meta between other paragraphs on a page with code', () => {
    const texts = TOPICS.map(paragraph).join('')
    const meta = '<div class="meta"><p>It is fired twice.</p></div>'
    const body = `${texts}<pre>turn --slow</pre>${texts}${meta}${texts}`
    const html = mainContentOf(page(`<h1>Teapots</h1><div class="post">${body}</div>`))
    expect(html).toContain('It is fired twice')
  })

  it('holds all items of a long list that a template wrote alike', () => {
    const items = Array.from(
      { length: 30 },
      (_, item) => `<li class="step"><b>Step ${item}</b>: turn it on</li>`,
    )
    const body = `<div class="post">${ARTICLE}<ol>${items.join('')}</ol>${paragraph('kiln')}</div>`
    expect(mainContentOf(page(body)).match(/Step \d+/g)).toHaveLength(30)
  })

  it('is the same after other pages were read', () => {
    const html = page(`<div class="post">${ARTICLE}</div>${RELATED}`)
    const first = mainContentOf(html)
    for (let other = 0; other < 20; other++)
      mainContentOf(page(`<div class="post">${paragraph(`cup ${other}`)}</div>${RELATED}`))
    expect(mainContentOf(html)).toBe(first)
  })

  it('holds tables and code whole', () => {
    const rows = [1, 2, 3].map((n) => `<tr><td>Firing ${n}</td><td>${n}00 °C</td></tr>`)
    const more = `<table>${rows.join('')}</table><pre>kiln start\nkiln stop</pre>${paragraph('kiln')}`
    const html = mainContentOf(page(`<div class="post">${ARTICLE}${more}</div>`))
    expect(html).toContain('300 °C')
    expect(html).toContain('kiln stop')
  })

  it('holds code between paragraphs, whatever element the code is in', () => {
    const code = '<div class="hidden comments form"><pre><a href="/turn">turn --slow</a></pre></div>'
    const texts = TOPICS.map(paragraph).join('')
    const html = mainContentOf(page(`<h1>Teapots</h1><div class="post">${texts}${code}${texts}</div>`))
    expect(html).toContain('turn --slow')
  })

  it('holds an image next to a kept paragraph, and no image in a left-out list', () => {
    const image = (name: string): string => `<figure><img src="/${name}.jpg"></figure>`
    const list = RELATED.replace('</ul>', `</ul>${image('kilns')}<p><a href="/">All posts</a></p>`)
    const html = mainContentOf(page(`<div class="post">${ARTICLE}${image('pot')}${ARTICLE}</div>${list}`))
    expect(html).toContain('pot.jpg')
    expect(html).not.toContain('kilns.jpg')
  })

  it('holds nothing that the request excludes', () => {
    const html = mainContentOf(page(`<div>${ARTICLE}<blockquote>${paragraph('cup')}</blockquote></div>`), {
      exclude: ['blockquote'],
    })
    expectArticle(html)
    expect(html).not.toContain('The cup is made')
  })

  it('leaves out text in the body next to elements that stay', () => {
    const html = mainContentOf(page(`Sign in <a href="/in">here</a><div>${ARTICLE}</div>`))
    expectArticle(html)
    expect(html).not.toContain('Sign in')
  })
})

describe('text in noscript', () => {
  it('is main content if most text of the page is there', () => {
    const html = mainContentOf(
      page(`<div id="app">Loading</div><noscript><div role="main">${ARTICLE}</div></noscript>`),
    )
    expectArticle(html)
    expect(html).not.toContain('noscript')
  })

  it('is main content in a main element that is empty otherwise', () => {
    const posts = `<article>${ARTICLE}</article>`
    const loading = '<div style="display:none">Loading</div>'
    expectArticle(mainContentOf(page(`<main>${loading}<noscript>${posts}</noscript></main>`)))
  })

  it('is left out if it is short', () => {
    const html = mainContentOf(page(`<div>${ARTICLE}</div><noscript>Enable scripts</noscript>`))
    expect(html).not.toContain('Enable scripts')
  })
})
