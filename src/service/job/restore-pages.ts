import type { FrontierState } from '../../frontier/frontier.ts'
import type { PageStore } from '../store/page-store.ts'

/** Returns the pages of a stopped job as its frontier takes them back: what was in flight waits again. */
export function* restorePages(store: PageStore, job: number): Generator<FoundState> {
  for (const { seq, url, depth, via, holder, state, finalUrl } of store.pages(job)) {
    yield { page: { seq, url, depth, via, holder }, state: state === 0 ? 'waiting' : 'settled', finalUrl }
  }
}

type FoundState = FrontierState['pages'] extends Iterable<infer Item> ? Item : never
