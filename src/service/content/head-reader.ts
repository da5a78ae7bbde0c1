import { decodeHTML } from 'entities'
import { readRefresh } from './read-refresh.ts'
import { MetadataCollector, type HeadMetadata } from './page-metadata.ts'
import { joinPlain, plainBase, type PlainBase } from '../link/join-plain.ts'
import { absoluteUrl } from '../link/resolve-link.ts'
import type { StartTag } from '../html/start-tag.ts'

const TOUCH_ICONS: ReadonlySet<string> = new Set(['apple-touch-icon', 'apple-touch-icon-precomposed'])

/** Reads the elements that describe a page: its base, its title, its meta and link tags. */
export class HeadReader {
  readonly #url: string
  readonly #metadata = new MetadataCollector()
  #baseHref: string | undefined
  /** Parts of the base; undefined until they are asked for. */
  #plain: PlainBase | undefined
  #touchIcon: string | undefined
  #refresh: string | undefined

  /** @param knownBase the page's base, if an earlier walk found it */
  constructor(url: string, knownBase: string | undefined) {
    this.#url = url
    this.#baseHref = knownBase
  }

  /** Returns the address that relative links start from, as far as the page has been read. */
  base(): string {
    return this.#baseHref ?? this.#url
  }

  /** Reads a `base` and tells whether it counts: the first one with an http(s) address does. */
  readBase(tag: StartTag): boolean {
    const href = tag.get('href')
    if (href === undefined || this.#baseHref !== undefined) return false
    const base = this.#absolute(href)
    if (base === undefined || !/^https?:/.test(base)) return false
    this.#baseHref = base
    this.#plain = undefined
    return true
  }

  readTitle(text: string): void {
    this.#metadata.setOnce('title', decodeHTML(text).replaceAll(/\s+/g, ' '))
  }

  readLanguage(tag: StartTag): void {
    this.#metadata.setOnce('language', tag.get('lang'))
  }

  /** @param mayLead whether the page may lead on here */
  readMeta(tag: StartTag, mayLead: boolean): void {
    const content = tag.get('content')
    if (mayLead && content !== undefined && tag.get('http-equiv')?.trim().toLowerCase() === 'refresh')
      this.#refresh ??= readRefresh(content)
    const name = tag.get('name') ?? tag.get('property') ?? tag.get('itemprop')
    if (content !== undefined && name !== undefined) this.#metadata.addTag(name.trim(), content)
  }

  readLink(tag: StartTag): void {
    const href = tag.get('href')
    if (href === undefined) return
    const relations = (tag.get('rel') ?? '').toLowerCase().split(/\s+/)
    if (relations.includes('icon')) this.#metadata.setOnce('favicon', this.#absolute(href))
    else if (relations.includes('canonical')) this.#metadata.setOnce('canonical', this.#absolute(href))
    else if (relations.some((relation) => TOUCH_ICONS.has(relation))) this.#touchIcon ??= this.#absolute(href)
  }

  /** Returns where the page leads on at once, or soon, without being asked to. */
  refresh(): string | undefined {
    return this.#refresh === undefined ? undefined : this.#absolute(this.#refresh)
  }

  /** Returns what was read; an icon for home screens serves where there is no other. */
  collected(): HeadMetadata {
    this.#metadata.setOnce('favicon', this.#touchIcon)
    return this.#metadata.collected()
  }

  #absolute(href: string): string | undefined {
    this.#plain ??= plainBase(this.base())
    return joinPlain(href, this.#plain) ?? absoluteUrl(href, this.base())
  }
}
