import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { Tokenizer } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { parsePage } from '../../../src/service/page-tree/parse-page.ts'
import { scanHtml, type ScanSink } from '../../../src/service/page-tree/scan-html.ts'
import { StartTag } from '../../../src/service/page-tree/start-tag.ts'

const TEXT_ELEMENTS = [
  'script',
  'style',
  'title',
  'textarea',
  'xmp',
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
]

/** Records a scan, and counts open drawings as the tree does. */
class Recorder implements ScanSink {
  readonly events: unknown[] = []
  readonly html: string
  tag: { readonly start: number; readonly end: number } = { start: 0, end: 0 }
  attributes: () => unknown = () => []
  #drawings = 0

  constructor(html: string) {
    this.html = html
  }

  openTag(nameEnd: number): string | undefined {
    const { start, end } = this.tag
    const name = this.html.slice(start + 1, nameEnd).toLowerCase()
    this.events.push(['open', start, nameEnd, end, this.attributes()])
    const isText = TEXT_ELEMENTS.includes(name) && this.#drawings === 0
    if (name === 'svg') this.#drawings++
    return isText ? name : undefined
  }

  closeTag(start: number, nameEnd: number, end: number): void {
    if (this.html.slice(start + 2, nameEnd).toLowerCase() === 'svg' && this.#drawings > 0) this.#drawings--
    this.events.push(['close', start, nameEnd, end])
  }

  drop(start: number, end: number): void {
    this.events.push(['drop', start, end])
  }

  isInForeignContext(): boolean {
    return this.#drawings > 0
  }

  isInNoscript(): boolean {
    return false
  }
}

function scanned(html: string): unknown[] {
  const recorder = new Recorder(html)
  const tag = new StartTag(html)
  recorder.tag = tag
  recorder.attributes = () => ({
    isSelfClosed: tag.isSelfClosed,
    values: [...Array(tag.size).keys()].map((index) =>
      tag.startOf(index) === -1 ? null : [tag.startOf(index), tag.endOf(index)],
    ),
    href: tag.find('href'),
    b: tag.find('b'),
  })
  scanHtml(html, tag, recorder)
  return recorder.events
}

/** Records what htmlparser2's tokenizer finds. */
function tokenized(html: string): unknown[] {
  const recorder = new Recorder(html)
  let names: string[] = []
  let values: (readonly [number, number] | null)[] = []
  let isSelfClosed = false
  let tag: { start: number; nameEnd: number } | undefined
  recorder.attributes = () => ({ isSelfClosed, values, href: names.indexOf('href'), b: names.indexOf('b') })
  const open = (end: number): void => {
    if (tag === undefined) return
    recorder.tag = { start: tag.start, end: end + 1 }
    recorder.openTag(tag.nameEnd)
    tag = undefined
  }
  const drop = (start: number, end: number): void =>
    recorder.drop(html.lastIndexOf('<', start - 1), Math.min(end + 1, html.length))
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (start, nameEnd) => {
        tag = { start: start - 1, nameEnd }
        names = []
        values = []
        isSelfClosed = false
      },
      onattribname: (start, end) => {
        names.push(html.slice(start, end).toLowerCase())
        values.push(null)
      },
      onattribdata: (start, end) => {
        values[values.length - 1] = [start, end]
      },
      onattribend: () => undefined,
      onattribentity: () => undefined,
      onopentagend: open,
      onselfclosingtag: (end) => {
        isSelfClosed = true
        open(end)
      },
      onclosetag: (start, nameEnd) => {
        const bracket = html.indexOf('>', nameEnd)
        recorder.closeTag(start - 2, nameEnd, bracket === -1 ? html.length : bracket + 1)
      },
      oncomment: drop,
      oncdata: () => undefined,
      ondeclaration: drop,
      onprocessinginstruction: drop,
      onend: () => {
        if (tag !== undefined) recorder.drop(tag.start, html.length)
      },
      ontext: () => undefined,
      ontextentity: () => undefined,
      isInForeignContext: () => recorder.isInForeignContext(),
    },
  )
  tokenizer.write(html)
  tokenizer.end()
  return recorder.events
}

/** Returns where the elements of a page start. */
function startsOf(html: string): unknown[] {
  const tree = parsePage(html)
  return Array.from({ length: tree.size }, (_, node) => node)
    .filter((node) => tree.kind(node).role !== 'markup')
    .map((node) => tree.start(node))
}

