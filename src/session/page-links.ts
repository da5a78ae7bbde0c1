import type { LinkedPage, PageLinks } from '../board/board-model.ts'
import { ClientError } from '../client/crawl-client.ts'
import { failedIn, type Manifest, manifestKey, pageId } from '../manifest/manifest.ts'
import type { PageDocument } from '../protocol/crawl-status.ts'
import { relinkMarkdown } from '../render/relink-markdown.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import type { KeptJobs } from './kept-jobs.ts'

/** Links that are named of each kind. */
const MOST_NAMED = 200

/**
 * Returns the links of a page and those to it, as the pages of its job have them that the service still keeps, or why they are
 * not known. All pages of the job are read.
 */
export async function pageLinks(
  kept: KeptJobs,
  manifest: Manifest,
  page: string,
): Promise<PageLinks | string> {
  const { crawl } = manifest
  const key = manifestKey(manifest, page)
  const [out, into] = [new Map<string, string>(), new Map<string, string>()]
  let [isFound, isWhole] = [false, true]
  try {
    for await (const document of await kept.pages({ crawl, job: manifest })) {
      const { url } = document.metadata
      const links = linksOf(document)
      if (links === undefined) continue
      if (document.links === undefined) isWhole = false
      const targets = new Map(links.map((to) => [manifestKey(manifest, to), to]))
      const own = manifestKey(manifest, url)
      if (own === key) {
        isFound = true
        for (const [target, to] of targets) if (target !== key) out.set(target, to)
      } else if (targets.has(key)) into.set(own, url)
    }
  } catch (error) {
    if (error instanceof ClientError) return `${error.message}.`
    throw error
  }
  if (!isFound && into.size === 0)
    return 'The service has neither Markdown nor links of this page any more, or the crawl does not ask for them.'
  const linked = linkedPages(manifest)
  return { out: linked(out), in: linked(into), isWhole }
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

/** Returns a function that says of links, by the keys of their pages, which are pages of the crawl, and which of these failed. */
function linkedPages(manifest: Manifest) {
  const failed = new Set(Array.from(failedIn(manifest), (url) => manifestKey(manifest, url)))
  const pages = new Map(Array.from(manifest.pages, (page) => [manifestKey(manifest, page.url), page]))
  return (links: ReadonlyMap<string, string>): PageLinks['out'] => {
    const all = Array.from(links, ([key, url]): LinkedPage => {
      const page = pages.get(key)
      return {
        url,
        ...(page === undefined ? {} : { id: pageId(manifest, page), status: page.status }),
        isFailed: failed.has(key),
      }
    })
    const rank = ({ isFailed, id }: LinkedPage): number => (isFailed ? 0 : id === undefined ? 2 : 1)
    return { count: all.length, first: all.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_NAMED) }
  }
}
