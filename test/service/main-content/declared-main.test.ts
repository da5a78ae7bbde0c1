import { describe, expect, it } from 'vitest'
import { mainContentOf } from '../../support/main-content-of.ts'
import {
  ARTICLE,
  ARTICLE_TEXTS,
  CONSENT,
  page,
  paragraph,
  RELATED,
  relatedPosts,
} from '../../support/potter-pages.ts'

const KILNS = relatedPosts(Array.from({ length: 40 }, (_, index) => `A kiln of clay number ${index}`))

function expectArticle(html: string): void {
  for (const text of ARTICLE_TEXTS) expect(html).toContain(text)
}

describe('the main content of a page with a main element', () => {
  it.each([
    ['an element with a longer name', '<main-product>A kiln to buy</main-product>'],
    ['its end tag in a script', '<script>const end = "</main>"</script>'],
    ['its end tag in a comment', '<!-- </main> -->'],
    ['its end tag in an attribute', '<div title="</main>">A kiln</div>'],
  ])('continues after %s', (_, inner) => {
    const body = `<main><button>Copy</button>${ARTICLE}${inner}${paragraph('glaze')}</main>${RELATED}`
    const html = mainContentOf(page(body))
    expectArticle(html)
    expect(html).toContain('The glaze is made by hand')
    expect(html).not.toContain('Ten kilns')
  })

  it('is that element without the related lists in it', () => {
    const html = mainContentOf(
      page(`${CONSENT}<main>${ARTICLE}${KILNS}</main><div>${paragraph('cup')}</div>`),
    )
    expectArticle(html)
    expect(html).not.toContain('A kiln of clay')
    expect(html).not.toContain('We use cookies')
    expect(html).not.toContain('The cup is made')
  })

  it.each(['', '<img src="/pot.jpg" alt="A pot">'])(
    'is the outermost of nested main elements %s',
    (image) => {
      const inner = `<main id="page">${ARTICLE}${image}</main>${paragraph('cup')}`
      const after = `<div class="menu"><p>Imprint and contact</p></div>${paragraph('bowl')}`
      const html = mainContentOf(page(`<main id="wrap">${inner}</main>${after}`))
      expectArticle(html)
      expect(html).toContain('The cup is made by hand')
      expect(html).not.toContain('The bowl is made')
      expect(html).not.toContain('Imprint')
    },
  )

  it('is the largest of several main elements if the first has no prose', () => {
    const first = `<div role="main"><h1>Potters</h1>${KILNS}</div>`
    const html = mainContentOf(
      page(`${first}<div><div role="main">${ARTICLE}</div>${paragraph('cup')}</div>`),
    )
    expectArticle(html)
    expect(html).not.toContain('A kiln of clay')
    expect(html).not.toContain('The cup is made')
  })

  it('is the first of several main elements with prose', () => {
    const html = mainContentOf(
      page(`<div role="main">${ARTICLE}</div><div role="main">${KILNS.repeat(4)}</div>`),
    )
    expectArticle(html)
    expect(html).not.toContain('A kiln of clay')
  })

  it('is found after an element with a longer name', () => {
    const body = `<main-menu>${KILNS}</main-menu><main>${ARTICLE}</main><div>${paragraph('cup')}</div>`
    const html = mainContentOf(page(body))
    expectArticle(html)
    expect(html).not.toContain('The cup is made')
  })

  it.each(['<main>', '<MAIN class="x">', '<div role="main">', "<div id=c role='main'>"])(
    'starts with %s',
    (tag) => {
      const name = /\w+/.exec(tag)?.[0] ?? ''
      const html = mainContentOf(page(`<div class="wrap">${CONSENT}${tag}${ARTICLE}</${name}></div>`))
      expectArticle(html)
      expect(html).not.toContain('We use cookies')
      expect(html).not.toContain('wrap')
    },
  )

  it.each(['widget', 'top', 'side', 'comments', 'card'])(
    'is kept even if all of it has the class %s',
    (name) => {
      expectArticle(mainContentOf(page(`<main><div class="${name}">${ARTICLE}</div></main>`)))
    },
  )

  it.each([
    ['before it', `<header><h1>The teapot</h1><a href="/">Potters</a></header><main>${ARTICLE}</main>`],
    ['after it', `<main>${ARTICLE}</main><div><h1>The teapot</h1><a href="/">Potters</a></div>`],
    ['in its header', `<main><header><h1>The teapot</h1></header>${ARTICLE}</main>`],
    ['around it', `<div class="header"><h1>The teapot</h1><main>${ARTICLE}</main></div>`],
  ])('contains the only title of the page %s', (_, body) => {
    const html = mainContentOf(page(body))
    expectArticle(html)
    expect(html).toContain('The teapot')
    expect(html).not.toContain('Potters')
  })

  it('contains no title from outside if the page has two', () => {
    const html = mainContentOf(page(`<h1>Potters</h1><h1>The teapot</h1><main>${ARTICLE}</main>`))
    expectArticle(html)
    expect(html).not.toContain('Potters')
  })

  it('contains a whole manual page and its title outside of the main element', () => {
    const manual =
      '<header id="masthead"><a href="/"><img src="/logo.png" alt="git"></a></header>' +
      '<div class="inner"><aside class="sidebar"><ul><li><a href="/about">About</a></li></ul></aside>' +
      '<div id="content" role="main"><div id="main"><header><h1>git-turn(1) Manual Page</h1></header>' +
      `<div class="sect1"><h2>NAME</h2><p>git-turn - Turn a pot</p></div>${ARTICLE}<pre>git turn --slow</pre></div></div></div>`
    const html = mainContentOf(page(manual))
    expect(html).toContain('git-turn(1) Manual Page')
    expect(html).toContain('git turn --slow')
    expect(html).not.toContain('About')
  })

  it('contains the declarations and texts of a page by rustdoc', () => {
    const heading =
      '<h1 class="fqn"><span class="in-band">Function <a class="mod" href="../index.html">kiln</a>::<a class="fn" href="#">mask_load</a>' +
      '<button id="copy-path">Copy item path</button></span><span class="out-of-band"><a class="srclink" href="/src">source</a></span></h1>'
    const signature =
      '<div class="docblock item-decl"><pre class="rust fn"><code>pub unsafe fn mask_load(pot: Pot, k: Mask) -> Pot</code></pre></div>'
    const info =
      '<div class="item-info"><div class="stab portability">Available on <strong>clay and feature <code>f</code></strong> only.</div></div>'
    const text =
      '<details class="rustdoc-toggle top-doc" open><summary class="hideme"><span>Expand description</span></summary><div class="docblock">' +
      '<p>Load packed pots from the shelf into the kiln using mask k (pots are copied from it when the corresponding bit is not set). ' +
      'The shelf does not need to be aligned on any particular boundary.</p><p>Pots that do not fit are left where they stand.</p></div></details>'
    const main = `<section id="main-content" class="content">${heading}${signature}${info}${text}</section>`
    const html = mainContentOf(
      page(
        `<nav class="sidebar"><a href="../">kiln</a></nav><main><div class="width-limiter">${main}</div></main>`,
      ),
    )
    for (const part of [
      'pub unsafe fn mask_load',
      'Available on',
      'Load packed pots',
      'left where they stand',
    ])
      expect(html).toContain(part)
  })
})

