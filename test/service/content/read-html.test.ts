import { describe, expect, it } from 'vitest'
import { LinkCache } from '../../../src/service/page-links/link-cache.ts'
import { readPage } from '../../support/read-page.ts'

describe('links', () => {
  it('are listed once, even if their section is spelled with and without the page', () => {
    const { links, documentLinks } = readPage(
      '<a href="#a">a</a><a href="/p#a">a</a><a href="HTTPS://example.com/p#a">a</a>',
      {
        url: 'https://example.com/p',
      },
    )
    expect([links, documentLinks]).toEqual([['https://example.com/p#a'], ['https://example.com/p#a']])
  })

  it('are absolute, in document order, unique, and keep their fragments', () => {
    const { links } = readPage(
      '<a href="b">1</a><a href="/a?x=1&amp;y=2">2</a><a href=b>3</a><a href="#top">4</a><a href="//other.org/">5</a>',
    )
    expect(links).toEqual([
      'https://example.com/docs/b',
      'https://example.com/a?x=1&y=2',
      'https://example.com/docs/page.html#top',
      'https://other.org/',
    ])
  })

  it('come from anchors anywhere on the page, but not from scripts or comments', () => {
    const { links, documentLinks } = readPage(
      '<nav><a href="/nav">n</a></nav><script>"<a href=/script>"</script><!-- <a href=/comment> --><p><a href="/p">p</a>',
    )
    expect(links).toEqual(['https://example.com/nav', 'https://example.com/p'])
    expect(documentLinks).toEqual(['https://example.com/p'])
  })

  it('omit URLs that cannot be crawled', () => {
    expect(
      readPage('<a href="javascript:x()">a</a><a href="data:,x">b</a><a>c</a><a href="http://[">d</a>').links,
    ).toEqual([])
  })

  it('are resolved against the base element, even those before it', () => {
    const reading = readPage('<a href="x">x</a><base href="../other/"><base href="/third/"><a href="y">y</a>')
    expect(reading.links).toEqual(['https://example.com/other/x', 'https://example.com/other/y'])
    expect(reading.html).toContain('href="https://example.com/other/x"')
  })

  it('with one spelling differ between directories', () => {
    const cache = new LinkCache()
    expect(readPage('<a href="x">', { cache, url: 'https://example.com/a/' }).links).toEqual([
      'https://example.com/a/x',
    ])
    expect(readPage('<a href="x">', { cache, url: 'https://example.com/b/?q=/c/' }).links).toEqual([
      'https://example.com/b/x',
    ])
    expect(readPage('<a href="?x">', { cache, url: 'https://example.com/b/p' }).links).toEqual([
      'https://example.com/b/p?x',
    ])
  })
})

