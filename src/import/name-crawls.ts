import { parseUrl } from '../util/can-parse-url.ts'
import { nameOfUrl } from '../util/name-of-url.ts'

/** The parts of a path that a name contains. */
const MOST_OF_A_PATH = 48

/**
 * Returns a unique name for each crawl of one source. It is `base` (by default the host's name), followed by the host if there
 * are several, and by the path if a host has several crawls.
 */
export function nameCrawls(urls: readonly string[], base: string | undefined): readonly string[] {
  const hosts = urls.map((url) => bareHost(url))
  const hasSeveralHosts = new Set(hosts).size > 1
  const taken = new Set<string>()
  return urls.map((url) => {
    const host = nameOfUrl(url) ?? 'imported'
    const whole = base === undefined ? host : hasSeveralHosts ? `${base}-${host}` : base
    const isAlone = hosts.indexOf(bareHost(url)) === hosts.lastIndexOf(bareHost(url))
    const path = isAlone ? '' : pathName(url)
    return uniqueName(path === '' ? whole : `${whole}-${path}`, taken)
  })
}

/** Returns a text of a source as the name of a crawl; undefined if nothing of it can be in a name. */
export function nameFromText(text: string): string | undefined {
  const name = text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^[^A-Za-z0-9]+|-+$/g, '')
  return name === '' ? undefined : name
}

/** Returns the common beginning of `names` in whole words, or else the first name. */
export function commonName(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split('-'))
  const shared = first.findIndex((word, at) => others.some((words) => words[at] !== word))
  const stem = (shared === -1 ? first : first.slice(0, shared)).join('-')
  return stem === '' ? (names[0] ?? '') : stem
}

/** Returns the path of `url`, with its query, as a part of a name: `docs-v2`; empty for the root. */
function pathName(url: string): string {
  const { pathname = '', search = '' } = parseUrl(url) ?? {}
  const words = `${pathname.replace(/\.[a-z]{3,5}$/i, '')}${search}`
    .replaceAll(/%[\dA-F]{2}/gi, '-')
    .replaceAll(/[^A-Za-z0-9._]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
  return words.length <= MOST_OF_A_PATH ? words : words.slice(0, MOST_OF_A_PATH).replace(/[-.]+$/, '')
}

/**
 * Returns the host of `url` as crawls compare hosts: with its port, without `www.`; a text that is not an address is returned
 * unchanged.
 */
export function bareHost(url: string): string {
  return parseUrl(url)?.host.replace(/^www\./, '') ?? url
}

/** Returns `name`, or `name-2` and so on where it is taken, whatever its case; taken from now on. */
function uniqueName(name: string, taken: Set<string>): string {
  let unique = name
  for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${name}-${count}`
  taken.add(unique.toLowerCase())
  return unique
}
