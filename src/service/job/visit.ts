import type { FrontierPage } from '../frontier/frontier.ts'

/** One request for a page: first for the page itself, then for where it redirects to, each perhaps several times. */
export interface Visit {
  readonly page: FrontierPage
  /** Where it is requested now. */
  readonly url: string
  /** The URLs that redirected so far, in order. */
  readonly hops: readonly string[]
  /** Counts the attempts at `url`, from 1. */
  readonly attempt: number
}

/** About as many as browsers follow. */
const MOST_HOPS = 10

/** Returns the first asking for a page. */
export function firstVisit(page: FrontierPage): Visit {
  return { page, url: page.url, hops: [], attempt: 1 }
}

/** Returns the visit that a redirect to `target` leads to, or why there is none. */
export function nextHop({ page, url, hops }: Visit, target: string): Visit | string {
  const behind = [...hops, url]
  if (behind.includes(target)) return `"${page.url}" redirects in a circle, by way of "${target}".`
  if (behind.length > MOST_HOPS) return `"${page.url}" redirects more than ${MOST_HOPS} times.`
  return { page, url: target, hops: behind, attempt: 1 }
}
