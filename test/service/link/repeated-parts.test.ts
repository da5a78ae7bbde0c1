import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readHtml } from '../../../src/service/content/read-html.ts'
import { LinkCache } from '../../../src/service/link/resolve-link.ts'

const ORIGIN = 'https://example.com'

function read(html: string, cache: LinkCache, page = 'a/'): unknown {
  const reading = readHtml(html, {
    url: `${ORIGIN}/${page}`,
    cache,
    wantContent: true,
    wantHtml: true,
    wantMarkdown: true,
    onlyMainContent: true,
    exclude: undefined,
  })
  return { ...reading, links: reading.links.map(({ url }) => url) }
}

/** Whether a part that starts with a tag is known on the pages of the site. */
function isKnown(cache: LinkCache, part: string): boolean {
  return cache.partsOf(ORIGIN).find(part, 0, part.slice(0, part.indexOf('>') + 1)) !== undefined
}

const HEADER =
  '<header class="top"><a href="/">Home</a><!-- menu --><ul><li><a href="/docs/">Docs</a></ul></header>'

it('a header that is met again is known by its text, and its links are the same on every page', () => {
  const cache = new LinkCache()
  expect(isKnown(cache, HEADER)).toBe(false)
  const first = read(`${HEADER}<p>one</p>`, cache)
  expect(isKnown(cache, HEADER)).toBe(true)
  expect(read(`${HEADER}<p>one</p>`, cache)).toEqual(first)
  expect(read(`<a href="/docs/">d</a>${HEADER}`, cache, 'b/')).toMatchObject({
    links: [`${ORIGIN}/docs/`, `${ORIGIN}/`],
    html: `<a href="${ORIGIN}/docs/">d</a>`,
  })
})

it('lists a link once, also after the cache has forgotten what it knew', () => {
  const cache = new LinkCache()
  read(HEADER, cache)
  for (let other = 0; other < 50_000; other++) cache.linkTo(`${ORIGIN}/other/${other}`)
  const links = [`${ORIGIN}/`, `${ORIGIN}/docs/`]
  expect(read(`${HEADER}<a href="/docs/">d</a>`, cache)).toMatchObject({ links })
})

it.each([
  ['a relative link', '<nav><a href="x">x</a></nav>'],
  ['a link to itself', '<nav><a href="#x">x</a></nav>'],
  ['metadata', '<nav><meta name="a" content="b"></nav>'],
  ['a base', '<nav><base href="/b/"></nav>'],
  ['the main content', '<nav><p id="main">m</p></nav>'],
  ['an end tag of something around it', '<nav></div></nav>'],
  ['no end tag', '<nav><a href="/x">x</a>'],
])('a part with %s is read on every page', (_, part) => {
  const cache = new LinkCache()
  read(`<div>${part}`, cache)
  expect(isKnown(cache, part)).toBe(false)
})

it('parts that differ on every page are soon no longer remembered', () => {
  const cache = new LinkCache()
  const menu = (page: number): string => `<nav><a href="/${page}">x</a></nav>`
  for (let page = 0; page < 100; page++) read(menu(page), cache)
  expect(isKnown(cache, menu(99))).toBe(false)
  expect(isKnown(cache, menu(15))).toBe(true)
})

it('what is remembered of a site is bounded', () => {
  const cache = new LinkCache()
  const part = (page: number, length: number): string => `<nav id="n${page}">${'x'.repeat(length)}</nav>`
  read(part(0, 70_000), cache)
  expect(isKnown(cache, part(0, 70_000))).toBe(false)
  for (let page = 0; page < 20; page++) read(part(page, 60_000), cache)
  const known = Array.from({ length: 20 }, (_, page) => isKnown(cache, part(page, 60_000)))
  expect(known.filter(Boolean).length).toBeLessThanOrEqual(4)
  expect(known.at(-1)).toBe(true)
})

it('a page that is nested too deeply is read without what is known', () => {
  const cache = new LinkCache()
  const header = '<header><div></div></header>'
  read(`<div>${header}</div>`, cache)
  expect(isKnown(cache, header)).toBe(true)
  // One of the elements is not opened: the next end tag of its name is its own.
  const page = `<section>${'<div>'.repeat(400)}</section><div>${header}</div><p>k</p>`
  expect(read(page, cache)).toEqual(read(page, new LinkCache()))
})

const PIECES =
  '<header>|</header>|<nav class="x">|</nav>|<div class="menu">|<div>|</div>|<li class="menu">|<li>|</li>|<ul>|</ul>|' +
  '<p>|<p class="menu">|</p>|text|<a href="/x">|<a href="/y">|<a href="z">|<a class="header" href="/h">|</a>|' +
  '<a href="mailto:a@b">|<a href="javascript:x">|<a href="//h/x">|<main id="main">|</main>|<p id=main>|<svg>|</svg>|' +
  '<math>|</math>|<mi/>|<![CDATA[ x ]]>|<!-- c -->|<script>"</nav>"</script>|<noscript>|</noscript>|<title>t</title>|' +
  '<base href="/b/">|<meta name=a content=b>|<link rel=icon href=/i>|<html lang=de>|<textarea class=share>|</textarea>|' +
  '<table><tr><td>|</table>|<h2>|</h2>|<img src=a.png>'
const piece = fc.constantFrom(...PIECES.split('|'))
const text = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(piece, { maxLength }).map((parts) => parts.join(''))
const part = fc
  .tuple(
    fc.constantFrom('<header>', '<nav class="x">', '<div class="menu">', '<li class="menu">'),
    text(4),
    fc.constantFrom('</header>', '</nav>', '</div>', '</li>', ''),
  )
  .map((parts) => parts.join(''))
/** Deeper elements than a page's 400 are not opened. */
const depth = fc.constantFrom('', '', '', '<div>'.repeat(398), '<div>'.repeat(402) + '</div>'.repeat(395))
const site = fc.array(part, { minLength: 1, maxLength: 3 }).chain((parts) => {
  const some = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...parts) },
    { weight: 1, arbitrary: text(3) },
  )
  const body = fc.array(some, { maxLength: 6 }).map((bodyParts) => bodyParts.join(''))
  return fc.array(
    fc.tuple(depth, body).map(([around, inner]) => around + inner),
    { minLength: 2, maxLength: 5 },
  )
})

it('a page reads the same whatever pages were read before', () => {
  fc.assert(
    fc.property(site, (pages) => {
      const cache = new LinkCache()
      for (const [index, html] of pages.entries()) {
        const page = `p${index % 2}/`
        expect(read(html, cache, page)).toEqual(read(html, new LinkCache(), page))
      }
    }),
    { numRuns: 3000 },
  )
})
