import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAttributes } from '../../../src/service/content/select-kept.ts'
import { canParseUrl } from '../../../src/util/can-parse-url.ts'
import { readPage } from '../../support/read-page.ts'

const MANY = 200_000

/** Each takes minutes where the work is not linear in the length. */
const BOMBS: Record<string, string> = {
  'elements never closed': '<div>'.repeat(MANY),
  'elements never opened': '</div></p></nope>'.repeat(MANY),
  'elements opened deep, then wrong ends': '<b>'.repeat(MANY) + '</i>'.repeat(MANY),
  'deep elements closed in order': '<section>'.repeat(MANY) + 'x' + '</section>'.repeat(MANY),
  'nested forms and tables': '<form><table><tr><td>'.repeat(MANY / 4),
  'nested lists with headings': '<ul><li>x<h2></h2>'.repeat(MANY / 4),
  'one item of empty headings': `<li>${'<h2></h2>'.repeat(MANY)}`,
  'one code block of empty elements': `<pre>${'<div></div>'.repeat(MANY)}`,
  'one inline code of links': `<code>${'<a href=x></a>'.repeat(MANY)}`,
  'one link of blocks': `<a href=x>${'<div></div>'.repeat(MANY)}`,
  'one heading of links': `<h1>${'<a href="#x">y</a>'.repeat(MANY)}`,
  'links in links': '<a href=x><b>'.repeat(MANY),
  'one tag of attributes': `<p ${'a=b '.repeat(MANY)}>`,
  'one tag of repeated links': `<a ${'href=x '.repeat(MANY)}>`,
  'an attribute without an end': `<a href="${'x'.repeat(MANY * 5)}`,
  'brackets only': '<'.repeat(MANY * 5),
  'comments only': '<!--'.repeat(MANY),
  'a comment of dashes': `<!--${'-'.repeat(MANY * 5)}`,
  'declarations only': '<!x>'.repeat(MANY),
  'scripts only': '<script><'.repeat(MANY),
  'comments of one script': `<script>${'<!-- --><'.repeat(MANY)}`,
  'scripts in comments of scripts': '<script><!--<script></script>'.repeat(MANY / 4),
  'a main element and a script that the page cuts off': '<main><script></script><script src="',
  'paragraphs that repeat': `<p>${'a '.repeat(20)}</p>`.repeat(MANY / 8),
  'types of schema.org': `<script type=application/ld+json>${'"@type" : ['.repeat(MANY)}</script>${`<p itemtype="${'/'.repeat(MANY)}">${'a '.repeat(200)}`}`,
  'a paragraph of spaces': `<p>${'a '.repeat(200)}${' '.repeat(MANY * 5)}b</p>`.repeat(2),
  'headers that may hold the main part': `${'<nav>'.repeat(MANY)}<i id=main>`,
  'headers beside the main part': `<i id=main></i>${'<nav><p>x</nav>'.repeat(MANY)}`,
  'headers that hold many main parts': '<nav>'.repeat(300) + '<b id=main></b>'.repeat(MANY),
  'late bases': `<a href=x>${'<base href=/y>'.repeat(MANY)}`,
  'meta tags only': '<meta name=a content=b>'.repeat(MANY),
  'one set of images': `<img srcset="${'a 1x, '.repeat(MANY)}">`,
  'commas in a set of images': `<img srcset="${','.repeat(MANY * 5)}x">`,
  'list boxes': `<li>${'<input type=checkbox>'.repeat(MANY)}`,
  'drawings in drawings': '<svg>'.repeat(MANY),
  'emphasis side by side': '<b>:</b>x<i>y</i>'.repeat(MANY / 4),
  'emphasis in emphasis': '<b>x<i>y'.repeat(MANY / 4),
  'cells that span': `<table>${'<tr><td rowspan=99 colspan=200>x<td rowspan=0>'.repeat(MANY / 8)}`,
  'one cell of blocks': `<table><tr><td>${'<p>x</p>'.repeat(MANY / 4)}`,
  'formulas in formulas': '<math><mi>'.repeat(MANY / 4),
  'blank spans': '<span> </span>'.repeat(MANY),
  'buttons between a language and no code': `<div><i>js</i>${'<button></button>'.repeat(100)}x</div>`,
  'brackets that screen readers do not get': `<p><span class=sr-only>x</span><i aria-hidden=true>${'< '.repeat(MANY * 5)}</i>`,
  'characters without a width': `<p>\u4E00${'\u200B'.repeat(MANY * 5)}\u4E00`,
  'code with breaks after much white space': `<div>${' '.repeat(MANY * 5)}${'<code>x<br>y</code>'.repeat(MANY / 4)}`,
  'an address of a late image that never ends': `<img data-x="${'.jpg?'.repeat(MANY * 2)} ">`,
  'a refresh after very many seconds': `<meta http-equiv=refresh content="${'1'.repeat(MANY * 5)}">`,
  'names of classes that hide':
    `<p class="${'hidden :'.repeat(MANY / 4)}d-none">a</p><p class="${'d-none d-sm-none '.repeat(MANY / 8)}">b`.repeat(
      2,
    ),
  'quotations with names': '<blockquote><div ><cite>a</cite>b '.repeat(MANY / 8),
  'names after many quotations': `${'<blockquote> '.repeat(50)}${'<cite>a</cite>'.repeat(MANY / 4)}`,
  'lists in parentheses': `(${'<wbr> '.repeat(3)}<ol>${'<li>( <ul><li>a</ul>'.repeat(MANY / 8)}`,
  'tables of javadoc':
    '<div class="summary-table"><div>'.repeat(MANY / 8) + '<div class="col-last">a</div>'.repeat(MANY / 8),
  'feet of a table': `<table>${'<tfoot><tr><td>a<td>b<tbody><tr><td>c'.repeat(MANY / 8)}`,
  'long class names': `<div class="${'a '.repeat(MANY * 2)}">`.repeat(3),
  'items of a list with a long class': `<ul class="${'lst-kix_ '.repeat(MANY / 8)}">${'<li>a'.repeat(MANY / 4)}`,
  'lists of Google Docs': [...Array(MANY / 4).keys()]
    .map((n) => `<ul class="lst-kix_a-${n % 10}"><li>a</li></ul>`)
    .join(''),
  'pictures of Discourse': `<a class="lightbox ${'x'.repeat(MANY)}">${'<div class="meta">a</div>'.repeat(MANY / 4)}`,
  'permanent links':
    `<a class="permalink" href="#${'a#'.repeat(MANY)}"><b>a`.repeat(3) +
    '<a class="permalink" href="#a">b'.repeat(MANY),
  'emphasis with long styles': `<b style="${'font-weight: '.repeat(MANY / 4)}">`.repeat(3),
  'long formulas in scripts': `<script type="math/tex">${'%<![CDATA[ ]]> '.repeat(MANY / 4)}</script>`,
  'links of many kinds': [...Array(MANY / 4).keys()].map((n) => `<a href="/${n}?${n}#${n}">`).join(''),
}

