import { splitCanonical } from '../../scope/split-canonical.ts'

/** Where links of one page start: parts of its base as `URL` writes it. */
export interface PlainBase {
  /** Everything before its path: scheme, host, and a name and password if any. */
  readonly origin: string
  /** The base up to and with the last slash of its path. */
  readonly directory: string
  /** The base without its fragment. */
  readonly page: string
}

/** Returns where the links of a page start from whose base is `base`, an absolute http(s) URL. */
export function plainBase(base: string): PlainBase {
  const href = splitCanonical(base) === undefined ? new URL(base).href : base
  const [page = href] = href.split('#', 1)
  const query = page.indexOf('?')
  const slash = page.lastIndexOf('/', query === -1 ? page.length : query)
  return {
    origin: page.slice(0, page.indexOf('/', 'https://'.length)),
    directory: page.slice(0, slash + 1),
    page,
  }
}

/**
 * Returns the absolute form of a spelling in plain letters, which nearly all are, without parsing it. Undefined means
 * "don't know": then the platform's parser is asked, which knows every rule and takes ten times as long.
 */
export function joinPlain(spelling: string, { origin, directory }: PlainBase): string | undefined {
  const url = spelling.startsWith('/')
    ? rooted(spelling, origin)
    : spelling.startsWith('http')
      ? spelling
      : relative(spelling, directory, origin.length)
  return url !== undefined && splitCanonical(url) !== undefined ? url : undefined
}

function rooted(spelling: string, origin: string): string | undefined {
  return spelling.startsWith('//') ? undefined : origin + spelling
}

function relative(spelling: string, directory: string, originLength: number): string | undefined {
  // A query, a fragment, nothing at all, or perhaps a scheme.
  if (/^[?#]|^$|:/.test(spelling)) return undefined
  let end = directory.length
  let start = spelling.startsWith('./') ? 2 : 0
  while (spelling.startsWith('../', start)) {
    start += 3
    // The root is its own parent.
    if (end > originLength + 1) end = directory.lastIndexOf('/', end - 2) + 1
  }
  const rest = spelling.slice(start)
  return rest.startsWith('.') ? undefined : directory.slice(0, end) + rest
}
