import type { LinkedPage, PageLinks } from '../board/board-model.ts'
import { ClientError } from '../client/crawl-client.ts'
import { failedIn, type Manifest, manifestKey, pageId } from '../manifest/manifest.ts'
import type { PageDocument } from '../protocol/crawl-status.ts'
import { relinkMarkdown } from '../render/relink-markdown.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { findRow, JsonRows } from '../util/json-rows.ts'
import { KeyTable } from '../util/key-table.ts'
import type { KeptJobs } from './kept-jobs.ts'

/** Links that are named of each kind. */
const MOST_NAMED = 200

/** The links of the job that was read last, by its id: to read all its pages takes a while. */
export type KnownLinks = Map<string, JobLinks>

/**
 * Returns the links of a page and those to it, as the pages of its job have them that the service still keeps, or why they are
 * not known.
 */
export async function pageLinks(
  kept: KeptJobs,
  manifest: Manifest,
  page: string,
  known: KnownLinks,
): Promise<PageLinks | string> {
  let links = known.get(manifest.job)
  try {
    links ??= await readLinks(kept, manifest)
  } catch (error) {
    if (error instanceof ClientError) return `${error.message}.`
    throw error
  }
  known.clear()
  known.set(manifest.job, links)
  return (
    links.of(page) ??
    'The service has neither Markdown nor links of this page any more, or the crawl does not ask for them.'
  )
}

async function readLinks(kept: KeptJobs, manifest: Manifest): Promise<JobLinks> {
  const links = new JobLinks(manifest)
  for await (const document of await kept.pages({ crawl: manifest.crawl, job: manifest })) links.add(document)
  return links
}

/** The links of a job's pages. */
class JobLinks {
  readonly #manifest: Manifest
  /** The places of URLs, by the keys of their pages. */
  readonly #places = new KeyTable()
  readonly #urls = new JsonRows<string>()
  /** The places of the pages that each page links to, by its own. */
  readonly #targets = new Map<number, ReadonlySet<number>>()
  #isWhole = true

  constructor(manifest: Manifest) {
    this.#manifest = manifest
  }

  add(document: PageDocument): void {
    const links = linksOf(document)
    if (links === undefined) return
    if (document.links === undefined) this.#isWhole = false
    const own = this.#placeOf(document.metadata.url)
    this.#targets.set(own, new Set(links.map((to) => this.#placeOf(to)).filter((to) => to !== own)))
  }

  #placeOf(url: string): number {
    const place = this.#places.put(manifestKey(this.#manifest, url), this.#urls.length)
    if (place === this.#urls.length) this.#urls.push(url)
    return place
  }

  /** Returns the links of a page and those to it; undefined if none are known. */
  of(url: string): PageLinks | undefined {
    const own = this.#places.get(manifestKey(this.#manifest, url)) ?? -1
    const out = this.#targets.get(own)
    const into = [...this.#targets].flatMap(([place, targets]) => (targets.has(own) ? [place] : []))
    if (out === undefined && into.length === 0) return undefined
    const urlsAt = (places: Iterable<number>) => Array.from(places, (place) => this.#urls.at(place) ?? '')
    const linked = linkedPages(this.#manifest)
    return { out: linked(urlsAt(out ?? [])), in: linked(urlsAt(into)), isWhole: this.#isWhole }
  }
}

/** Returns the links of a page: all that the format `links` has, or else those of its Markdown. */
function linksOf({ links, markdown, metadata: { url } }: PageDocument): readonly string[] | undefined {
  if (links !== undefined) return links
  if (markdown === undefined) return undefined
  const found: string[] = []
  relinkMarkdown(markdown, (to) => {
    const link = parseUrl(to, url)
    if (link !== undefined && /^https?:$/.test(link.protocol)) found.push(link.href)
    return undefined
  })
  return found
}

/** Returns a function that says of URLs which are pages of the crawl, and which of these failed. */
function linkedPages(manifest: Manifest) {
  const keyOf = (url: string): string => manifestKey(manifest, url)
  const failed = new Set(Array.from(failedIn(manifest), keyOf))
  const find = findRow(manifest.pages, ({ url }) => keyOf(url))
  return (urls: readonly string[]): PageLinks['out'] => {
    const all = urls.map((url): LinkedPage => {
      const page = find(keyOf(url))
      const isFailed = failed.has(keyOf(url))
      if (page === undefined) return { url, isFailed }
      return { url: page.url, id: pageId(manifest, page), status: page.status, isFailed }
    })
    const rank = ({ isFailed, id }: LinkedPage): number => (isFailed ? 0 : id === undefined ? 2 : 1)
    return { count: all.length, first: all.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_NAMED) }
  }
}