describe('a page of', () => {
  it.each(Object.keys(BOMBS))(
    '%s is read in linear time',
    (name) => {
      const html = BOMBS[name] ?? ''
      const reading = readPage(html)
      expect(reading.links.length).toBeLessThanOrEqual(50_000)
      expect(reading.html.length).toBeLessThanOrEqual(html.length * 4)
      expect(reading.markdown.length).toBeLessThanOrEqual(html.length * 30)
    },
    60_000,
  )

  it('deep nesting can be put into a tree', () => {
    const html = '<div class=a>'.repeat(MANY) + '<p id=x>deep'
    expect(readPage(html, { excludeTags: ['.b > .c'] }).html).toContain('deep')
    expect(
      readAttributes({ rawHtml: html }, [{ selector: 'div', attribute: 'class' }])[0]?.values.length,
    ).toBeLessThanOrEqual(1000)
  })
})

describe('any page', () => {
  const folder = join(import.meta.dirname, '../../fixtures/service/page')
  const pages = readdirSync(folder)
    .filter((name) => name.endsWith('.html'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const tokens = [
    '<', '>', '</', '<!--', '-->', '<![CDATA[', ']]>', '"', "'", '&', '&#0;', '&#x110000;', '\0', '\uFFFD', '\uD800', '\r',
    '<pre>', '</pre>', '<code>', '<a href="#">', '</a>', '<li>', '<h2>', '</h2>', '<nav>', '</nav>', '<svg>', '<title>',
    '<base href=/z/>', '<base href="http://[">', 'id=main', '<script>', '<template>', '<td>', '<table>', '</table>', '<br>', '<p>',
    '<a href="http://%zz">', '<img src="data:,x" alt="]">', '<input type=checkbox>', '<body>', '</html>', '<plaintext>', '```',
  ] // prettier-ignore
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(60),
    put: fc.constantFrom('', ...tokens),
  })
  const mutated = fc
    .tuple(fc.constantFrom(...pages), fc.array(edit, { minLength: 1, maxLength: 12 }))
    .map(([page, edits]) => {
      let html = page
      for (const { at, cut, put } of edits) {
        const index = Math.floor(at * html.length)
        html = html.slice(0, index) + put + html.slice(index + cut)
      }
      return html
    })

  it('can be read and converted, however broken', () => {
    fc.assert(
      fc.property(mutated, (html) => {
        const reading = readPage(html)
        expect(reading.markdown).toEqual(expect.any(String))
        expect(reading.links.every((link) => canParseUrl(link))).toBe(true)
        const links = new Set(reading.links)
        expect(reading.documentLinks.every((link) => links.has(link))).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  it('has the same links, metadata and Markdown whatever else is wanted of it', () => {
    fc.assert(
      fc.property(mutated, (html) => {
        const whole = readPage(html)
        const linksOnly = readPage(html, { formats: [] })
        expect(linksOnly.links).toEqual(whole.links)
        expect(linksOnly.metadata).toEqual(whole.metadata)
        expect(readPage(html, { formats: ['markdown'] }).markdown).toBe(whole.markdown)
        expect(readPage(html, { formats: ['html'] }).html).toBe(whole.html)
        const { documentLinks, images, warning } = readPage(html, { formats: ['links'] })
        expect({ documentLinks, images, warning }).toEqual({
          documentLinks: whole.documentLinks,
          images: whole.images,
          warning: whole.warning,
        })
      }),
      { numRuns: 200 },
    )
  })

  it('gives HTML that a second reading leaves as it is', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pages), (html) => {
        const once = readPage(html).html
        expect(readPage(once).html).toBe(once)
      }),
    )
  })
})
