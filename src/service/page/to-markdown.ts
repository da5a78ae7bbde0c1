import type { MarkdownStream } from 'mdream/wasm'
import { Utf8Text } from '../../util/utf8-text.ts'
import { BLOCK_BREAK, CHECKED_BOX, EMBEDDED_IMAGE, UNCHECKED_BOX } from './markdown-source.ts'

/** Turns kept HTML, as `readHtml` writes it for this purpose, into GitHub-flavoured Markdown. */
export type MarkdownConverter = (html: string) => string | Utf8Text

let loading: Promise<MarkdownConverter> | undefined

/**
 * The converter, loaded once per thread. mdream's native build where its platform package is installed (Node >= 22), its
 * WebAssembly build otherwise: the same code, so the same output.
 */
export function loadMarkdownConverter(): Promise<MarkdownConverter> {
  loading ??= mayHaveNative() ? loadNative().catch(loadWasm) : loadWasm()
  return loading
}

/** Of the native builds, npm leaves this one out of an older Node; to find it missing takes each thread some 10 ms. */
function mayHaveNative(): boolean {
  const [major] = process.versions.node.split('.')
  return `${process.platform}-${process.arch}` !== 'linux-x64' || Number(major) >= 22
}

async function loadNative(): Promise<MarkdownConverter> {
  const { htmlToMarkdown } = await import('mdream')
  return (html) => finish(htmlToMarkdown(html))
}

async function loadWasm(): Promise<MarkdownConverter> {
  const { MarkdownStream } = await import('mdream/wasm')
  const { loadWasmConverter } = await import('./mdream-wasm.ts')
  const convert = loadWasmConverter()
  return (html) => {
    if (html.length <= PIECE_LENGTH) return finishBytes(convert(html))
    return finish(convertInPieces(html, new MarkdownStream({})))
  }
}

/** Larger pages go through in pieces: WebAssembly never gives back the memory that one page has needed. */
const PIECE_LENGTH = 512 * 1024

function convertInPieces(html: string, stream: MarkdownStream): string {
  let markdown = ''
  for (let start = 0; start < html.length;) {
    let end = start + PIECE_LENGTH
    // A character of two units is not divided.
    if (/[\uD800-\uDBFF]/.test(html.charAt(end - 1))) end++
    markdown += stream.processChunk(html.slice(start, end))
    start = end
  }
  return markdown + stream.finish()
}

/** As `finish`, which most pages leave as they are: they are not even decoded. */
function finishBytes(markdown: Utf8Text): string | Utf8Text {
  const { bytes } = markdown
  const hasMarks = bytes.includes(EMBEDDED_IMAGE) || bytes.includes(START_OF_MARKS)
  return hasMarks || hasSpaceAtEnds(bytes) ? finish(String(markdown)) : markdown
}

/** The first bytes of the private-use characters that stand for what the converter does not know. */
const START_OF_MARKS = '\xEE\x96'
/** No character takes more. */
const MAX_BYTES = 4

function hasSpaceAtEnds(bytes: string): boolean {
  const start = String(new Utf8Text(bytes.slice(0, MAX_BYTES)))
  const end = String(new Utf8Text(bytes.slice(-MAX_BYTES)))
  return /^\s/.test(start) || /\s$/.test(end)
}

function finish(markdown: string): string {
  let text = markdown.trim()
  if (text.includes(EMBEDDED_IMAGE)) text = text.replaceAll(`(${EMBEDDED_IMAGE}`, '(<Base64-Image-Removed>')
  if (text.includes(UNCHECKED_BOX)) text = text.replaceAll(new RegExp(`${UNCHECKED_BOX}\\s*`, 'g'), '[ ] ')
  if (text.includes(CHECKED_BOX)) text = text.replaceAll(new RegExp(`${CHECKED_BOX}\\s*`, 'g'), '[x] ')
  return text.includes(BLOCK_BREAK) ? startBlocks(text) : text
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
      return [first, ...rest.map((part) => margin + part.trimStart())]
        .map((part) => part.trimEnd())
        .join(`\n${margin.trimEnd()}\n`)
    })
    .join('\n')
}