describe('main content', () => {
  it('omits headers, footers, navigation, and elements with such names', () => {
    const { html } = readPage(
      '<body><header>a</header><div class="left sidebar">b</div><div id=nav>c</div><p>kept</p><div class="topics">too</div><footer>d',
    )
    expect(html).toBe('<body><p>kept</p><div class="topics">too</div>')
  })

  it('keeps a header around the main element, without its navigation', () => {
    const { html, documentLinks } = readPage(
      '<header><nav><a href=/n>n</a></nav><div id="main"><a href=/m>m</a></div></header>',
    )
    expect(html).toBe('<header><div id="main"><a href="https://example.com/m">m</a></div></header>')
    expect(documentLinks).toEqual(['https://example.com/m'])
  })

  it('keeps a sidebar in a header if both contain the main element', () => {
    const page =
      '<nav>n</nav><header><aside>a</aside><div class="sidebar"><footer>f</footer><p id=main>m</p></div></header><footer>e</footer>'
    expect(readPage(page).html).toBe('<header><div class="sidebar"><p id=main>m</p></div></header>')
  })

  it('omits elements whose class uses character references', () => {
    expect(
      readPage('<p class="x side&#98;ar">s</p><p class="a&amp;b header">h</p><p class="&amp;side">k</p>')
        .html,
    ).toBe('<p class="&amp;side">k</p>')
  })

  it('is the main element, whatever its class is', () => {
    expect(readPage('<div id="main" class="header">m</div><div class="header">h</div>').html).toBe(
      '<div id="main" class="header">m</div>',
    )
  })

  it.each([
    ['excluded', '<header><div class="drop"><p id="main">m</p></div></header>'],
    ['in noscript', '<header><noscript><p id="main">m</p></noscript></header>'],
    ['only mentioned', '<header data-id="main"><!-- id="main" --><p title=\'id="main"\'>m</p></header>'],
    ['of another name', '<header><p id="main-menu">m</p></header>'],
  ])('omits a header whose main element is %s', (_, header) => {
    expect(readPage(`${header}<p>k</p>`, { excludeTags: ['.drop'] }).html).toBe('<p>k</p>')
  })

  it('is found even if a base element comes late', () => {
    const { html, links } = readPage('<header><a href="x">l</a><base href="/b/"><p id="main">m</p></header>')
    expect(html).toBe('<header><a href="https://example.com/b/x">l</a><p id="main">m</p></header>')
    expect(links).toEqual(['https://example.com/b/x'])
  })

  it('keeps tags in a code block in HTML, but not in Markdown', () => {
    const { html, markdown } = readPage('<pre>a<b id="main" class="header">b</b></pre>')
    expect(html).toBe('<pre>a<b id="main" class="header">b</b></pre>')
    expect(markdown).toBe('```\nab\n```')
  })

  it('is the whole page if requested', () => {
    expect(readPage('<nav>n</nav><p>p', { onlyMainContent: false }).html).toBe('<nav>n</nav><p>p')
  })

  it('contains no head, scripts, styles or comments', () => {
    const { html } = readPage(
      '<head><title>t</title><style>x</style></head><p>a<!-- c --><script>s</script><noscript>n</noscript>b',
    )
    expect(html).toBe('<p>ab')
  })

  it.each(['iframe', 'style', 'textarea', 'title', 'plaintext'])(
    'continues after a noscript with an unclosed %s',
    (name) => {
      const { html, links } = readPage(
        `<noscript><${name} src="/tag" /></noscript><p>text <a href="/next">l</a>`,
      )
      expect(html).toBe('<p>text <a href="https://example.com/next">l</a>')
      expect(links).toContain('https://example.com/next')
    },
  )

  it.each([
    '<html><head><script src="a.js"/><title/></head><body><p>text</p></body></html>',
    '<html><head><style/></head><body><iframe src="/f"/><textarea/><p>text</p></body></html>',
    '<html><body><div class="spacer"/><a id="top"/><p>text</p></body></html>',
  ])('of XHTML is not swallowed by self-closing elements: %s', (page) => {
    const tree = readPage(page, { isXhtml: true, onlyMainContent: false })
    expect(tree.markdown.replace(/^.*\/f.*\n+/, '')).toBe('text')
    expect(tree.html).toContain('<p>text</p>')
  })

  it('starts after an unclosed head', () => {
    expect(readPage('<head><title>t</title><p>text').html).toBe('<p>text')
  })
})

describe('content of a page', () => {
  const prose =
    '<p>A long sentence of the article, with commas, and with words, so that it counts as prose.</p>'.repeat(
      5,
    )

  it.each([true, false])('includes formulas in scripts (only main content: %s)', (onlyMainContent) => {
    const page = `<main><h1>T</h1>${prose}<p>So <script type="math/tex">a^2</script><script>b</script> holds.</p></main>`
    const { markdown, html } = readPage(page, { onlyMainContent })
    expect(markdown).toContain('So $a^2$ holds.')
    expect(html).toContain('a^2')
    expect(html).not.toContain('<script>')
  })

  it.each([true, false])('includes declarative shadow roots (only main content: %s)', (onlyMainContent) => {
    const page = `<main><h1>T</h1><x-card><template shadowrootmode="open">${prose}</template></x-card><template><p>hidden</p></template></main>`
    const { markdown } = readPage(page, { onlyMainContent })
    expect(markdown).toContain('A long sentence')
    expect(markdown).not.toContain('hidden')
  })
})

