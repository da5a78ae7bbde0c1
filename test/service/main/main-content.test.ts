import { describe, expect, it } from 'vitest'
import { readHtml } from '../../../src/service/content/read-html.ts'
import { LinkCache } from '../../../src/service/link/resolve-link.ts'

function kept(html: string, cache = new LinkCache()): string {
  return readHtml(html, {
    url: 'https://example.com/guide',
    cache,
    wantContent: true,
    wantHtml: true,
    wantMarkdown: true,
    onlyMainContent: true,
    exclude: undefined,
  }).html
}

const paragraph = (topic: string): string =>
  `<p>The ${topic} is made by hand, as it was a hundred years ago, and it takes two people most of a day. ` +
  'First the clay is wedged, then it rests, and only in the evening, when it has dried a little, is it turned and trimmed. ' +
  'Whoever hurries here will see cracks after the first firing, and there is no way to mend them.</p>'
const TOPICS = ['pot', 'lid', 'handle', 'spout', 'foot']
const article = TOPICS.map((topic) => `<h2>The ${topic}</h2>${paragraph(topic)}`).join('\n')
const related =
  '<div class="related-posts"><h3>You may also like</h3><ul>' +
  ['Ten kilns', 'Glazes of the north', 'A short history of porcelain', 'Where to dig clay']
    .map((title, index) => `<li><a href="/posts/${index}">${title}</a></li>`)
    .join('') +
  '</ul></div>'
const consent =
  '<div class="cookie-consent" role="dialog"><p>We use cookies to improve your experience. By clicking accept you agree to our privacy policy.</p><button>Accept all</button></div>'
const page = (body: string): string => `<html><head><title>t</title></head><body>${body}</body></html>`

describe('main content of a page that declares it', () => {
  it.each([
    ['an element of which the name begins like its own', '<main-product>A kiln to buy</main-product>'],
    ['its end tag in a script', '<script>const end = "</main>"</script>'],
    ['its end tag in a comment', '<!-- </main> -->'],
    ['its end tag in an attribute', '<div title="</main>">A kiln</div>'],
  ])('goes on behind %s, without scripts', (_, inner) => {
    const script = '<script>const price = 12</script>'
    const html = kept(
      page(`<main><button>Copy</button>${article}${inner}${script}${paragraph('glaze')}</main>${related}`),
    )
    for (const topic of [...TOPICS, 'glaze']) expect(html).toContain(`The ${topic} is made by hand`)
    expect(html).not.toContain('const price')
    expect(html).not.toContain('Ten kilns')
  })
})

