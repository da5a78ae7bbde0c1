import type { PageUrl } from './page-url.ts'
import { parseAnyUrl } from './parse-any-url.ts'

/** Where a character may stand without the URL standard changing it. */
const IN_PATH = 1
const IN_QUERY = 2
const IN_FRAGMENT = 4

const ALLOWED = new Uint8Array(128)
for (let code = 0x21; code <= 0x7e; code++) {
  const char = String.fromCharCode(code)
  if (!'"#<>?`{}^|\\\''.includes(char)) ALLOWED[code] = IN_PATH
  if (!'"#<>\''.includes(char)) ALLOWED[code] = (ALLOWED[code] ?? 0) | IN_QUERY
  if (!'"<>`'.includes(char)) ALLOWED[code] = (ALLOWED[code] ?? 0) | IN_FRAGMENT
}

const SLASH = 0x2f
const QUESTION = 0x3f
const HASH = 0x23
const DOT = 0x2e
const PERCENT = 0x25
const TWO = 0x32

/** What the platform's parser says to a scheme and host; one crawl meets few of them. */
interface Origin {
  readonly isCanonical: boolean
  readonly page: PageUrl | undefined
}

const origins = new Map<string, Origin>()
let lastText = ''
let last: Origin = { isCanonical: false, page: undefined }

/**
 * Cuts a URL that is certainly serialised already: a known scheme and host, no dot segments, no character that would
 * be encoded. Undefined means "don't know".
 */
export function splitCanonical(text: string): PageUrl | undefined {
  const slash = text.indexOf('/', 8)
  if (slash === -1) return undefined
  const { isCanonical, page } = originOf(text, slash)
  if (!isCanonical || page === undefined) return undefined
  const queryAt = scanPath(text, slash)
  if (queryAt === -1) return undefined
  const hashAt = text.charCodeAt(queryAt) === QUESTION ? scan(text, queryAt + 1, IN_QUERY) : queryAt
  if (hashAt === -1) return undefined
  let route = ''
  let section = ''
  if (hashAt < text.length) {
    if (scan(text, hashAt + 1, IN_FRAGMENT) !== text.length) return undefined
    const fragment = text.slice(hashAt)
    if (fragment.startsWith('#/') || fragment.startsWith('#!/')) route = fragment
    else if (fragment !== '#') section = fragment
  }
  // A lone question mark stays in the URL, and is no query.
  const query = hashAt > queryAt + 1 ? text.slice(queryAt, hashAt) : ''
  return {
    href: route === '' && hashAt < text.length ? text.slice(0, hashAt) : text,
    scheme: page.scheme,
    host: page.host,
    port: page.port,
    path: text.slice(slash, queryAt),
    query,
    route,
    section,
  }
}

function originOf(text: string, slash: number): Origin {
  if (slash === lastText.length && text.startsWith(lastText)) return last
  const originText = text.slice(0, slash)
  let origin = origins.get(originText)
  if (origin === undefined) {
    const page = parseAnyUrl(`${originText}/`)
    origin = { page, isCanonical: page?.href === `${originText}/` }
    // A hostile site can name hosts without end.
    if (origins.size >= 10_000) origins.clear()
    origins.set(originText, origin)
  }
  lastText = originText
  last = origin
  return origin
}

/** Where the path that begins at `from` ends; -1 when it is not certainly serialised. */
function scanPath(text: string, from: number): number {
  let previous = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUESTION || code === HASH) return at
    if (code > 126 || ((ALLOWED[code] ?? 0) & IN_PATH) === 0) return -1
    if (previous === SLASH && (code === DOT || code === PERCENT) && mayBeDots(text, at)) return -1
    previous = code
  }
  return text.length
}

/** Whether a dot segment may begin here, also one written %2e. */
function mayBeDots(text: string, at: number): boolean {
  return text.charCodeAt(at) === DOT || text.charCodeAt(at + 1) === TWO
}

/** Where characters of `kind` end: at a `#` or the end of the text; -1 where neither follows. */
function scan(text: string, from: number, kind: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 126 || ((ALLOWED[code] ?? 0) & kind) === 0) return code === HASH ? at : -1
  }
  return text.length
}
