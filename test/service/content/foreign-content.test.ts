import fc from 'fast-check'
import { html, parse, serialize, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, it } from 'vitest'
import { readPage } from '../../support/read-page.ts'

const read = (html: string) => readPage(html, { url: 'https://example.com/', onlyMainContent: false })

/** The links of a browser's tree, in document order, each once. */
function linksOf(html: string): readonly string[] {
  const found = new Set<string>()
  const visit = (node: DefaultTreeAdapterTypes.ParentNode): void => {
    for (const child of node.childNodes) {
      if (!('attrs' in child)) continue
      const href = child.attrs.find(({ name, prefix }) => name === 'href' && prefix !== 'xlink')?.value
      if (child.tagName === 'a' && href !== undefined) found.add(new URL(href, 'https://example.com/').href)
      visit(child)
    }
  }
  visit(parse(html, { scriptingEnabled: true }))
  return [...found].toSorted()
}

/** Tells whether a tree has an element of these names that is no part of a drawing or formula. */
function hasStray(node: DefaultTreeAdapterTypes.ParentNode, names: ReadonlySet<string>): boolean {
  return node.childNodes.some(
    (child) =>
      'attrs' in child &&
      ((names.has(child.tagName) && child.namespaceURI === html.NS.HTML) || hasStray(child, names)),
  )
}

type Element = DefaultTreeAdapterTypes.Element

function elementsOf(node: DefaultTreeAdapterTypes.ParentNode): readonly Element[] {
  return node.childNodes.flatMap((child) => ('attrs' in child ? [child, ...elementsOf(child)] : []))
}

/** Tags of HTML, among those below, whose end tags count only if no block is open in them. */
const ORDINARY = new Set('b font span g path foreignobject desc mi mtext mrow'.split(' '))

/**
 * Tells whether a browser goes on with an element behind its end tag, as it does with a drawing, and with what is no
 * block, where HTML is open in it: there we end it.
 */
function goesOnBehindEnd(page: string): boolean {
  const elements = elementsOf(parse(page, { scriptingEnabled: true, sourceCodeLocationInfo: true }))
  const ends = new Set(elements.map(({ sourceCodeLocation }) => sourceCodeLocation?.endTag?.startOffset))
  const ended = elements.filter(
    ({ namespaceURI, tagName }) => namespaceURI !== html.NS.HTML || ORDINARY.has(tagName),
  )
  return [...page.matchAll(/<\/([a-z]+)/gi)].some(
    ({ index, 1: name }) =>
      !ends.has(index) &&
      ended.some(({ tagName, sourceCodeLocation: place }) => {
        const isOpen = place && place.startOffset < index && place.endOffset > index
        return isOpen === true && tagName.toLowerCase() === name?.toLowerCase()
      }),
  )
}

