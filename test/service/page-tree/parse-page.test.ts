import fc from 'fast-check'
import { html as standard, parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { describe, expect, it } from 'vitest'
import { ROOT, type PageTree } from '../../../src/service/page-tree/page-tree.ts'
import { parsePage } from '../../../src/service/page-tree/parse-page.ts'

type Parent = DefaultTreeAdapterTypes.ParentNode

/** An element by its name, or a text by where it ends, with where it starts and where its parent starts. */
type Entry = readonly [what: string | number, start: number, parent: number]

function nodesOf(tree: PageTree): number[] {
  return Array.from({ length: tree.size }, (_, node) => node)
}

/** Lists the elements and texts of a page by our tree. Runs of text that only markup divides are one. */
function entriesOf(page: string): Entry[] {
  const tree = parsePage(page)
  const startOf = (node: number): number => (node === ROOT ? -1 : tree.start(node))
  const elements = nodesOf(tree).filter((node) => tree.kind(node).role !== 'markup')
  const texts = [ROOT, ...elements].flatMap((node) =>
    tree.textRuns(node).map(({ from, to }): Entry => [to, from, startOf(node)]),
  )
  return joined([
    ...elements.map((node): Entry => [tree.name(node), tree.start(node), startOf(tree.parent(node))]),
    ...texts,
  ])
}

/** Lists the same by parse5's tree. Elements without a tag do not count. */
function standardEntries(page: string): Entry[] {
  const entries: Entry[] = []
  const visit = (node: Parent, parent: number): void => {
    for (const child of node.childNodes) {
      const place = child.sourceCodeLocation
      if (child.nodeName === '#text' && place) entries.push([place.endOffset, place.startOffset, parent])
      if (!('attrs' in child)) continue
      if (place) entries.push([child.tagName.toLowerCase(), place.startOffset, parent])
      visit(child, place?.startOffset ?? parent)
    }
  }
  visit(parse(page, { scriptingEnabled: true, sourceCodeLocationInfo: true }), -1)
  return joined(entries)
}

/** Sorts entries by where they start, and joins texts of one parent between which there is no element. */
function joined(entries: readonly Entry[]): Entry[] {
  const sorted = entries.toSorted((one, other) => one[1] - other[1])
  const result: Entry[] = []
  for (const entry of sorted) {
    const last = result.at(-1)
    const isMore = typeof entry[0] === 'number' && typeof last?.[0] === 'number' && last[2] === entry[2]
    if (isMore) result[result.length - 1] = [entry[0], last[1], entry[2]]
    else result.push(entry)
  }
  return result
}

function elementsOf(node: Parent): DefaultTreeAdapterTypes.Element[] {
  return node.childNodes.flatMap((child) => ('attrs' in child ? [child, ...elementsOf(child)] : []))
}

/**
 * Tells whether a browser continues an element after its end tag. It does so with drawings, and with elements that are no
 * blocks, where other HTML is open in them. We end these elements.
 */
function continuesAfterEnd(page: string): boolean {
  const elements = elementsOf(parse(page, { scriptingEnabled: true, sourceCodeLocationInfo: true }))
  const ends = new Set(elements.map(({ sourceCodeLocation }) => sourceCodeLocation?.endTag?.startOffset))
  const foreign = elements.filter(({ namespaceURI }) => namespaceURI !== standard.NS.HTML)
  return [...page.matchAll(/<\/([a-z]+)/gi)].some(
    ({ index, 1: name }) =>
      !ends.has(index) &&
      foreign.some(({ tagName, sourceCodeLocation: place }) => {
        const isOpen = place && place.startOffset < index && place.endOffset > index
        return isOpen === true && tagName.toLowerCase() === name?.toLowerCase()
      }),
  )
}

const DRAWN = ['svg', 'g', 'foreignObject', 'desc', 'math', 'mi']
const FOREIGN_NAMES = new Set([...DRAWN.slice(1), 'path'].map((name) => name.toLowerCase()))

/** Tells whether elements of drawings are used outside of drawings. HTML treats them as unknown elements. */
function hasStray(page: string): boolean {
  return elementsOf(parse(page, { scriptingEnabled: true })).some(
    ({ tagName, namespaceURI }) => namespaceURI === standard.NS.HTML && FOREIGN_NAMES.has(tagName),
  )
}

describe('the tree of a page', () => {
  const blocks = ['div', 'section', 'article', 'blockquote']
  const lists = ['ul', 'p', 'h1', 'h2', 'hr', 'img']
  const tags = [...blocks, ...blocks, ...lists, ...DRAWN, ...DRAWN, 'script', 'style', 'textarea']
  const pieces = fc.oneof(
    fc.constantFrom(...tags.map((name) => `<${name}>`)),
    fc.constantFrom(...[...blocks, ...DRAWN, 'script', 'style', 'textarea'].map((name) => `</${name}>`)),
    fc.constantFrom(
      '<ul><li>a<li>b</ul>',
      '<dl><dt>a<dd>b</dl>',
      'x',
      'y',
      ' ',
      '<!-- c -->',
      '<![CDATA[z]]>',
      '</main>',
      '<path/>',
      '<svg/>',
      '<?p>',
      '< ',
    ),
  )

  /**
   * Left out are `select`, `frameset`, `template`, `form` and tables, elements such as `b` that end in a block, an `li` or
   * `dd` that ends another one from within a block, nesting deeper than 400, and tags that the end of the page cuts off.
   */
  it('has the same elements and texts as the tree of parse5', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const page = `<div>.${parts.join('')}`
        fc.pre(!continuesAfterEnd(page) && !hasStray(page))
        expect(entriesOf(page)).toEqual(standardEntries(page))
      }),
      { numRuns: 4000 },
    )
  })

  it('is consistent in its answers for any text', () => {
    const anything = fc.array(
      fc.oneof(pieces, fc.constantFrom('<table>', '<td>', '<a href=x>', '<b>', '</b>')),
    )
    fc.assert(
      fc.property(anything, (parts) => {
        const tree = parsePage(parts.join(''))
        for (const node of [ROOT, ...nodesOf(tree)]) {
          const children: number[] = []
          for (let child = tree.firstChild(node); child !== undefined; child = tree.nextSibling(child))
            children.push(child)
          expect(tree.children(node)).toEqual(children)
          for (const child of children) {
            expect(tree.parent(child)).toBe(node)
            expect(tree.start(child)).toBeGreaterThanOrEqual(tree.startTagEnd(node))
            expect(tree.end(child)).toBeLessThanOrEqual(tree.endTagStart(node))
          }
          const inside = nodesOf(tree).filter((inner) => tree.isInside(inner, node))
          expect(inside).toHaveLength(tree.subtreeEnd(node) - node - 1)
        }
      }),
    )
  })

  it('covers the whole page with tags, markup and runs of text', () => {
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const page = parts.join('')
        const tree = parsePage(page)
        const places = [
          ...nodesOf(tree).flatMap((node) => [
            [tree.start(node), tree.startTagEnd(node)],
            [tree.endTagStart(node), tree.end(node)],
          ]),
          ...[ROOT, ...nodesOf(tree)].flatMap((node) =>
            tree.textRuns(node).map(({ from, to }) => [from, to]),
          ),
        ].filter(([from = 0, to = 0]) => from < to)
        const sorted = places.toSorted(([one = 0], [other = 0]) => one - other)
        expect(sorted.map(([from, to]) => page.slice(from, to)).join('')).toBe(page)
      }),
    )
  })

  it('nests at most 400 elements, and treats the tags of deeper ones as markup', () => {
    const tree = parsePage(`${'<div>'.repeat(100_000)}x${'</div>'.repeat(100_000)}<p>y`)
    const elements = nodesOf(tree).filter((node) => tree.kind(node).role !== 'markup')
    expect(elements).toHaveLength(401)
    expect(tree.parent(elements.at(-1) ?? 0)).toBe(ROOT)
    expect(tree.textRuns(elements.at(-2) ?? 0)).toHaveLength(1)
  })

  it('finds the nearest element with a given name', () => {
    const tree = parsePage('<main><div><p>a')
    expect([tree.closest(2, 'main'), tree.closest(2, 'p'), tree.closest(2, 'b')]).toEqual([0, 2, undefined])
  })
})

