import { type PageUrl, parseStartUrl } from './page-url.ts'
import type { Discovery, ScopeReason, ScopeStep, ScopeSettings } from './scope.ts'
import { memoizeByText } from '../util/memoize.ts'
import { plural } from '../util/text.ts'
import { type CompiledPattern, compilePattern } from './pattern/compile-pattern.ts'
import { quotePattern } from './pattern/pattern-texts.ts'
import { loadPublicSuffixes } from './load-package.ts'

/** A URL and the facts that rules may use. */
export interface Candidate {
  readonly page: PageUrl
  readonly relation: HostRelation
  readonly discovery: Discovery
  /** How the page with the link relates to the start URL; undefined without such a page. */
  readonly from: { readonly page: PageUrl; readonly relation: HostRelation } | undefined
}

/** One rule of the scope, compiled for one crawl. */
export interface ScopeRule {
  readonly reason: ScopeReason
  passes(candidate: Candidate): boolean
  /** Returns the first pattern that matches, and where. */
  match?(candidate: Candidate): Pick<ScopeStep, 'pattern' | 'match'> | undefined
  /** Returns the same answer as `passes`, in words. */
  detail(candidate: Candidate): string
  /** Returns the smallest change of the crawl that would let `candidate` pass: an imperative without a full stop. */
  remedy(candidate: Candidate): string
}

/**
 * Tells how a page may be discovered: links up to `maxDiscoveryDepth` hops away, none at all with `sitemap: only`, and
 * no sitemap pages with `sitemap: skip`. Pages of the sitemap have depth 0 (Crawl Start Interface v2), so any
 * `maxDiscoveryDepth` admits them.
 */
export function depthRule({ maxDiscoveryDepth: most, sitemap }: ScopeSettings): ScopeRule {
  const linksFollowed = sitemap !== 'only'
  return {
    reason: 'depth',
    passes: ({ discovery }) =>
      discovery.via === 'sitemap'
        ? sitemap !== 'skip'
        : linksFollowed && (most === undefined || discovery.depth <= most),
    detail: ({ discovery: { depth, via } }) => {
      if (via === 'sitemap')
        return sitemap === 'skip'
          ? 'sitemap is "skip", so pages that are only in the sitemap are not found'
          : 'pages of the sitemap have depth 0'
      if (!linksFollowed) return 'sitemap is "only", so links in pages are not followed'
      if (most === undefined) return 'maxDiscoveryDepth is not set, so any number of links may lead here'
      return `the page is ${plural(depth, 'link')} away from the start, maxDiscoveryDepth is ${most}`
    },
    remedy: ({ discovery: { depth, via } }) =>
      via === 'sitemap' || !linksFollowed ? 'set sitemap to include' : `raise maxDiscoveryDepth to ${depth}`,
  }
}

/** Refuses images, styles, scripts, archives and other files that are not pages. */
export const fileTypeRule: ScopeRule = {
  reason: 'file-type',
  passes: ({ page }) => skippedFileType(page.path) === undefined,
  detail: ({ page }) => {
    const extension = skippedFileType(page.path)
    return extension === undefined
      ? 'the path does not name a skipped file type'
      : `.${extension} files are skipped`
  },
  remedy: ({ page }) =>
    `write a separate crawl for it: no setting follows links to .${skippedFileType(page.path)} files`,
}

// The hosted service's list. Not in it, so crawled: pdf, docx, xml, tar.gz, webm.
const SKIPPED =
  /\.(png|jpg|jpeg|gif|css|js|ico|svg|tiff|zip|exe|dmg|mp4|mp3|wav|pptx|xlsx|avi|flv|woff|ttf|woff2|webp|inc)$/

/** Returns the file extension for which a path is not a page. Letter case counts, as it does in the service. */
function skippedFileType(path: string): string | undefined {
  return SKIPPED.exec(path)?.[1]
}

/**
 * Refuses a link to a section of the page that holds it: it leads to no other page. A section of another page counts as
 * that page. (The hosted service drops such links, and finds the page only if something links to it as a whole.)
 */
export function fragmentRule({ rendersRoutes = true }: ScopeSettings): ScopeRule {
  return {
    reason: 'fragment',
    passes: (candidate) => !isSectionOfSamePage(candidate),
    detail: (candidate) => {
      const { section, route } = candidate.page
      if (isSectionOfSamePage(candidate)) return `"${section}" is a section of the page that holds the link`
      if (route !== '')
        return `"${route}" is a route ${rendersRoutes ? 'and names a page of its own' : 'of a script'}`
      return section === '' ? 'there is no fragment' : `"${section}" is dropped: the whole page is checked`
    },
    remedy: () => 'link to the page without its fragment',
  }
}

