import type { PageDocument } from '../protocol/crawl-status.ts'
import { given, parseJson } from '../util/json.ts'
import { firstText, printable } from '../util/text.ts'
import { sha256 } from '../util/sha256.ts'

/** One line of `index.jsonl`. */
export interface PageEntry {
  readonly crawl: string
  readonly url: string
  readonly title?: string | undefined
  readonly status: number
  /** URL of the page of the same job that its `rel=canonical` names, if that is another one. */
  readonly canonical?: string | undefined
  /** Relative to the index, with `/`; absent for a page without text. */
  readonly file?: string
  /** Hash of the page's text, as in its file. */
  readonly hash?: string
}

/** The lines of front matter before the hash, each with its source. Fields that a service does not report have no line. */
const lines: readonly (readonly [name: string, read: (page: PageDocument) => string | number | undefined])[] =
  [
    ['url', ({ metadata }) => metadata.url],
    ['title', ({ metadata }) => textOf(metadata['title'])],
    ['description', ({ metadata }) => textOf(metadata['description'])],
    ['language', ({ metadata }) => textOf(metadata['language'])],
    ['status', ({ metadata }) => metadata.statusCode],
    ['depth', ({ metadata: { discoveryDepth: depth } }) => (typeof depth === 'number' ? depth : undefined)],
    ['fetched', ({ metadata }) => textOf(metadata['fetchedAt']) ?? textOf(metadata['cachedAt'])],
  ]

/** Returns the two parts of a page's file, and the hash of its Markdown; undefined for a page without text. */
export function renderPage(page: PageDocument) {
  const text = (page.markdown ?? '').trimEnd()
  if (text === '') return undefined
  // A text may have dozens of megabytes, so it is copied once.
  const body = Buffer.alloc(Buffer.byteLength(text) + 1, '\n')
  body.write(text)
  const hash = `sha256:${sha256(body)}`
  const fields = lines.flatMap(([name, read]) => {
    const value = read(page)
    return value === undefined ? [] : [`${name}: ${typeof value === 'number' ? value : yamlText(value)}\n`]
  })
  const front = Buffer.from(`---\n${fields.join('')}hash: "${hash}"\n---\n\n`)
  return { front, body, hash }
}

/** Returns the page that `renderPage` wrote into a file: its text, title, description and time. */
export function readPageFile(file: Buffer, url: string): PageDocument {
  const end = endOfFront(file)
  const front = file.toString('utf8', 0, end)
  const field = (name: string): string | undefined => {
    const [, value = ''] = new RegExp(`^${name}: (".*")$`, 'm').exec(front) ?? []
    const text = parseJson(value)
    return typeof text === 'string' ? text : undefined
  }
  const named = given({
    title: field('title'),
    description: field('description'),
    fetchedAt: field('fetched'),
  })
  const metadata = { url, sourceURL: url, statusCode: 200, ...named }
  return { markdown: file.toString('utf8', end + FRONT_END.length + 1), metadata }
}

/** Returns whether two files differ only in the time when the page was fetched. Only their front matter is decoded. */
export function isSamePage(one: Buffer, other: Buffer): boolean {
  if (one.equals(other)) return true
  // The text below the front matter may look like a line of it.
  const [end, otherEnd] = [endOfFront(one), endOfFront(other)]
  const [front, otherFront] = [one.toString('latin1', 0, end), other.toString('latin1', 0, otherEnd)]
  return one.subarray(end).equals(other.subarray(otherEnd)) && withoutTime(front) === withoutTime(otherFront)
}

const FRONT_END = '\n---\n'

function endOfFront(file: Buffer): number {
  const end = file.indexOf(FRONT_END)
  return end === -1 ? file.length : end
}

function withoutTime(front: string): string {
  return front.replace(/^(?:fetched: .*\n)?(?=hash: )/m, '')
}

function textOf(value: unknown): string | undefined {
  return firstText(value) || undefined
}

/** Returns a double-quoted scalar: JSON's form, with the line separators that YAML would fold escaped too. */
function yamlText(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(
    // oxlint-disable-next-line no-control-regex
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

export function renderPageEntry({ crawl, url, title, status, canonical, file, hash }: PageEntry): string {
  return `${JSON.stringify({ crawl, url, title: textOf(title), status, canonical, file, hash })}\n`
}

/** Returns one line of a list of pages: crawl, status, URL, title. */
export function renderPageLine(crawl: string, { metadata }: PageDocument): string {
  const { statusCode, url, title } = metadata
  return `${[crawl, String(statusCode), url, title ?? '']
    .map((cell) => printable(cell))
    .join('  ')
    .trimEnd()}\n`
}