describe('main content of a page that does not declare it', () => {
  it('is its text, without related lists, consent and what stands in menus', () => {
    const html = kept(
      page(`<nav><a href="/">Home</a></nav>${consent}<div class="post">${article}</div>${related}`),
    )
    for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
    expect(html).not.toContain('Ten kilns')
    expect(html).not.toContain('We use cookies')
    expect(html).not.toContain('Home')
  })

  it.each(['widget', 'top', 'side', 'sidebar', 'share', 'modal'])(
    'stays, though all of it is called %s',
    (name) => {
      const html = kept(page(`<div class="${name}"><h1>Teapots</h1>${article}</div>${related}`))
      for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
    },
  )

  it.each(['onetrust-consent-sdk', 'CybotCookiebotDialog', 'cmplz-cookiebanner'])(
    'is without what a tool for consent brings, though it is long: %s',
    (id) => {
      const html = kept(
        page(
          `<div class="post">${paragraph('cup')}${paragraph('bowl')}</div><div id="${id}">${article}</div>`,
        ),
      )
      expect(html).toContain('The cup is made by hand')
      expect(html).not.toContain('The pot is made by hand')
    },
  )

  it('stays, though nearly all of it stands in a tool for consent', () => {
    const html = kept(page(`<p>Loading</p><div id="onetrust-consent-sdk">${article}</div>`))
    for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
  })

  it('keeps the only title of a page, though it stands in a header', () => {
    const header = '<header class="header"><a href="/">Potters</a><h1>How a teapot is made</h1></header>'
    expect(kept(page(`${header}<div>${article}</div>`))).toContain('How a teapot is made')
  })

  it('keeps the only title and what stands beside it, though the page is short', () => {
    const header =
      '<div id="header"><nav><a href="/">Manual</a></nav><h1>git-stage(1)</h1><h2>NAME</h2><p>git-stage - Add contents</p></div>'
    const html = kept(page(`${header}<div id="content"><p>A synonym.</p></div>`))
    expect(html).toMatch(/git-stage\(1\).*NAME.*Add contents.*A synonym/s)
    expect(html).not.toContain('Manual')
  })

  it('keeps no menu of a short page for the title in it', () => {
    const html = kept(page(`<nav class="top"><h1>Potters</h1><a href="/">Home</a></nav><p>A synonym.</p>`))
    expect(html).not.toContain('Home')
  })

  it('keeps a paragraph called meta between others where it shows code', () => {
    const texts = TOPICS.map(paragraph).join('')
    const body = `${texts}<pre>turn --slow</pre>${texts}<div class="meta"><p>It is fired twice.</p></div>${texts}`
    expect(kept(page(`<h1>Teapots</h1><div class="post">${body}</div>`))).toContain('It is fired twice')
  })

  it('keeps all items of a long list or none, if a template has written them alike', () => {
    const items = Array.from(
      { length: 30 },
      (_, item) => `<li class="step"><b>Step ${item}</b>: turn it on</li>`,
    )
    const html = kept(
      page(`<div class="post">${article}<ol>${items.join('')}</ol>${paragraph('kiln')}</div>`),
    )
    expect(html.match(/Step \d+/g)).toHaveLength(30)
  })

  it('is the same whatever was read before', () => {
    const html = page(`<div class="post">${article}</div>${related}`)
    const first = kept(html)
    const cache = new LinkCache()
    for (let other = 0; other < 20; other++)
      kept(page(`<div class="post">${paragraph(`cup ${other}`)}</div>${related}`), cache)
    expect(kept(html, cache)).toBe(first)
  })

  it('is what stands in noscript, where the page has its text there', () => {
    const html = kept(
      page(`<div id="app">Loading</div><noscript><div role="main">${article}</div></noscript>`),
    )
    for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
    expect(html).not.toContain('noscript')
  })

  it('is what stands in noscript, where the element for it is declared and empty', () => {
    const posts = `<article>${article}</article>`
    const html = kept(
      page(`<main><div style="display:none">Loading</div><noscript>${posts}</noscript></main>`),
    )
    for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
  })

  it('leaves a short noscript out', () => {
    expect(kept(page(`<div>${article}</div><noscript>Enable scripts</noscript>`))).not.toContain(
      'Enable scripts',
    )
  })

  it('keeps tables and code whole', () => {
    const table = `<table>${[1, 2, 3].map((n) => `<tr><td>Firing ${n}</td><td>${n}00 °C</td></tr>`).join('')}</table>`
    const html = kept(
      page(`<div class="post">${article}${table}<pre>kiln start\nkiln stop</pre>${paragraph('kiln')}</div>`),
    )
    expect(html).toContain('300 °C')
    expect(html).toContain('kiln stop')
  })

  it('keeps code between paragraphs, whatever it stands in', () => {
    const code = '<div class="hidden comments form"><pre><a href="/turn">turn --slow</a></pre></div>'
    const texts = TOPICS.map(paragraph)
    const html = kept(
      page(`<h1>Teapots</h1><div class="post">${texts.join('')}${code}${texts.join('')}</div>`),
    )
    expect(html).toContain('turn --slow')
  })
})

