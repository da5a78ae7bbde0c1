import { canonicalJson, isJsonObject, joinPointer, type Json, type JsonPointer } from '../util/json.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { type MigratingRequest, settingName } from './edited-request.ts'

const WRAPPERS: readonly (readonly [wrapper: JsonPointer, home: JsonPointer])[] = [
  ['/crawlerOptions', ''],
  ['/pageOptions', '/scrapeOptions'],
]

/** Unwraps `crawlerOptions` and `pageOptions`, in which version 0 put crawl settings and page settings. */
export function wrappers(request: MigratingRequest): void {
  const present = WRAPPERS.filter(([wrapper]) => request.has(wrapper))
  for (const [wrapper, home] of present) reportWrapper(request, wrapper, home)
  if (request.problems.length > 0) return
  for (const [wrapper, home] of present) {
    if (home !== '' && !request.has(home)) {
      request.move(wrapper, home)
      continue
    }
    for (const key of Object.keys(request.at(wrapper) ?? {}))
      if (!request.has(joinPointer(home, key)))
        request.move(joinPointer(wrapper, key), joinPointer(home, key))
    request.remove(wrapper)
  }
}

function reportWrapper(request: MigratingRequest, wrapper: JsonPointer, home: JsonPointer): void {
  const members = request.at(wrapper)
  if (!isJsonObject(members))
    return request.unreadable(wrapper, home === '' ? 'the request' : settingName(home), 'a mapping')
  for (const [key, value] of Object.entries(members)) {
    const from = joinPointer(wrapper, key)
    const to = joinPointer(home, key)
    const present = request.at(to)
    if (present !== undefined && canonicalJson(present) !== canonicalJson(value))
      request.contradicts(from, settingName(from), settingName(to), settingName(to))
  }
}

/** Version 0 names of settings that did not change otherwise. */
const RENAMED: readonly (readonly [from: JsonPointer, to: JsonPointer])[] = [
  ['/includes', '/includePaths'],
  ['/excludes', '/excludePaths'],
  ['/allowExternalContentLinks', '/allowExternalLinks'],
  ['/scrapeOptions/onlyIncludeTags', '/scrapeOptions/includeTags'],
  ['/scrapeOptions/removeTags', '/scrapeOptions/excludeTags'],
  ['/scrapeOptions/useFastMode', '/scrapeOptions/fastMode'],
]

/** Renames settings of version 0 that changed only their name. */
export function renames(request: MigratingRequest): void {
  for (const [from, to] of RENAMED) {
    if (!request.has(from)) continue
    if (request.has(to)) request.contradicts(from, settingName(from), settingName(to), settingName(to))
    else request.move(from, to)
  }
}

/** What is lost with each old setting, and the value that loses nothing, because version 2 does just that. */
const GONE: readonly (readonly [pointer: JsonPointer, lost: string, harmless?: Json])[] = [
  ['/scrapeOptions/agent', 'pages are scraped without the browsing agent'],
  ['/mode', 'the v0 fast mode of whole crawls is gone', 'default'],
  ['/returnOnlyUrls', 'pages are returned with their content; use the format "links" to get less', false],
  ['/generateImgAltText', 'images get no generated alternative texts', false],
  ['/maxCrawledLinks', '"limit" alone bounds the crawl'],
  ['/scrapeOptions/replaceAllPathsWithAbsolutePaths', 'links are always absolute now', true],
  ['/scrapeOptions/fetchPageContent', 'the content of each page is always fetched', true],
  ['/scrapeOptions/disableJsDom', 'pages are read by another engine', false],
  ['/scrapeOptions/atsv', 'pages are fetched by another engine', false],
]

/** Removes old settings that nothing in version 2 replaces. */
export function noCounterpart(request: MigratingRequest): void {
  for (const [pointer, lost, harmless] of GONE) {
    const value = request.at(pointer)
    if (value === undefined) continue
    if (value === harmless) request.remove(pointer)
    else {
      request.atKey(pointer, 'migrate/no-counterpart', { setting: settingName(pointer), lost })
      request.lose(pointer)
    }
  }
}

type Mode = 'include' | 'skip' | 'only'

const MODES: readonly Mode[] = ['include', 'skip', 'only']

/** Which new values each old flag still allows when it is true, and when it is false. */
const SITEMAP_FLAGS: readonly (readonly [
  pointer: JsonPointer,
  whenTrue: readonly Mode[],
  whenFalse: readonly Mode[],
])[] = [
  ['/sitemap', ['include', 'only'], ['skip']],
  ['/ignoreSitemap', ['skip'], ['include', 'only']],
  ['/sitemapOnly', ['only'], ['include', 'skip']],
]

