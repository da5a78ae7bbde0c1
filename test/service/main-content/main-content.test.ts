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

describe('the main content of a page without a main element', () => {
  it('is its text without related lists, consent requests and menus', () => {
    const html = mainContentOf(
      page(`<nav><a href="/">Home</a></nav>${CONSENT}<div class="post">${ARTICLE}</div>${RELATED}`),
    )
    expectArticle(html)
    expect(html).not.toContain('Ten kilns')
    expect(html).not.toContain('We use cookies')
    expect(html).not.toContain('Home')
  })

  it.each(['widget', 'top', 'side', 'sidebar', 'share', 'modal'])(
    'is kept even if all of it has the class %s',
    (name) => {
      expectArticle(mainContentOf(page(`<div class="${name}"><h1>Teapots</h1>${ARTICLE}</div>${RELATED}`)))
    },
  )

  it.each(['onetrust-consent-sdk', 'CybotCookiebotDialog', 'cmplz-cookiebanner'])(
    'does not contain the long text of the consent tool %s',
    (id) => {
      const post = `<div class="post">${paragraph('cup')}${paragraph('bowl')}</div>`
      const html = mainContentOf(page(`${post}<div id="${id}">${ARTICLE}</div>`))
      expect(html).toContain('The cup is made by hand')
      expect(html).not.toContain('The pot is made by hand')
    },
  )

  it('is kept even if nearly all text is in a consent tool', () => {
    expectArticle(mainContentOf(page(`<p>Loading</p><div id="onetrust-consent-sdk">${ARTICLE}</div>`)))
  })

  it('contains the only title of the page even if it is in a header', () => {
    const header = '<header class="header"><a href="/">Potters</a><h1>How a teapot is made</h1></header>'
    expect(mainContentOf(page(`${header}<div>${ARTICLE}</div>`))).toContain('How a teapot is made')
  })

  it('is the same if the page writes its letters as character references', () => {
    const written = (html: string): string =>
      html.replaceAll(/(?<=>)[^<]+/g, (text) =>
        text.replaceAll(/[a-z]/g, (letter) => `&#${letter.charCodeAt(0)};`),
      )
    const html = page(`${CONSENT}<div class="post">${ARTICLE}</div>${RELATED}`)
    expect(mainContentOf(written(html))).toBe(written(mainContentOf(html)))
  })

  it('contains a paragraph of the class meta between other paragraphs on a page with code', () => {
    const texts = TOPICS.map(paragraph).join('')
    const meta = '<div class="meta"><p>It is fired twice.</p></div>'
    const body = `${texts}<pre>turn --slow</pre>${texts}${meta}${texts}`
    const html = mainContentOf(page(`<h1>Teapots</h1><div class="post">${body}</div>`))
    expect(html).toContain('It is fired twice')
  })

  it('contains all items of a long list of similar items', () => {
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

  it('contains whole tables and whole code', () => {
    const rows = [1, 2, 3].map((n) => `<tr><td>Firing ${n}</td><td>${n}00 °C</td></tr>`)
    const more = `<table>${rows.join('')}</table><pre>kiln start\nkiln stop</pre>${paragraph('kiln')}`
    const html = mainContentOf(page(`<div class="post">${ARTICLE}${more}</div>`))
    expect(html).toContain('300 °C')
    expect(html).toContain('kiln stop')
  })

  it('contains code between paragraphs in any element', () => {
    const code = '<div class="hidden comments form"><pre><a href="/turn">turn --slow</a></pre></div>'
    const texts = TOPICS.map(paragraph).join('')
    const html = mainContentOf(page(`<h1>Teapots</h1><div class="post">${texts}${code}${texts}</div>`))
    expect(html).toContain('turn --slow')
  })

  it('contains an image next to a kept paragraph and no image of a removed list', () => {
    const image = (name: string): string => `<figure><img src="/${name}.jpg"></figure>`
    const list = RELATED.replace('</ul>', `</ul>${image('kilns')}<p><a href="/">All posts</a></p>`)
    const html = mainContentOf(page(`<div class="post">${ARTICLE}${image('pot')}${ARTICLE}</div>${list}`))
    expect(html).toContain('pot.jpg')
    expect(html).not.toContain('kilns.jpg')
  })

  it('does not contain an element that the request excludes', () => {
    const html = mainContentOf(page(`<div>${ARTICLE}<blockquote>${paragraph('cup')}</blockquote></div>`), {
      exclude: ['blockquote'],
    })
    expectArticle(html)
    expect(html).not.toContain('The cup is made')
  })

  it('does not contain text of the body next to kept elements', () => {
    const html = mainContentOf(page(`Sign in <a href="/in">here</a><div>${ARTICLE}</div>`))
    expectArticle(html)
    expect(html).not.toContain('Sign in')
  })
})

describe('the text in a noscript element', () => {
  it('is main content if it is most of the text of the page', () => {
    const html = mainContentOf(
      page(`<div id="app">Loading</div><noscript><div role="main">${ARTICLE}</div></noscript>`),
    )
    expectArticle(html)
    expect(html).not.toContain('noscript')
  })

  it('is main content in an otherwise empty main element', () => {
    const posts = `<article>${ARTICLE}</article>`
    const loading = '<div style="display:none">Loading</div>'
    expectArticle(mainContentOf(page(`<main>${loading}<noscript>${posts}</noscript></main>`)))
  })

  it('is left out if it is short', () => {
    const html = mainContentOf(page(`<div>${ARTICLE}</div><noscript>Enable scripts</noscript>`))
    expect(html).not.toContain('Enable scripts')
  })
})