describe('main content of a page that declares it', () => {
  const more =
    '<div class="related-posts"><h3>You may also like</h3><ul>' +
    Array.from(
      { length: 40 },
      (_, index) => `<li><a href="/posts/${index}">A kiln of clay number ${index}</a></li>`,
    ).join('') +
    '</ul></div>'

  it('is its element, without what is called and built like related lists', () => {
    const html = kept(page(`${consent}<main>${article}${more}</main><div>${paragraph('cup')}</div>`))
    for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
    expect(html).not.toContain('A kiln of clay')
    expect(html).not.toContain('We use cookies')
    expect(html).not.toContain('The cup is made')
  })

  it.each(['', '<img src="/pot.jpg" alt="A pot">'])(
    'is the outermost of several such elements, with what stands behind the inner ones %s',
    (image) => {
      const html = kept(
        page(
          `<main id="wrap"><main id="page">${article}${image}</main>${paragraph('cup')}</main>` +
            `<div class="menu"><p>Imprint and contact</p></div>${paragraph('bowl')}`,
        ),
      )
      for (const topic of [...TOPICS, 'cup']) expect(html).toContain(`The ${topic} is made by hand`)
      expect(html).not.toContain('The bowl is made')
      expect(html).not.toContain('Imprint')
    },
  )

  it('keeps what a page of an API declares and says, as rustdoc writes it', () => {
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
    const html = kept(
      page(
        `<nav class="sidebar"><a href="../">kiln</a></nav><main><div class="width-limiter"><section id="main-content" class="content">${heading}${signature}${info}${text}</section></div></main>`,
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

  it('is found behind an element whose name only begins so', () => {
    const html = kept(
      page(`<main-menu>${more}</main-menu><main>${article}</main><div>${paragraph('cup')}</div>`),
    )
    expect(html).toContain('The pot is made by hand')
    expect(html).not.toContain('The cup is made')
  })

  it.each([
    '<button>Summarize it</button>',
    '<form><label>Summarize it</label></form>',
    '<aside><a href="/sum">Summarize it</a></aside>',
  ])('is judged, though it is text with code, where it holds %s', (tool) => {
    const tools = `<div class="toolbar share">${tool.repeat(3)}</div>`
    const html = kept(page(`<main>${tools}<h1>Teapots</h1>${article}<pre>kiln start</pre></main>`))
    expect(html).toContain('kiln start')
    expect(html).not.toContain('Summarize it')
  })

  it('is judged, though little of it is linked, where it shows images', () => {
    const image = '<img src="/pot.jpg" alt="A pot">'
    const html = kept(page(`<main>${article}${image}${related}</main>`))
    for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
    expect(html).toContain('pot.jpg')
    expect(html).not.toContain('Ten kilns')
  })

  it.each(['<main>', '<main class="x">', '<div role="main">', "<div id=c role='main'>"])(
    'begins with %s',
    (tag) => {
      const name = /\w+/.exec(tag)?.[0] ?? ''
      const html = kept(page(`<div class="wrap">${consent}${tag}${article}</${name}></div>`))
      for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
      expect(html).not.toContain('We use cookies')
    },
  )

  it.each(['widget', 'top', 'side', 'comments', 'card'])('stays, though all of it is called %s', (name) => {
    const html = kept(page(`<main><div class="${name}">${article}</div></main>`))
    for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
  })

  it.each([
    ['before it', `<header><h1>The teapot</h1><a href="/">Potters</a></header><main>${article}</main>`],
    ['in its header', `<main><header><h1>The teapot</h1></header>${article}</main>`],
    ['around it', `<div class="header"><h1>The teapot</h1><main>${article}</main></div>`],
  ])('has the only title that stands %s', (_, body) => {
    const html = kept(page(body))
    expect(html).toContain('The teapot')
    expect(html).not.toContain('Potters')
    for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
  })

  it.each([
    ['stands in a comment', `<!-- <main>${article}</main> --><div class="post">${article}</div>`],
    ['stands in a script', `<script>"<main>${article}</main>"</script><div class="post">${article}</div>`],
    ['holds little', `<main>Loading</main><div class="post">${article}</div>`],
    ['has no end', `<div><main><div class="post">${article}`],
    ['is ended by another element', `<div><main><p>One</p></div><div class="post">${article}</div></main>`],
  ])('is found where a main element %s', (_, body) => {
    const html = kept(page(body))
    for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
  })

  const products = Array.from(
    { length: 60 },
    (_, index) =>
      `<li class="product"><a href="/p/${index}">Teapot number ${index}</a><span>$ ${index}.50</span></li>`,
  ).join('')
  const list = `<main><h1>Teapots</h1><ul>${products}</ul></main>`

  it.each([
    ['behind it', `${list}<div class="row">${article}</div>`],
    ['before it', `<div class="row">${article}</div>${list}`],
  ])('is not all that is judged where the prose stands %s', (_, body) => {
    const html = kept(page(body))
    for (const topic of TOPICS) expect(html).toContain(`The ${topic} is made by hand`)
  })

  it.each(['cookie-consent', 'ad', 'reviews', 'related', 'carousel'])(
    'is what it declares, though more prose stands beside it in what is called %s',
    (name) => {
      const html = kept(page(`${list}<div class="${name}">${article}</div>`))
      expect(html).toContain('Teapot number 7')
      expect(html).not.toContain('is made by hand')
    },
  )

  it('is what it declares, though as much prose stands beside it', () => {
    const html = kept(page(`${list.replace('</ul>', `</ul>${article}`)}<div>${article}</div>`))
    expect(html.match(/The pot is made by hand/g)).toHaveLength(1)
  })

  it('keeps a manual page whole, with its title outside', () => {
    const manual =
      '<header id="masthead"><a href="/"><img src="/logo.png" alt="git"></a></header>' +
      '<div class="inner"><aside class="sidebar"><ul><li><a href="/about">About</a></li></ul></aside>' +
      '<div id="content" role="main"><div id="main"><header><h1>git-turn(1) Manual Page</h1></header>' +
      `<div class="sect1"><h2>NAME</h2><p>git-turn - Turn a pot</p></div>${article}<pre>git turn --slow</pre></div></div></div>`
    const html = kept(page(manual))
    expect(html).toContain('git-turn(1) Manual Page')
    expect(html).toContain('git turn --slow')
    expect(html).not.toContain('About')
  })

  it("counts links outside of it as the page's", () => {
    const cache = new LinkCache()
    const header = '<header class="header"><nav><a href="/a">A</a><a href="/b">B</a></nav></header>'
    for (const name of ['one', 'two', 'three', 'four']) {
      const { links } = readHtml(
        page(`${header}<main>${paragraph(name)}${article}</main><a href="/z">Z</a>`),
        {
          url: `https://example.com/${name}`,
          cache,
          wantContent: true,
          wantHtml: false,
          wantMarkdown: true,
          onlyMainContent: true,
          exclude: undefined,
        },
      )
      expect(links.map(({ url }) => url)).toEqual(
        ['a', 'b', 'z'].map((path) => `https://example.com/${path}`),
      )
    }
  })
})
