import type { PageDocument } from '../protocol/crawl-status.ts'
import { dedupeKey, parsePageUrl } from '../scope/page-url.ts'
import { quotePattern } from '../scope/pattern/pattern-texts.ts'
import { sha256 } from '../util/sha256.ts'

/** A page whose `rel=canonical` may name another page. */
interface Naming {
  readonly url: string
  /** Key of the named page. */
  readonly names: string
}

/** Finds pages of one job that repeat other pages of the same job. */
export class DuplicateFinder {
  /** The first URL of each page, by its key. */
  readonly #urls = new Map<string, string>()
  readonly #naming = new Map<string, Naming>()
  /** Hashes of a page's URL without query and of its text. */
  readonly #texts = new Set<string>()
  #queryCopies = 0

  add(page: PageDocument): void {
    const { url } = page.metadata
    const key = pageKey(url)
    if (!this.#urls.has(key)) this.#urls.set(key, url)
    const canonical = canonicalOf(page)
    const names = canonical === undefined ? key : pageKey(canonical)
    if (names !== key) this.#naming.set(key, { url, names })
    const text = textKey(page)
    if (text === undefined) return
    if (this.#texts.has(text)) this.#queryCopies++
    else this.#texts.add(text)
  }

  /** Returns how many pages differ from another page only in the query of their URL. Pages without text do not count. */
  get queryCopies(): number {
    return this.#queryCopies
  }

  /**
   * Returns the URLs of pages whose `rel=canonical` names another page of the job, each with the URL of that page. A page that
   * others name is in the result itself, so of two pages that name each other neither is a copy.
   */
  canonicals(): ReadonlyMap<string, string> {
    const found = new Map<string, string>()
    for (const { url, names } of this.#naming.values()) {
      const named = this.#urls.get(names)
      const next = this.#naming.get(names)
      const isCopyItself = next !== undefined && this.#urls.has(next.names)
      if (named !== undefined && !isCopyItself) found.set(url, named)
    }
    return found
  }
}

/** Returns a text that is the same for URLs of one page: `http` or `https`, `www.` and a final slash make no difference. */
export function pageKey(url: string): string {
  const page = parsePageUrl(url)
  if (page === undefined) return url
  return dedupeKey(page, { deduplicateSimilarURLs: true, ignoreQueryParameters: false })
}

/** Returns the address that a page's `rel=canonical` names, if the service reports it. */
function canonicalOf({ metadata }: PageDocument): string | undefined {
  const { canonical } = metadata
  return typeof canonical === 'string' && canonical !== '' ? canonical : undefined
}

/** Returns a hash of a page's URL without query and of its text, in which links to itself have no query either. */
function textKey({ markdown, html, rawHtml, metadata }: PageDocument): string | undefined {
  const text = markdown ?? html ?? rawHtml ?? ''
  const page = parsePageUrl(metadata.url)
  if (page === undefined || text.trim() === '') return undefined
  const plain = page.query === '' ? page.href : page.href.replace(page.query, '')
  const own = text.includes(`${plain}?`)
    ? text.replaceAll(new RegExp(String.raw`${quotePattern(plain)}\?[^\s#)"'<>]*`, 'g'), plain)
    : text
  return sha256(`${plain}\n${own}`)
}