describe('attributes of a node', () => {
  it('are the same as those of parse5 in any combination', () => {
    const names = 'a b class id href src role hidden aria-hidden style title alt data-src data-lazy'.split(
      ' ',
    )
    for (let kept = 0; kept < 2000; kept++) {
      const own = names.filter((_, index) => ((kept * 2_654_435_761) >>> (index + 8)) & 1)
      const html = `<p ${own.map((name) => `${kept % 2 ? name : name.toUpperCase()}=${name}`).join(' ')}>`
      const [p] = parseFragment(html).childNodes
      const expected = p !== undefined && 'attrs' in p ? p.attrs : []
      const tree = parsePage(html)
      for (const name of names)
        expect([name, tree.attribute(0, name), tree.hasAttribute(0, name)]).toEqual([
          name,
          expected.find((attribute) => attribute.name === name)?.value,
          expected.some((attribute) => attribute.name === name),
        ])
    }
  })

  const tree = parsePage(
    '<a HREF="?a=1&amp;b" class=" x  y" hidden id=one id=two title=\'<b>\'>t</a><b></b><i/><!-- a=b -->',
  )

  it('are decoded, in any case, and the first one with a name counts', () => {
    expect(tree.attribute(0, 'href')).toBe('?a=1&b')
    expect(tree.attribute(0, 'id')).toBe('one')
    expect(tree.attribute(0, 'title')).toBe('<b>')
    expect(tree.attribute(0, 'hidden')).toBe('')
    expect(tree.attribute(0, 'name')).toBeUndefined()
    expect(tree.hasAttribute(0, 'hidden')).toBe(true)
    expect(tree.classNames(0)).toEqual(['x', 'y'])
    expect(tree.attributeNames(0)).toEqual(['href', 'class', 'hidden', 'id', 'title'])
  })

  it('have the place of their values', () => {
    const { from, to } = tree.attributePlace(0, 'href') ?? { from: 0, to: 0 }
    expect(tree.html.slice(from, to)).toBe('?a=1&amp;b')
    expect(tree.attributePlace(0, 'hidden')).toBeUndefined()
  })

  it('are absent in elements without any, and in comments', () => {
    for (const node of [1, 2, 3])
      expect([tree.attribute(node, 'a'), tree.classNames(node)]).toEqual([undefined, []])
    expect(tree.kind(3).role).toBe('markup')
  })

  it('are read for any characters in names', () => {
    expect(parsePage('<aİ b=c>').attribute(0, 'b')).toBe('c')
    expect(parsePage('<image src=c>').attribute(0, 'src')).toBe('c')
  })
})
