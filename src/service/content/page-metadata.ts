import { isJsonList, type Json } from '../../util/json.ts'

/** What a page's head says about it, under the names of the API's `metadata`. */
export type HeadMetadata = Record<string, Json>

/** API names of well-known meta tags; every tag is listed under its own name too. */
const KNOWN_NAMES: Readonly<Record<string, string>> = {
  'og:title': 'ogTitle',
  'og:description': 'ogDescription',
  'og:url': 'ogUrl',
  'og:image': 'ogImage',
  'og:audio': 'ogAudio',
  'og:determiner': 'ogDeterminer',
  'og:locale': 'ogLocale',
  'og:locale:alternate': 'ogLocaleAlternate',
  'og:site_name': 'ogSiteName',
  'og:video': 'ogVideo',
  'article:section': 'articleSection',
  'article:tag': 'articleTag',
  'article:published_time': 'publishedTime',
  'article:modified_time': 'modifiedTime',
  'dcterms.keywords': 'dcTermsKeywords',
  'dc.description': 'dcDescription',
  'dc.subject': 'dcSubject',
  'dcterms.subject': 'dcTermsSubject',
  'dcterms.audience': 'dcTermsAudience',
  'dc.type': 'dcType',
  'dcterms.type': 'dcTermsType',
  'dc.date': 'dcDate',
  'dc.date.created': 'dcDateCreated',
  'dcterms.created': 'dcTermsCreated',
}

const MAX_TAGS = 300
const MAX_NAME = 200
const MAX_VALUE = 20_000

/** Names that the service sets itself, so that a page cannot set them. */
const RESERVED = new Set([
  'url',
  'sourceURL',
  'statusCode',
  'error',
  'scrapeId',
  'title',
  'language',
  'favicon',
  '__proto__',
])

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
    const known = Object.hasOwn(KNOWN_NAMES, folded) ? KNOWN_NAMES[folded] : undefined
    if (known !== undefined) this.#addKnown(known, value)
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

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return []
  return isJsonList(value) ? value : [value]
}
