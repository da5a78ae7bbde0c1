import { decodeHTML } from 'entities'
import { absoluteUrl } from '../page-links/link-cache.ts'
import type { PageTree } from '../page-tree/page-tree.ts'
import type { QueryEncoder } from './encode-query.ts'
import { MetadataCollector, type HeadMetadata } from './page-metadata.ts'
import { readRefresh } from './read-refresh.ts'

/** Holds what a page says about itself. */
export interface PageHead {
  /** The address that relative links start from. */
  readonly base: string
  readonly metadata: HeadMetadata
  /** Where the page leads on at once, or soon, without being asked to: absolute. */
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
  const reader = new HeadReader(tree, (address) => absoluteUrl(address, base, encodeQuery))
  for (const node of nodes) reader.read(node)
  return { base, ...reader.head() }
}

/** Returns the address of a `base`; the first with an http(s) address counts, also for links before it. */
function baseOf(tree: PageTree, node: number, url: string): string | undefined {
  const href = tree.attribute(node, 'href')
  const base = href === undefined ? undefined : absoluteUrl(href, url)
  return base !== undefined && /^https?:/.test(base) ? base : undefined
}

class HeadReader {
  readonly #tree: PageTree
  readonly #absolute: (address: string) => string | undefined
  readonly #metadata = new MetadataCollector()
  #touchIcon: string | undefined
  #refresh: string | undefined

  constructor(tree: PageTree, absolute: (address: string) => string | undefined) {
    this.#tree = tree
    this.#absolute = absolute
  }

  read(node: number): void {
    const tree = this.#tree
    switch (tree.kind(node).role) {
      case 'meta':
        return this.#readMeta(node)
      case 'link':
        return this.#readLink(node)
      case 'html':
        return this.#metadata.setOnce('language', tree.attribute(node, 'lang'))
      default:
        if (!isInDrawing(tree, node))
          this.#metadata.setOnce('title', decodeHTML(tree.source(node)).replaceAll(/\s+/g, ' '))
    }
  }

  /** Returns what was read. An icon for home screens serves as `favicon` where there is no other. */
  head(): Omit<PageHead, 'base'> {
    this.#metadata.setOnce('favicon', this.#touchIcon)
    const refresh = this.#refresh === undefined ? undefined : this.#absolute(this.#refresh)
    return { metadata: this.#metadata.collected(), refresh }
  }

  #readMeta(node: number): void {
    const tree = this.#tree
    const content = tree.attribute(node, 'content')
    if (content === undefined) return
    const isRefresh = tree.attribute(node, 'http-equiv')?.trim().toLowerCase() === 'refresh'
    if (isRefresh && tree.closest(node, 'noscript') === undefined) this.#refresh ??= readRefresh(content)
    const names = ['name', 'property', 'itemprop'].map((name) => tree.attribute(node, name))
    const name = names.find((each) => each !== undefined)
    if (name !== undefined) this.#metadata.addTag(name.trim(), content)
  }

  #readLink(node: number): void {
    const href = this.#tree.attribute(node, 'href')
    if (href === undefined) return
    const relations = (this.#tree.attribute(node, 'rel') ?? '').toLowerCase().split(/\s+/)
    if (relations.includes('icon')) this.#metadata.setOnce('favicon', this.#absolute(href))
    else if (relations.includes('canonical')) this.#metadata.setOnce('canonical', this.#absolute(href))
    else if (relations.some((relation) => TOUCH_ICONS.has(relation))) this.#touchIcon ??= this.#absolute(href)
  }
}

/** Tells whether an element is part of a drawing or formula, where `title` names only that. */
export function isInDrawing(tree: PageTree, node: number): boolean {
  return tree.closest(node, 'svg') !== undefined || tree.closest(node, 'math') !== undefined
}