/** Turns the flags `sitemap: true`, `ignoreSitemap` and `sitemapOnly` into one of include, skip and only. */
export function sitemap(request: MigratingRequest): void {
  const newer = MODES.find((mode) => mode === request.at('/sitemap'))
  const flags = SITEMAP_FLAGS.map(([pointer, whenTrue, whenFalse]) => {
    if (pointer === '/sitemap' && newer !== undefined) return { pointer, open: [newer] }
    const flag = request.flag(pointer, 'sitemap')
    if (typeof flag !== 'boolean') return { pointer, open: flag }
    return { pointer, open: flag ? whenTrue : whenFalse }
  })
  if (flags.some(({ open }) => open === null)) return
  const used = flags.flatMap(({ pointer, open }) => (open ? [{ pointer, open }] : []))
  for (const [index, { pointer, open }] of used.entries()) {
    const first = used.slice(0, index).find((one) => !one.open.some((mode) => open.includes(mode)))
    if (first !== undefined)
      return request.contradicts(pointer, request.written(first.pointer), request.written(pointer), 'sitemap')
  }
  const mode = MODES.find((one) => used.every(({ open }) => open.includes(one)))
  const decider = (used.find(({ open }) => open.length === 1) ?? used[0])?.pointer
  if (mode === undefined || decider === undefined) return
  for (const { pointer } of used) if (pointer !== decider) request.remove(pointer)
  if (decider !== '/sitemap') request.move(decider, '/sitemap', mode)
  else if (newer === undefined) request.set('/sitemap', mode, '/sitemap')
}

/** Renames `allowBackwardLinks` (v1) and `allowBackwardCrawling` (v0), which the service ignored next to `crawlEntireDomain`. */
export function entireDomain(request: MigratingRequest): void {
  const to = '/crawlEntireDomain'
  const present = ['/allowBackwardLinks', '/allowBackwardCrawling'].filter((pointer) => request.has(pointer))
  const [first, second] = present
  if (first === undefined) return
  if (request.has(to)) {
    const by = request.written(to)
    for (const pointer of present)
      if (request.at(pointer) === request.at(to)) request.remove(pointer)
      else request.supersede(pointer, request.written(pointer), by)
    return
  }
  if (second !== undefined) {
    if (request.at(first) !== request.at(second))
      return request.contradicts(second, request.written(first), request.written(second), settingName(to))
    request.remove(second)
  }
  request.move(first, to)
}

const DEPTH = '/maxDepth'

// The pattern grows with the number, and the service limits patterns.
const MOST_SEGMENTS = 100

/**
 * Translates `maxDepth`, which counted path segments from the host's root, while `maxDiscoveryDepth` counts links from the
 * start URL. The rename that the service's own guide gives changes the meaning. A pattern on the path can keep it, unless
 * another pattern conflicts.
 */
export function discoveryDepth(request: MigratingRequest): void {
  const depth = request.at(DEPTH)
  if (depth === undefined) return
  const before = request.problems.length
  const url = request.at('/url')
  const segments = typeof url === 'string' ? pathSegments(url) : 0
  if (typeof depth === 'number' && depth < segments)
    request.atValue(DEPTH, 'migrate/depth-below-start', { depth: show(depth), segments })
  if (request.options.preserveDepth === true) {
    const because = whyNotPreserved(request, depth)
    if (because === undefined) return preserve(request, depth)
    request.atKey(DEPTH, 'migrate/depth-not-preserved', { because })
  }
  const discovery = request.at('/maxDiscoveryDepth')
  if (discovery !== undefined) {
    request.atKey(DEPTH, 'migrate/depth-dropped', { depth: show(depth), discovery: show(discovery) })
    return request.lose(DEPTH)
  }
  // Another message about this depth already says more, and null has no effect.
  if (request.problems.length === before && depth !== null)
    request.atKey(DEPTH, 'migrate/depth-meaning', { depth: show(depth) })
  request.moveInexactly(DEPTH, '/maxDiscoveryDepth')
}

function preserve(request: MigratingRequest, depth: Json): void {
  // An index file at the end did not count as a segment.
  const pattern = `^(/[^/]+){0,${show(depth)}}(/index\\.(html|php))?/?$`
  if (!request.has('/includePaths')) return request.move(DEPTH, '/includePaths', [pattern])
  request.set('/includePaths', [pattern], DEPTH)
  request.remove(DEPTH)
}

function whyNotPreserved(request: MigratingRequest, depth: Json): string | undefined {
  if (typeof depth !== 'number' || !Number.isInteger(depth) || depth < 0) return 'it is not a whole number'
  if (depth > MOST_SEGMENTS) return `it is more than ${MOST_SEGMENTS}`
  const includes = request.at('/includePaths')
  if (includes !== undefined && !(Array.isArray(includes) && includes.length === 0)) {
    return '"includePaths" is used already, and a page passes when any of its patterns matches'
  }
  const full = request.at('/regexOnFullURL')
  if (full !== undefined && full !== false) return '"regexOnFullURL" makes patterns see the whole URL'
  return undefined
}

/** Returns path segments as version 1 counted them: an index file at the end does not count. */
function pathSegments(url: string): number {
  const segments = (parseUrl(url)?.pathname ?? '').split('/').filter((segment) => segment !== '')
  return /^index\.(?:html|php)$/.test(segments.at(-1) ?? '') ? segments.length - 1 : segments.length
}

function show(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
