import { decodeHTML } from 'entities'
import { absoluteUrl, type QueryEncoder } from '../page-links/link-cache.ts'
import type { PageTree } from '../page-tree/page-tree.ts'
import { type Json, listOf } from '../../util/json.ts'
import { wordSet } from '../../util/word-set.ts'

const TOUCH_ICON = /^apple-touch-icon(?:-precomposed)?$/

/**
 * Reads the elements that describe a page, wherever they are in it. Returns the address that relative links start from, the
 * metadata, and the absolute URL of a `meta` refresh within `MOST_SECONDS`.
 * @param encodeQuery encodes the queries of its addresses; without, they are in UTF-8
 */
export function readHead(tree: PageTree, url: string, encodeQuery?: QueryEncoder) {
  const nodes: number[] = []
  let base = url
  for (let node = 0; node < tree.size; node++) {
    const { role, name } = tree.kind(node)
    // No template is part of the document, not even a shadow root.
    if (name === 'template') node = tree.subtreeEnd(node) - 1
    else if (role === 'base' && base === url) base = baseOf(tree, node, url) ?? url
    else if (role === 'meta' || role === 'link' || role === 'title' || role === 'html') nodes.push(node)
  }
  const metadata = new MetadataCollector()
  let touchIcon: string | undefined
  const pragmas: Pragmas = {}
  const absolute = (address: string): string | undefined => absoluteUrl(address, base, encodeQuery)
  for (const node of nodes) {
    const { role } = tree.kind(node)
    if (role === 'meta') readMeta(tree, node, metadata, pragmas)
    else if (role === 'link') {
      const href = tree.attribute(node, 'href')
      if (href === undefined) continue
      const relations = (tree.attribute(node, 'rel') ?? '').toLowerCase().split(/\s+/)
      if (relations.includes('icon')) metadata.setOnce('favicon', absolute(href))
      else if (relations.includes('canonical')) metadata.setOnce('canonical', absolute(href))
      else if (relations.some((relation) => TOUCH_ICON.test(relation))) touchIcon ??= absolute(href)
    } else if (role === 'html')
      metadata.setOnce('language', tree.attribute(node, 'lang') ?? tree.attribute(node, 'xml:lang'))
    else if (!isInDrawing(tree, node))
      metadata.setOnce('title', decodeHTML(tree.source(node)).replaceAll(/\s+/g, ' '))
  }
  // Use the icon for home screens if there is no other.
  metadata.setOnce('favicon', touchIcon)
  metadata.setOnce('language', pragmas.language)
  const { refresh } = pragmas
  return {
    base,
    metadata: metadata.collected(),
    refresh: refresh === undefined ? undefined : absolute(refresh),
  }
}

/** The first value of each `http-equiv` that is read. */
interface Pragmas {
  refresh?: string | undefined
  language?: string | undefined
}

/** Returns the language of a `Content-Language`, in a header or a page; undefined for several (HTML Standard, "pragma-set default language"). */
export function contentLanguage(value: string): string | undefined {
  return value.includes(',') ? undefined : /\S+/.exec(value)?.[0]
}

/** Returns the address of a `base`; the first with an http(s) address counts, also for links before it. */
function baseOf(tree: PageTree, node: number, url: string): string | undefined {
  const href = tree.attribute(node, 'href')
  const base = href === undefined ? undefined : absoluteUrl(href, url)
  return base !== undefined && /^https?:/.test(base) ? base : undefined
}

/** So many names of one list are read. */
const MOST_NAMES = 10

function readMeta(tree: PageTree, node: number, metadata: MetadataCollector, pragmas: Pragmas): void {
  const content = tree.attribute(node, 'content')
  if (content === undefined) return
  // The others are lists of names (RDFa, "property"; HTML Standard, "itemprop").
  const lists = ['property', 'itemprop'].flatMap(
    (name) => tree.attribute(node, name)?.split(/\s+/, MOST_NAMES) ?? [],
  )
  for (const name of new Set([tree.attribute(node, 'name')?.trim() ?? '', ...lists]))
    metadata.addTag(name, content)
  const pragma = tree.attribute(node, 'http-equiv')?.trim().toLowerCase()
  if (pragma === 'content-language') pragmas.language ??= contentLanguage(content)
  else if (pragma === 'refresh' && tree.closest(node, 'noscript') === undefined)
    pragmas.refresh ??= readRefresh(content)
}

