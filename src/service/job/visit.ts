import type { FrontierPage } from '../../frontier/frontier.ts'

/** One request for a page: for its own URL, or for the target of a redirect, perhaps repeated. */
export interface Visit {
  readonly page: FrontierPage
  /** The URL of this request. */
  readonly url: string
  /** The URLs that redirected so far, in order. */
  readonly hops: readonly string[]
  /** Counts the attempts at `url`, from 1. */
  readonly attempt: number
}

/** Returns the first visit of a page. */
export function firstVisit(page: FrontierPage): Visit {
  return { page, url: page.url, hops: [], attempt: 1 }
}

/** Returns the visit that follows when one redirects to `target`. */
export function nextVisit({ page, url, hops }: Visit, target: string): Visit {
  return { page, url: target, hops: [...hops, url], attempt: 1 }
}
