import { splitCanonical } from '../../scope/split-canonical.ts'

/** Where links of one page start: parts of its base as `URL` writes it. */
export interface PlainBase {
  /** Everything before its path: scheme, host, and a name and password if any. */
  readonly origin: string
  /** The path of the base up to and with its last slash. */
  readonly directory: string
  /** The base without its fragment. */
  readonly page: string
}

const SLASH = 0x2f
const DOT = 0x2e
const QUESTION = 0x3f
const BACKSLASH = 0x5c
const SPACE = 0x20
const HASH = 0x23

/** Returns where the links of a page start from whose base is `base`, an absolute http(s) URL. */
export function plainBase(base: string): PlainBase {
  const href = splitCanonical(base) === undefined ? new URL(base).href : base
  const [page = href] = href.split('#', 1)
  const query = page.indexOf('?')
  const path = page.indexOf('/', 'https://'.length)
  const slash = page.lastIndexOf('/', query === -1 ? page.length : query)
  return { origin: page.slice(0, path), directory: page.slice(path, slash + 1), page }
}

/**
 * Returns the path that a spelling means on the base's own origin, with query and fragment, as it would be spelled from
 * the root: without parsing it, which takes ten times as long. `URL` makes the same of both. Undefined means "don't
 * know", or that it leads elsewhere.
 */
export function plainPath(spelling: string, { origin, directory }: PlainBase): string | undefined {
  if (spelling.charCodeAt(0) === SLASH) return isPath(spelling, 0) ? spelling : undefined
  if (spelling.startsWith('http'))
    return spelling.startsWith(origin) && isPath(spelling, origin.length)
      ? spelling.slice(origin.length)
      : undefined
  return relativePath(spelling, directory)
}

/**
 * Returns the absolute form of a spelling in plain letters, which nearly all are, without parsing it. Undefined means
 * "don't know": then the platform's parser is asked, which knows every rule.
 */
export function joinPlain(spelling: string, base: PlainBase): string | undefined {
  const path = plainPath(spelling, base)
  const url = path === undefined ? spelling : base.origin + path
  return splitCanonical(url) === undefined ? undefined : url
}

/**
 * Tells whether a path of an origin begins at `start`, which means the same with the origin before it and without. Two
 * slashes, also as a backslash or with what `URL` leaves out between them, would begin a host.
 */
function isPath(spelling: string, start: number): boolean {
  if (spelling.charCodeAt(start) !== SLASH) return false
  const second = spelling.charCodeAt(start + 1)
  return second !== SLASH && second !== BACKSLASH && !(second <= SPACE)
}

function relativePath(spelling: string, directory: string): string | undefined {
  const first = spelling.charCodeAt(0)
  // A query, a fragment, the root, what `URL` leaves out, nothing at all, or perhaps a scheme.
  if (first === QUESTION || first === HASH || first === BACKSLASH || !(first > SPACE)) return undefined
  if (spelling.includes(':')) return undefined
  let end = directory.length
  let start = spelling.startsWith('./') ? 2 : 0
  while (spelling.startsWith('../', start)) {
    start += 3
    // The root is its own parent.
    if (end > 1) end = directory.lastIndexOf('/', end - 2) + 1
  }
  if (spelling.charCodeAt(start) === DOT) return undefined
  const path = directory.slice(0, end) + spelling.slice(start)
  // Dots in a path from the root, behind a hidden folder, are not taken out of it by the `URL` of Node 20.
  return isPath(path, 0) && !path.includes('/.') ? path : undefined
}
