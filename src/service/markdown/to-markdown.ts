/**
 * Markdown. In: the kept HTML of a page. Out: GitHub-flavoured Markdown. Refuses to know which parts are kept, and where
 * pages come from.
 */
import type { MarkdownStream } from 'mdream/wasm'
import { Utf8Text } from '../../util/utf8-text.ts'
import { showFormulas } from './formula.ts'
import {
  BLOCK_BREAK,
  CHECKED_BOX,
  EMBEDDED_IMAGE,
  FORMULA,
  LINE_GUARD,
  NO_SPACE,
  UNCHECKED_BOX,
} from './stand-ins.ts'

/**
 * Turns kept HTML, as `readHtml` writes it for this purpose, into GitHub-flavoured Markdown. Stand-in characters are
 * replaced unless it is known to have none.
 */
export type MarkdownConverter = (html: string, hasMarks?: boolean) => Utf8Text

let loading: Promise<MarkdownConverter> | undefined

/**
 * Returns the converter, loaded once per thread. mdream's native build where its platform package is installed (Node >=
 * 22), its WebAssembly build otherwise: the same code, so the same output.
 */
export function loadMarkdownConverter(): Promise<MarkdownConverter> {
  loading ??= mayHaveNative() ? loadNative().catch(loadWasm) : loadWasm()
  return loading
}

/**
 * Tells whether a native build may exist. On an older Node npm leaves it out, and finding that out takes each thread
 * some 10 ms.
 */
function mayHaveNative(): boolean {
  const [major] = process.versions.node.split('.')
  return `${process.platform}-${process.arch}` !== 'linux-x64' || Number(major) >= 22
}

async function loadNative(): Promise<MarkdownConverter> {
  const { htmlToMarkdown } = await import('mdream')
  return (html, hasMarks) => finish(htmlToMarkdown(html), hasMarks)
}

async function loadWasm(): Promise<MarkdownConverter> {
  const { MarkdownStream } = await import('mdream/wasm')
  const { loadWasmConverter } = await import('./mdream-wasm.ts')
  const convert = loadWasmConverter()
  return (html, hasMarks) => {
    if (html.length <= PIECE_LENGTH) return finishBytes(convert(html), hasMarks)
    return finish(convertInPieces(html, new MarkdownStream({})), hasMarks)
  }
}

/** Larger pages go through in pieces, because WebAssembly never gives back the memory that one page has needed. */
const PIECE_LENGTH = 512 * 1024

function convertInPieces(html: string, stream: MarkdownStream): string {
  let markdown = ''
  for (let start = 0; start < html.length;) {
    let end = start + PIECE_LENGTH
    // A character of two units is not split.
    if (/[\uD800-\uDBFF]/.test(html.charAt(end - 1))) end++
    markdown += stream.processChunk(html.slice(start, end))
    start = end
  }
  return markdown + stream.finish()
}

/** Does what `finish` does, for bytes. Most pages need no change and are not even decoded. */
function finishBytes(markdown: Utf8Text, hasMarks = true): Utf8Text {
  const { bytes } = markdown
  const isEdited = hasMarks && (bytes.includes(EMBEDDED_IMAGE) || bytes.includes(START_OF_MARKS))
  return isEdited || mayHaveSpaceAtEnds(bytes) ? finish(String(markdown), hasMarks) : markdown
}

/** The first bytes of the private-use characters that stand for what the converter does not know. */
const START_OF_MARKS = '\xEE\x96'

/** Tells whether the first or the last byte is none of a visible ASCII character. */
function mayHaveSpaceAtEnds(bytes: string): boolean {
  return !/^[!-~]/.test(bytes) || !/[!-~]$/.test(bytes.slice(-1))
}

function finish(markdown: string, hasMarks = true): Utf8Text {
  let text = markdown.trim()
  if (!hasMarks) return Utf8Text.of(text)
  if (text.includes(EMBEDDED_IMAGE)) text = text.replaceAll(`(${EMBEDDED_IMAGE}`, '(<Base64-Image-Removed>')
  if (text.includes(UNCHECKED_BOX)) text = text.replaceAll(new RegExp(`${UNCHECKED_BOX}\\s*`, 'g'), '[ ] ')
  if (text.includes(CHECKED_BOX)) text = text.replaceAll(new RegExp(`${CHECKED_BOX}\\s*`, 'g'), '[x] ')
  if (text.includes(NO_SPACE)) text = text.replaceAll(new RegExp(`${NO_SPACE} ?`, 'g'), '')
  if (text.includes(LINE_GUARD)) text = text.replaceAll(LINE_GUARD, '\\')
  if (text.includes(FORMULA)) text = showFormulas(text)
  return Utf8Text.of(text.includes(BLOCK_BREAK) ? startBlocks(text) : text)
}

/** Puts what follows a mark into a paragraph of its own in the same list item. */
function startBlocks(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      if (!line.includes(BLOCK_BREAK)) return line
      const prefix = /^[ >]*(?:(?:[-*]|\d+\.) +)*/.exec(line)?.[0] ?? ''
      const margin = prefix.replaceAll(/[^ >]/g, ' ')
      const [first = '', ...rest] = line.split(BLOCK_BREAK)
      const parts = rest.map((part) => margin + part.trimStart())
      // Another block has begun the line: nothing is before the first mark.
      return (first.trim() === '' ? parts : [first, ...parts])
        .map((part) => part.trimEnd())
        .join(`\n${margin.trimEnd()}\n`)
    })
    .join('\n')
}