describe('kept HTML', () => {
  it('has absolute URLs, and the largest image of a set', () => {
    const { html, images } = readPage(
      `<img src=a.png srcset="b.png 480w, c.png 1,080w, d.png 800w"><img srcset='e.png, f.png 2x' alt=x><a href='q'>q</a>`,
    )
    expect(html).toBe(
      '<img src="https://example.com/docs/d.png" srcset="b.png 480w, c.png 1,080w, d.png 800w">' +
        `<img src="https://example.com/docs/f.png" srcset='e.png, f.png 2x' alt=x>` +
        '<a href="https://example.com/docs/q">q</a>',
    )
    expect(images).toEqual(['https://example.com/docs/d.png', 'https://example.com/docs/f.png'])
  })

  it('escapes the URLs that it writes', () => {
    expect(readPage(`<a href='/a"b&amp;c'>x</a>`).html).toBe(
      '<a href="https://example.com/a%22b&amp;c">x</a>',
    )
  })

  it('omits stray end tags, and a tag that is cut off', () => {
    expect(readPage('<p>a</b></div>b</p><a href="x').html).toBe('<p>ab</p>')
  })

  it('omits tags that are nested too deeply, and stays balanced', () => {
    const { html } = readPage(`${'<div>'.repeat(500)}deep${'</div>'.repeat(500)}<h1>t</h1>`)
    expect(html.match(/<div>/g)).toHaveLength(400)
    expect(html).toMatch(/deep(<\/div>){400}<h1>t<\/h1>$/)
  })

  it('keeps drawings with self-closing tags', () => {
    expect(readPage('<svg><style/><path/><title>t</title></svg><p>text').html).toBe(
      '<svg><path/><title>t</title></svg><p>text',
    )
  })

  it('uses the first of equally large images', () => {
    expect(readPage('<img srcset="/a 2x, /b 2x, /c">').images).toEqual(['https://example.com/a'])
  })

  it('is empty if only links are requested', () => {
    const reading = readPage('<p><a href=/x>x</a>', { formats: [] })
    expect(reading).toMatchObject({ html: '', markdown: '', links: ['https://example.com/x'] })
  })
})

describe('metadata', () => {
  it('has one description, the first non-empty one', () => {
    const tags = ['', 'one', 'two'].map((text) => `<meta name=description content="${text}">`).join('')
    expect(readPage(`${tags}<meta name="Description" content="three">`).metadata).toEqual({
      description: 'one',
      Description: 'three',
    })
  })

  it('uses both names of a tag, and the language of XML', () => {
    const tags = '<html xml:lang="de"><meta name="description" property="og:description" content="d">'
    const keywords = '<meta name="keywords" itemprop=" keywords" content="k">'
    expect(readPage(tags + keywords).metadata).toEqual({
      language: 'de',
      description: 'd',
      'og:description': 'd',
      ogDescription: 'd',
      keywords: 'k',
    })
  })

  it('reads all names of a property', () => {
    const tag = '<meta property="twitter:description  og:description" content="d">'
    expect(readPage(tag).metadata).toEqual({
      'twitter:description': 'd',
      'og:description': 'd',
      ogDescription: 'd',
    })
  })

  it('uses the icon for home screens if there is no other', () => {
    const touch = '<link rel="apple-touch-icon" href="/t.png"><link rel=apple-touch-icon-precomposed href=/p>'
    expect(readPage(touch).metadata).toEqual({ favicon: 'https://example.com/t.png' })
    expect(readPage(`${touch}<link rel="shortcut icon" href="/f.ico">`).metadata).toEqual({
      favicon: 'https://example.com/f.ico',
    })
  })

  it('has title, language, favicon and meta tags under their API names and their own', () => {
    const { metadata } = readPage(
      '<html lang="en"><head><title> A &amp;\n B </title><meta name=description content="d"><meta property="og:title" content="o">' +
        '<meta property="article:published_time" content="2026"><meta name="DC.Subject" content="s"><link rel="shortcut icon" href="/f.ico">' +
        '<link rel=canonical href="/c"><meta name=author content=x><meta name=author content=y></head><svg><title>no</title></svg>',
    )
    expect(metadata).toEqual({
      language: 'en',
      title: 'A & B',
      description: 'd',
      'og:title': 'o',
      ogTitle: 'o',
      'article:published_time': '2026',
      publishedTime: '2026',
      'DC.Subject': 's',
      dcSubject: 's',
      favicon: 'https://example.com/f.ico',
      canonical: 'https://example.com/c',
      author: ['x', 'y'],
    })
  })

  it('cannot override the fields of the service', () => {
    expect(
      readPage(
        '<meta name=statusCode content=1><meta name=sourceURL content=x><meta name=__proto__ content=x>',
      ).metadata,
    ).toEqual({})
  })
})

it.each([
  [['.title', '.price'], 'Foo\n\n$5'],
  [['b'], '**a**\n\n**b**'],
  [['li', 'img'], '- 1\n- 2\n\n![c](https://example.com/c)\n\n![d](https://example.com/d)'],
])('selected elements are separated: %s', (includeTags, expected) => {
  const lead =
    '<h1><span class="title">Foo</span></h1><p><span class="price">$5</span> or</p><p><b>a</b>: <b>b</b></p>'
  const rest = '<ul><li>1<li>2</ul><img src="/c" alt="c"><p>and</p><img src="/d" alt="d">'
  expect(readPage(`<html><body>${lead}${rest}`, { includeTags }).markdown).toBe(expected)
})
