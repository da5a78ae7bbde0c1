import { sha256 } from '../util/sha256.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { isDeviceName } from '../util/files.ts'
import { foldName } from '../util/fold-name.ts'
import type { KeyTable } from '../util/key-table.ts'

/** Bytes that every file system allows for one part of a path, with room for a suffix. */
const PART_BYTES = 120
const MOST_PARTS = 16

/**
 * Returns a relative path with `/` for the Markdown of the page at `url`, whose `pageName` is `name`. It differs from every path
 * in `taken` also where a file system ignores letter case; it is added to `taken`.
 */
export function takeFileName({ url, name }: { url: string; name: string }, taken: KeyTable): string {
  for (let again = 0; ; again++) {
    const hash = again === 0 ? '' : `-${sha256(again === 1 ? url : `${url} ${again - 1}`).slice(0, 10)}`
    const key = foldName(name + hash)
    if (taken.has(key)) continue
    taken.put(key, 0)
    return `${name}${hash}.md`
  }
}

/**
 * Returns the path of a page without `.md`, made from its URL's path: `/docs/` is `docs/index`, `/docs/a.html` is `docs/a`. Pages
 * of another host than `home` are below that host's name. It holds only letters, digits and `._~-`, and never climbs.
 */
export function pageName(url: string, home: string | undefined): string {
  const parsed = parseUrl(url)
  if (parsed === undefined) return `page-${sha256(url).slice(0, 10)}`
  const parts = parsed.pathname.split('/').slice(1).map(decode)
  const last = (parts.pop() ?? '').replace(/\.(?:html?|xhtml|md|php|aspx?)$/i, '')
  const file =
    (last === '' ? 'index' : last) + parsed.search.replace('?', '-') + parsed.hash.replace(/^#!?\/?/, '-')
  const folders = parts.filter((part) => part !== '').map((part) => safePart(part, true))
  const host = parsed.host === home ? [] : [safePart(parsed.host, true)]
  const path = [...host, ...folders]
  if (path.length <= MOST_PARTS) return [...path, safePart(file, false)].join('/')
  return [...path.slice(0, MOST_PARTS), `${safePart(file, false)}-${sha256(url).slice(0, 10)}`].join('/')
}

function decode(part: string): string {
  try {
    return part.includes('%') ? decodeURIComponent(part) : part
  } catch {
    return part
  }
}

/** Makes a part of a path safe and not a reserved name. A folder never ends in `.md`, so it cannot clash with a page. */
function safePart(part: string, isFolder: boolean): string {
  const name = cleanPart(part)
  if (isDeviceName(name)) return `_${name}`
  return isFolder && /\.md$/i.test(name) ? `${name}_` : name
}

/** Replaces characters that some system does not allow in a name. */
function cleanPart(part: string): string {
  const cleaned = part
    .normalize('NFC')
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}._~-]+/gu, '-')
    .replace(/^[.-]+/, '')
    .replace(/(?<![.-])[.-]+$/, '')
  return cleaned === '' ? `page-${sha256(part).slice(0, 10)}` : cutBytes(cleaned)
}

/** Cuts a part to PART_BYTES of UTF-8; a hash tells apart what was cut. */
function cutBytes(part: string): string {
  const bytes = Buffer.from(part)
  if (bytes.length <= PART_BYTES) return part
  // Half a character becomes U+FFFD, which no part holds.
  const kept = bytes.toString('utf8', 0, PART_BYTES - 11).replace(/\ufffd+$/, '')
  return `${kept}-${sha256(part).slice(0, 10)}`
}