function isSectionOfSamePage({ page, from }: Candidate): boolean {
  return (
    page.section !== '' && from !== undefined && from.page.href === page.href && !page.section.includes('/')
  )
}

/** Admits only paths below the start URL's if `crawlEntireDomain` is off: on its host, and for links within one subdomain. */
export function childPathRule(settings: ScopeSettings, startPath: string): ScopeRule {
  const children = childPath(startPath)
  const applies = ({ page, relation, from }: Candidate): boolean =>
    !settings.crawlEntireDomain &&
    (relation === 'same-host' || (relation === 'same-domain' && from?.page.host === page.host))
  return {
    reason: 'child-path',
    passes: (candidate) => !applies(candidate) || children.admits(candidate.page.path),
    detail: (candidate) => {
      if (settings.crawlEntireDomain) return 'crawlEntireDomain is true, so every path is followed'
      if (!applies(candidate)) return 'applies only within one host'
      if (children.prefix === '/') return 'the start is at the root, so every path is below it'
      const { path } = candidate.page
      const { description } = children
      return children.admits(path)
        ? `${path} is within ${description}, which crawlEntireDomain: false allows`
        : `${path} is outside ${description}, the only part that crawlEntireDomain: false allows`
    },
    remedy: ({ page }) =>
      `set crawlEntireDomain to true, or start at a path above both (${commonAncestor(startPath, page.path)})`,
  }
}

function commonAncestor(a: string, b: string): string {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return a.slice(0, a.lastIndexOf('/', length - 1) + 1) || '/'
}

/** The paths below a start URL's path, by whole segments. */
export interface ChildPath {
  /** For people: `/docs and below`. */
  readonly description: string
  /** Every admitted path starts with this or equals `exact`. Ends in `/`. */
  readonly prefix: string
  /** One more admitted path, without its trailing slash. */
  readonly exact: string | undefined
  admits(path: string): boolean
}

/**
 * Returns the child paths of `startPath`. `/docs/` admits paths that start with it. A path that ends in a file name (a dot and
 * two or more letters or digits) admits its directory. Any other `/docs` admits itself and `/docs/...`, not `/docs-old`.
 */
export function childPath(startPath: string): ChildPath {
  const isDirectory = startPath.endsWith('/') || /\.[A-Za-z0-9]{2,}$/.test(startPath)
  const prefix = isDirectory ? startPath.slice(0, startPath.lastIndexOf('/') + 1) : `${startPath}/`
  const exact = isDirectory ? undefined : startPath
  return {
    description: `${exact ?? prefix} and below`,
    prefix,
    exact,
    admits: (path) => path === exact || path.startsWith(prefix),
  }
}

/** Returns the text in which patterns are searched: the path on any host, or with `regexOnFullURL` the whole URL. */
export function searchedText({ regexOnFullURL }: ScopeSettings, { page }: Candidate): string {
  return regexOnFullURL ? page.href : page.path
}

/**
 * Refuses pages that a pattern of `excludePaths` matches, or that no pattern of `includePaths` matches, if there are any. Blank
 * patterns restrict nothing.
 * @throws {ScopeError} for a pattern that `checkPattern` refuses
 */
export function patternRule(settings: ScopeSettings, list: 'excludePaths' | 'includePaths'): ScopeRule {
  const patterns = settings[list].filter((source) => source.trim() !== '').map(compilePattern)
  const excludes = list === 'excludePaths'
  const find = (candidate: Candidate): CompiledPattern | undefined => {
    const text = searchedText(settings, candidate)
    return patterns.find((pattern) => pattern.test(text))
  }
  const match = (candidate: Candidate): ReturnType<NonNullable<ScopeRule['match']>> => {
    const pattern = find(candidate)
    const found = pattern?.find(searchedText(settings, candidate))
    return pattern && found && { pattern: pattern.source, match: found }
  }
  return {
    reason: excludes ? 'excluded' : 'not-included',
    passes: (candidate) => patterns.length === 0 || (find(candidate) !== undefined) !== excludes,
    match,
    detail: (candidate) => {
      if (patterns.length === 0) return `${list} is empty${excludes ? '' : ', so every path is included'}`
      const text = searchedText(settings, candidate)
      const found = match(candidate)
      if (found?.match === undefined) return `no pattern of ${list} matches ${text}`
      const { index, text: matched } = found.match
      return `"${found.pattern}" of ${list} matches "${matched}" at character ${index + 1} of ${text}`
    },
    remedy: (candidate) => {
      const text = searchedText(settings, candidate)
      if (!excludes) return `add "^${quotePattern(text)}$" to includePaths`
      const matching = patterns.filter((pattern) => pattern.test(text)).map(({ source }) => `"${source}"`)
      return `remove or narrow ${matching.join(' and ')} in excludePaths`
    },
  }
}