describe('drawings and formulas', () => {
  it.each([
    ['<svg><path><div><a href=/x>x</a></div><p>text', ['/x']],
    ['<![CDATA[<!--><a href=/x>x</a>', ['/x']],
    ['<svg><![CDATA[<a href=/no>]]><a href=/x>x</a></svg>', ['/x']],
    ['<svg><style><a href=/x>x</a></style></svg>', ['/x']],
    ['<svg><foreignObject><style><a href=/no></style><a href=/x>x</a></svg>', ['/x']],
    ['<svg><title><a href=/x>x</a></title></svg>', ['/x']],
    ['<math><mi><script><a href=/no></script></mi><mrow><script><a href=/x></script></math>', ['/x']],
    ['<svg><font color=red><script><a href=/no></script><a href=/x>', ['/x']],
    ['<body><tr><svg></tr><noembed><a href="/x">', ['/x']],
    ['<table><tr><td><svg></td><td><noembed><a href="/no"></noembed><a href="/x">', ['/x']],
    ['<body><td><svg><tr><g></tr><noembed><a href="/x">', ['/x']],
    [
      '<div><svg><foreignObject></div><script><a href=/no></script></foreignObject><script><a href=/x>',
      ['/x'],
    ],
    ['<math><svg><mtext><textarea><a href=/no></textarea><a href=/x>', ['/x']],
    ['<math><annotation-xml><svg><desc><textarea><a href=/no></textarea><a href=/x>', ['/x']],
    ['<svg><desc><image href=/i></desc><g><script><a href=/x></script></svg>', ['/x']],
    ['<svg><g></p><script><a href=/no></script><a href=/x>', ['/x']],
  ])('in %s are parsed as HTML defines', (html, expected) => {
    expect(read(html).links).toEqual(expected.map((path) => `https://example.com${path}`))
    expect(linksOf(html)).toEqual(expected.map((path) => `https://example.com${path}`))
  })

  it.each([
    '<ul><li><image src="https://example.com/i.png">a<li>b</ul>',
    '<svg><desc><ul><li><image src="https://example.com/i.png">a<li>b</ul></desc></svg><p>more',
    '<svg><image href="/i.png"><desc>a</desc></image></svg><p>more</p>',
  ])('can contain elements named image, which means img elsewhere: %s', (page) => {
    expect(serialize(parse(read(page).html))).toBe(serialize(parse(page)))
    expect(read(page).markdown).toBe(read(serialize(parse(page))).markdown)
  })

  it.each([
    '<svg><desc><h1>a</h2></desc></svg><p>more</p>',
    '<svg><foreignObject><p><b>a<div>b</div></foreignObject></svg><p>more</p>',
    '<p><math><mi><span>a</mi></math></p><p>more</p>',
    '<svg><desc><td>a</desc></svg><p>more</p>',
  ])('end at their own end tags, whatever is open in them: %s', (page) => {
    expect(read(page).markdown).toMatch(/(?:^|\n)more$/)
  })

  /**
   * Left out: `select` and `frameset`, which drop links in them, `template`, whose links are no part of the page, `form`,
   * whose end tag ends nothing that stands in it, and nesting deeper than 400.
   */
  const tags = [
    'div', 'p', 'b', 'span', 'ul', 'li', 'table', 'tr', 'td', 'svg', 'g', 'path', 'foreignObject', 'desc', 'title', 'math', 'mi',
    'mtext', 'mrow', 'font', 'font size=1', 'script', 'style', 'textarea', 'xmp', 'iframe', 'noembed', 'h1', 'fieldset', 'button', 'pre',
  ] // prettier-ignore
  const pieces = fc.oneof(
    fc.constantFrom(...tags.map((tag) => `<${tag}>`)),
    fc.constantFrom(...tags.map((tag) => `</${tag.split(' ')[0] ?? ''}>`)),
    fc.constantFrom(
      '<path/>',
      '<svg/>',
      '<script/>',
      '<br>',
      '<img>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '>',
      'text',
    ),
    fc.nat(30).map((number) => `<a href=/${number}>x</a>`),
    fc.nat(30).map((number) => `<a href="/${number}">`),
  )

  const ofHtml = ['div', 'section', 'article', 'ul']
  const drawn = ['svg', 'g', 'foreignObject', 'desc', 'math', 'mi']
  const drawings = fc.oneof(
    fc.constantFrom(...[...ofHtml, ...drawn, ...drawn].map((tag) => `<${tag}>`)),
    fc.constantFrom(...[...ofHtml, ...ofHtml, ...drawn].map((tag) => `</${tag}>`)),
    fc.constantFrom('x', 'y'),
  )

  it('become the same elements as in a browser, wherever HTML end tags are', () => {
    fc.assert(
      fc.property(fc.array(drawings, { maxLength: 20 }), (parts) => {
        const page = `<div>${parts.join('')}`
        const tree = parse(page)
        fc.pre(!goesOnBehindEnd(page))
        // Elements that HTML does not know are another matter.
        fc.pre(!hasStray(tree, new Set(drawn.map((name) => name.toLowerCase()))))
        expect(serialize(parse(read(page).html))).toBe(serialize(tree))
      }),
      { numRuns: 2000 },
    )
  })

  it('do not change the links of a page compared with a browser', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const html = `<body>${parts.join('')}`
        fc.pre(!goesOnBehindEnd(html))
        expect(read(html).links.toSorted()).toEqual(linksOf(html))
      }),
      { numRuns: 4000 },
    )
  })
})