/** Returns the same from parse5's tree. */
function startsByStandard(html: string): unknown[] {
  const starts = (node: DefaultTreeAdapterTypes.ParentNode): number[] =>
    node.childNodes.flatMap((child) =>
      'attrs' in child
        ? [...(child.sourceCodeLocation ? [child.sourceCodeLocation.startOffset] : []), ...starts(child)]
        : [],
    )
  return starts(parse(html, { scriptingEnabled: true, sourceCodeLocationInfo: true }))
}

const PIECES = [
  '<', '>', '/', '!', '?', '-', '--', '=', '"', "'", ' ', '\n', '\t', 'a', 'b', 'Href', 'x&amp;y', 'ä', '😀',
  '<a', '<b>', '</', '</a', '</b>', '<br/>', '<!--', '-->', '--!>', '<!-->', '<!--->', '<!doctype html>', '<!x', '<![CDATA[',
  ']]>', '<![cdata', '<?', '<svg>', '</svg>', '<svg/>', '</ ', '</>', '<ScRipt>', '</script', '<script/>', '</script >', '<title',
  '</title>', '<textarea>', '</TEXTAREA>', '<style a="</style>">', '<xmp>', '</xmp/>', '<iframe>', '<noembed', '<noframes>',
  '<plaintext>', '<scripts>', ' href=', ' b="', " b='", ' b', '="">',
] // prettier-ignore

/**
 * Leaves out pages that the library reads in another way. It takes a cut-off document type for text, and does not know
 * scripts in comments of scripts.
 */
function isComparable(html: string): boolean {
  const last = html.toLowerCase().lastIndexOf('<!doctype')
  if (/<script.*<!--.*<script/is.test(html)) return false
  return (last === -1 || html.includes('>', last)) && !dropsCharacterData(html)
}

/** The library looks for the end of a CDATA section also where HTML knows none. */
function dropsCharacterData(html: string): boolean {
  return scanned(html).some(
    (event) => Array.isArray(event) && event[0] === 'drop' && html.startsWith('<![CDATA[', Number(event[1])),
  )
}

describe('a scan for tags', () => {
  it('finds the same tags as the tokenizer of htmlparser2', () => {
    const pages = fc
      .array(
        fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
          fc.string({ maxLength: 3, unit: 'grapheme' }),
        ),
        {
          maxLength: 30,
        },
      )
      .map((pieces) => pieces.join(''))
      .filter((html) => isComparable(html))
    fc.assert(
      fc.property(pages, (html) => {
        expect(scanned(html)).toEqual(tokenized(html))
      }),
      { numRuns: 5000 },
    )
  })

  it('finds the ends of scripts that contain comments and scripts', () => {
    const pieces = fc.constantFrom(
      '<script>', '<script ', '<SCRIPT/', '<scripts>', '</script>', '</Script ', '</script', '</scripts>', '<!--', '-->', '<!-', '--',
      '-', '>', '<', 'x', '<br>', '<hr>', '<!-->', '<!--->',
    ) // prettier-ignore
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const html = `<body><script>${parts.join('')}`
        expect(startsOf(html)).toEqual(startsByStandard(html))
      }),
      { numRuns: 5000 },
    )
  })

  it.each([
    ['<script><!-- document.write("<script src=a></script>") //--></script><b>', [0, 69]],
    ['<script><!-- <script></script><b></script><b>', [0, 42]],
    ['<script><!-- a </script><b>', [0, 24]],
    ['<script><!--><script></script><b>', [0, 30]],
    ['<noscript><script><!--<script></noscript><b>', [0, 10, 41]],
  ])('finds the end of the script in %s', (html, starts) => {
    expect(startsOf(html)).toEqual(starts)
  })

  it.each([
    ['<![CDATA[ a <b>c</b> ]]>', [['drop', 0, 15]]],
    ['<![CDATA[<!-->]]>', [['drop', 0, 14]]],
  ])('treats CDATA outside drawings as a comment up to the next bracket: %s', (html, first) => {
    expect(scanned(html).slice(0, 1)).toEqual(first)
  })

  it('finds the same tags in real documentation, even if it is cut off', () => {
    const directory = join(import.meta.dirname, '../../fixtures/service/page')
    const pages = readdirSync(directory).filter((name) => name.endsWith('.html'))
    expect(pages.length).toBeGreaterThan(0)
    for (const name of pages) {
      const html = readFileSync(join(directory, name), 'utf8')
      const cuts = [1, 2, 3, 4, 5, 6, 7, 8].map((part) => html.slice(0, Math.floor((html.length * part) / 8)))
      for (const part of cuts.filter((cut) => isComparable(cut)))
        expect(scanned(part)).toEqual(tokenized(part))
    }
  })
})