// The hosted service never follows external links whose URL contains one of these texts.
const NEVER_FOLLOWED =
  /facebook\.com|twitter\.com|linkedin\.com|instagram\.com|pinterest\.com|github\.com|calendly\.com|discord\.(?:gg|com)/

const crawlApart = (): string => 'write a separate crawl for that site'

/**
 * Admits the start's host (`www.`, scheme and port make no difference) and, with `allowSubdomains`, hosts of its registrable
 * domain. With `allowExternalLinks` it also admits other sites, one hop away. Home pages and social sites stay out, as in the
 * hosted service.
 */
export function hostRule(settings: ScopeSettings, startHost: string): ScopeRule {
  const refusal = ({ page, relation, from, discovery }: Candidate) => {
    if (relation !== 'external') return undefined
    if (!settings.allowExternalLinks) {
      const detail = `${page.host} is another host than ${startHost}: allowExternalLinks is false`
      // Computed only when shown, because the public suffix list takes time to load.
      const setting = (): string =>
        isSameDomain(page.host, startHost) ? 'allowSubdomains' : 'allowExternalLinks'
      return { detail, remedy: () => `set ${setting()} to true` }
    }
    if (discovery.via === 'redirect') return undefined
    if (from?.relation === 'external') {
      const detail = `the link is on ${from.page.host}, and external pages are followed one hop only`
      return { detail, remedy: () => `link to it from a page of ${startHost}` }
    }
    if (page.path === '/' && page.query === '') {
      return { detail: 'home pages of other sites are left out', remedy: crawlApart }
    }
    const social = NEVER_FOLLOWED.exec(page.href)?.[0]
    if (social === undefined) return undefined
    return { detail: `links to ${social} are never followed`, remedy: crawlApart }
  }
  return {
    reason: 'host',
    passes: (candidate) => refusal(candidate) === undefined,
    detail: (candidate) => {
      const { page, relation } = candidate
      if (relation === 'same-host') return `${page.host} is the start URL's host`
      if (relation === 'same-domain')
        return `${page.host} is in one domain with ${startHost}: allowSubdomains is true`
      const allowed = `${page.host} is another site, one hop away: allowExternalLinks is true`
      return refusal(candidate)?.detail ?? allowed
    },
    remedy: (candidate) => refusal(candidate)?.remedy() ?? 'change nothing',
  }
}

/** How a host relates to the start URL's. */
export type HostRelation = 'same-host' | 'same-domain' | 'external'

/**
 * Relates hosts (lower case, without port and `www.`) to `startHost`. `same-domain` means one registrable domain by the public
 * suffix list with its private part, so two projects on github.io are strangers. The list takes time to load, so it is used
 * only with `wantsDomains`.
 */
export function relateHosts(startHost: string, wantsDomains: boolean): (host: string) => HostRelation {
  // Forgetting bounds the memory that a hostile site can fill with host names.
  const relate = memoizeByText(10_000, (host) =>
    wantsDomains && isSameDomain(host, startHost) ? 'same-domain' : 'external',
  )
  return (host) => (host === startHost ? 'same-host' : relate(host))
}

/** Tells whether two hosts belong to one registrable domain. */
export function isSameDomain(host: string, other: string): boolean {
  const domain = registrableDomain(host)
  return domain !== null && domain === registrableDomain(other)
}

/** Returns the registrable domain by the public suffix list; null for an IP address or a suffix itself. */
function registrableDomain(host: string): string | null {
  return loadPublicSuffixes().getDomain(host, { allowPrivateDomains: true, extractHostname: false })
}

/** The rest of a serialised path after its first slash. Other characters are percent-encoded or end the path. */
const PATH_REST = '[^"#<>?`{}\\\\]*'
const ANY_HOST = 'https?://[^/]+'
const QUERY_AND_ROUTE = '(\\?[^#]*)?(#.*)?'

/** Returns a pattern that matches every text in which patterns are searched, and few others. */
export function searchedTexts(regexOnFullURL: boolean): string {
  return regexOnFullURL ? `^${ANY_HOST}/${PATH_REST}${QUERY_AND_ROUTE}$` : `^/${PATH_REST}$`
}

/**
 * Returns the same for includePaths on the start's host: a crawl that stays below the start URL's path searches only there.
 * Excludes are also searched in targets of redirects, which may be anywhere.
 */
export function includedTexts({ url, crawlEntireDomain }: ScopeSettings): string {
  const start = parseStartUrl(url)
  if (start === undefined || crawlEntireDomain) return searchedTexts(false)
  const { prefix, exact } = childPath(start.path)
  return exact === undefined
    ? `^${quotePattern(prefix)}${PATH_REST}$`
    : `^${quotePattern(exact)}(/${PATH_REST})?$`
}