/** Tells whether an element is part of a drawing or formula, where `title` names only that. */
export function isInDrawing(tree: PageTree, node: number): boolean {
  return tree.closest(node, 'svg') !== undefined || tree.closest(node, 'math') !== undefined
}

/** A `meta` refresh within this many seconds is a redirect. A page with a slower one is meant to be read. */
const MOST_SECONDS = 5

/** The content of a `meta` tag (HTML Standard, "shared declarative refresh steps"). */
const REFRESH = /^\s*(?=[\d.])(\d*)(?!\d)[\d.]*(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is

/** Returns the address, as it is spelled, that a `meta` refresh leads to at once or soon; undefined for any other. */
export function readRefresh(content: string): string | undefined {
  const [, seconds, ...spellings] = REFRESH.exec(content) ?? []
  if (seconds === undefined || Number(seconds) > MOST_SECONDS) return undefined
  const address = spellings.find((spelling) => spelling !== undefined)?.trim()
  return address === '' ? undefined : address
}

/** Well-known meta tags, which the API also names in camel case. Every tag is listed under its own name too. */
const KNOWN = wordSet(
  'og:title og:description og:url og:image og:audio og:determiner og:locale og:locale:alternate og:site_name og:video ' +
    'article:section article:tag article:published_time article:modified_time dcterms.keywords dc.description dc.subject ' +
    'dcterms.subject dcterms.audience dc.type dcterms.type dc.date dc.date.created dcterms.created',
)

/** Returns the name that the API gives a known tag: `og:site_name` is `ogSiteName`. */
function apiName(tag: string): string {
  const words = tag.replace(/^article:(?=.*_)/, '').replace('dcterms', 'dc.terms')
  return words.replaceAll(/[.:_](.)/g, (_, first: string) => first.toUpperCase())
}

const MAX_TAGS = 300
const MAX_NAME = 200
const MAX_VALUE = 20_000

/** Names that the service sets itself, so that a page cannot set them. */
const RESERVED = wordSet('url sourceURL statusCode error scrapeId title language favicon __proto__')

/** Collects metadata while a page is read, within bounds. */
class MetadataCollector {
  readonly #values = new Map<string, Json>()
  #tags = 0

  setOnce(name: 'title' | 'language' | 'favicon' | 'canonical', value: string | undefined): void {
    const text = value?.trim().slice(0, MAX_VALUE)
    if (text !== undefined && text !== '' && !this.#values.has(name)) this.#values.set(name, text)
  }

  /** Adds a `meta` tag with a name (`name` or `property`) and its content; repeated names become a list. */
  addTag(name: string, content: string): void {
    if (this.#tags >= MAX_TAGS || name === '' || name.length > MAX_NAME || RESERVED.has(name)) return
    this.#tags++
    const value = content.slice(0, MAX_VALUE)
    this.#add(name, value)
    const folded = name.toLowerCase()
    if (KNOWN.has(folded)) this.#addKnown(apiName(folded), value)
    else if (folded !== name && ['description', 'keywords', 'robots'].includes(folded))
      this.#add(folded, value)
  }

  collected(): Record<string, Json> {
    return Object.fromEntries(this.#values)
  }

  #addKnown(name: string, value: string): void {
    // The API promises one string for everything but the list of alternative locales.
    if (name === 'ogLocaleAlternate') this.#values.set(name, [...listOf(this.#values.get(name)), value])
    else if (!this.#values.has(name)) this.#values.set(name, value)
  }

  #add(name: string, value: string): void {
    const before = this.#values.get(name)
    // A page has one description, as the API promises: the first that says something.
    const isSingle = name === 'description'
    if (isSingle && before !== undefined && before !== '') return
    this.#values.set(name, before === undefined || isSingle ? value : [...listOf(before), value])
  }
}
