import { wordSet } from '../../util/word-set.ts'
import { type Json, listOf } from '../../util/json.ts'

/** What a page's head says about it, under the names of the API's `metadata`. */
export type HeadMetadata = Record<string, Json>

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

/** Collects metadata while a page is read; bounded, whatever the page holds. */
export class MetadataCollector {
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

  collected(): HeadMetadata {
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