describe('a main element with mixed content', () => {
  it.each([
    '<button>Summarize it</button>',
    '<form><label>Summarize it</label></form>',
    '<aside><a href="/sum">Summarize it</a></aside>',
  ])('leaves out the tool %s', (tool) => {
    const tools = `<div class="toolbar share">${tool.repeat(3)}</div>`
    const html = mainContentOf(page(`<main>${tools}<h1>Teapots</h1>${ARTICLE}<pre>kiln start</pre></main>`))
    expect(html).toContain('kiln start')
    expect(html).not.toContain('Summarize it')
  })

  it('keeps an image and leaves out a related list', () => {
    const image = '<img src="/pot.jpg" alt="A pot">'
    const html = mainContentOf(page(`<main>${ARTICLE}${image}${RELATED}</main>`))
    expectArticle(html)
    expect(html).toContain('pot.jpg')
    expect(html).not.toContain('Ten kilns')
  })

  /** Tells whether the last part of a main element is kept. */
  const last = (inner: string): boolean =>
    mainContentOf(page(`<main><button>Copy</button>${ARTICLE}${inner}</main>`)).includes('Turn it too')
  const links = '<p><a href="/pots">All of the pots, bowls, plates and cups that were ever made here</a></p>'

  it.each(['', 'card form', 'related comments', 'hidden'])('keeps code with the classes "%s"', (name) => {
    expect(last(`<div class="${name}"><pre>Turn it too</pre></div>`)).toBe(true)
  })

  it.each(['impl-items', 'tag option', 'product', 'section-header'])(
    'keeps text with the class "%s" in documentation with code',
    (name) => {
      expect(last(`<pre>turn</pre><div class="${name}"><p>Turn it too.</p></div>`)).toBe(true)
    },
  )

  it('leaves out a list of links with the class "related" next to code', () => {
    const list = `<div class="related">${links.repeat(4)}<p><a href="/x">Turn it too.</a></p></div>`
    expect(last(`<pre>turn</pre>${list}`)).toBe(false)
  })
})

describe('a main element that may lack the content of the page', () => {
  it.each([
    ['is in a comment', `<!-- <main>${ARTICLE}</main> --><div class="post">${ARTICLE}</div>`],
    ['is in a script', `<script>"<main>${ARTICLE}</main>"</script><div class="post">${ARTICLE}</div>`],
    ['has little text', `<main>Loading</main><div class="post">${ARTICLE}</div>`],
    ['has no end', `<div><main><div class="post">${ARTICLE}`],
    ['is ended by another element', `<div><main><p>One</p></div><div class="post">${ARTICLE}</div></main>`],
  ])('is ignored if it %s', (_, body) => {
    expectArticle(mainContentOf(page(body)))
  })

  const products = Array.from(
    { length: 60 },
    (_, index) =>
      `<li class="product"><a href="/p/${index}">Teapot number ${index}</a><span>$ ${index}.50</span></li>`,
  ).join('')
  const list = `<main><h1>Teapots</h1><ul>${products}</ul></main>`

  it.each([
    ['before the prose', `${list}<div class="row">${ARTICLE}</div>`],
    ['after the prose', `<div class="row">${ARTICLE}</div>${list}`],
  ])('is ignored if it is a list of products %s', (_, body) => {
    expectArticle(mainContentOf(page(body)))
  })

  it.each(['cookie-consent', 'ad', 'reviews', 'related', 'carousel'])(
    'is kept as a list of products if other prose has the class %s',
    (name) => {
      const html = mainContentOf(page(`${list}<div class="${name}">${ARTICLE}</div>`))
      expect(html).toContain('Teapot number 7')
      expect(html).not.toContain('is made by hand')
    },
  )

  it('is kept if it contains as much prose as the page outside of it', () => {
    const html = mainContentOf(page(`${list.replace('</ul>', `</ul>${ARTICLE}`)}<div>${ARTICLE}</div>`))
    expect(html.match(/The pot is made by hand/g)).toHaveLength(1)
  })
})
