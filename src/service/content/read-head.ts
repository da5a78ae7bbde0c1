import { decodeHTML } from 'entities'
import { absoluteUrl, type QueryEncoder } from '../page-links/link-cache.ts'
import type { PageTree } from '../page-tree/page-tree.ts'
import { MetadataCollector, type HeadMetadata } from './page-metadata.ts'

/** Holds what a page says about itself. */
export interface PageHead {
  /** The address that relative links start from. */
  readonly base: string
  readonly metadata: HeadMetadata
  /** The absolute URL of a `meta` refresh within `MOST_SECONDS`. */
  readonly refresh: string | undefined
}

const TOUCH_ICONS: ReadonlySet<string> = new Set(['apple-touch-icon', 'apple-touch-icon-precomposed'])

/**
 * Reads the elements that describe a page, wherever they are in it.
 * @param encodeQuery encodes the queries of its addresses; without, they are in UTF-8
 */
export function readHead(tree: PageTree, url: string, encodeQuery?: QueryEncoder): PageHead {
  const nodes: number[] = []
  let base = url
  for (let node = 0; node < tree.size; node++) {
    const { role } = tree.kind(node)
    if (role === 'base' && base === url) base = baseOf(tree, node, url) ?? url
    else if (role === 'meta' || role === 'link' || role === 'title' || role === 'html') nodes.push(node)
  }
  const metadata = new MetadataCollector()
  let touchIcon: string | undefined
  let refresh: string | undefined
  const absolute = (address: string): string | undefined => absoluteUrl(address, base, encodeQuery)
  for (const node of nodes) {
    const { role } = tree.kind(node)
    if (role === 'meta') {
      const leadsTo = readMeta(tree, node, metadata)
      refresh ??= leadsTo
    } else if (role === 'link') {
      const href = tree.attribute(node, 'href')
      if (href === undefined) continue
      const relations = (tree.attribute(node, 'rel') ?? '').toLowerCase().split(/\s+/)
      if (relations.includes('icon')) metadata.setOnce('favicon', absolute(href))
      else if (relations.includes('canonical')) metadata.setOnce('canonical', absolute(href))
      else if (relations.some((relation) => TOUCH_ICONS.has(relation))) touchIcon ??= absolute(href)
    } else if (role === 'html') metadata.setOnce('language', tree.attribute(node, 'lang'))
    else if (!isInDrawing(tree, node))
      metadata.setOnce('title', decodeHTML(tree.source(node)).replaceAll(/\s+/g, ' '))
  }
  // Use the icon for home screens if there is no other.
  metadata.setOnce('favicon', touchIcon)
  return {
    base,
    metadata: metadata.collected(),
    refresh: refresh === undefined ? undefined : absolute(refresh),
  }
}

/** Returns the address of a `base`; the first with an http(s) address counts, also for links before it. */
function baseOf(tree: PageTree, node: number, url: string): string | undefined {
  const href = tree.attribute(node, 'href')
  const base = href === undefined ? undefined : absoluteUrl(href, url)
  return base !== undefined && /^https?:/.test(base) ? base : undefined
}

/** Reads a `meta`. Returns the address of a refresh, as it is spelled. */
function readMeta(tree: PageTree, node: number, metadata: MetadataCollector): string | undefined {
  const content = tree.attribute(node, 'content')
  if (content === undefined) return undefined
  const names = ['name', 'property', 'itemprop'].map((name) => tree.attribute(node, name))
  const name = names.find((each) => each !== undefined)
  if (name !== undefined) metadata.addTag(name.trim(), content)
  const isRefresh = tree.attribute(node, 'http-equiv')?.trim().toLowerCase() === 'refresh'
  if (!isRefresh || tree.closest(node, 'noscript') !== undefined) return undefined
  return tree.closest(node, 'template') === undefined ? readRefresh(content) : undefined
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
