import { normalizeUrl } from '../scope/page-url.ts'
import type { ScopeReason, ScopeSettings } from '../scope/scope.ts'
import type { FoundUrl, Frontier, FrontierOptions, FrontierPage } from './frontier.ts'
import { MOST_LINKS_TO_ONE, MOST_URLS, TRAIL_EVENTS } from './trail.ts'
import type { Trail, TrailFailure, TrailVisit } from './trail.ts'

type MutableVisit = { -readonly [Key in keyof TrailVisit]: TrailVisit[Key] } & { hops: [string, string][] }

/** Records the calls of a frontier and its answers. */
export class TrailRecorder {
  readonly #ids = new Map<string, number>()
  readonly #urls: string[] = []
  readonly #sitemap: number[] = []
  readonly #visits: MutableVisit[] = []
  readonly #visitOf = new Map<number, number>()
  readonly #events: number[] = []
  readonly #links = new Map<number, Set<number>>()
  readonly #linksTo: number[] = []
  readonly #manyLinks = new Set<number>()
  readonly #forbidden = new Set<number>()
  #isCut = false
  #bounds = { spareUrls: 0, maxUrls: 0 }
  #settings: ScopeSettings | undefined

  /** Returns a frontier that answers as `frontier` does and is recorded. */
  watch(frontier: Frontier, options: FrontierOptions): Frontier {
    const { spareUrls, maxUrls, allowed, scope } = options
    this.#settings = scope.settings
    this.#bounds = { spareUrls, maxUrls }
    return {
      admit: (found) => {
        const answer = frontier.admit(found)
        this.#met(found, answer, allowed)
        return answer
      },
      peek: () => frontier.peek(),
      take: () => {
        const page = frontier.take()
        if (page !== undefined) this.#taken(page)
        return page
      },
      settle: (page, end) => {
        frontier.settle(page, end)
        this.#note(page, 'ended')
      },
      move: (page, redirect) => {
        const reason = frontier.move(page, redirect)
        const visit = this.#visit(page)
        visit?.hops.push([redirect.from, redirect.to])
        this.#note(page, 'redirected')
        if (visit !== undefined && reason !== undefined) visit.isRefused = true
        return reason
      },
      claim: (page, finalUrl) => {
        const visit = this.#visit(page)
        if (visit !== undefined) visit.finalUrl = finalUrl
        return frontier.claim(page, finalUrl)
      },
      isCounted: (page, finalUrl) => frontier.isCounted(page, finalUrl),
      rescope: (scope) => frontier.rescope(scope),
      get counts() {
        return frontier.counts
      },
      get isFull() {
        return frontier.isFull
      },
    }
  }

  /** Records that robots.txt excludes `url`, if this became known after its admission. */
  forbid(url: string): void {
    const id = this.#idOf(url)
    if (id !== undefined) this.#forbidden.add(id)
  }

  /** Returns the trail of the recorded frontier, with the failed pages by URL. */
  trail(failures: ReadonlyMap<string, TrailFailure>): Trail | undefined {
    if (this.#settings === undefined) return undefined
    return {
      settings: this.#settings,
      urls: this.#urls,
      sitemap: this.#sitemap,
      visits: this.#visits.map(({ url, finalUrl, hops, isRefused }) => {
        const failure = failures.get(this.#urls[url] ?? '')
        return { url, finalUrl, hops: hops.length === 0 ? undefined : hops, isRefused, failure }
      }),
      events: this.#events,
      links: [...this.#links].map(([page, links]) => [page, [...links]] as const),
      forbidden: [...this.#forbidden],
      manyLinks: [...this.#manyLinks],
      isCut: this.#isCut,
      bounds: this.#bounds,
    }
  }

  #met(
    { url, via, holder }: FoundUrl,
    answer: FrontierPage | ScopeReason,
    allowed: FrontierOptions['allowed'],
  ): void {
    // A link to a section of its own page is a link to that page.
    if (answer === 'fragment') return
    const known = this.#urls.length
    const id = this.#idOf(normalizeUrl(url) ?? url)
    if (id === undefined) return
    const isNew = id === known
    if (isNew && (answer === 'robots' || (answer !== 'protocol' && allowed(this.#urls[id] ?? '') === false)))
      this.#forbidden.add(id)
    if (via === 'sitemap') this.#sitemap.push(id)
    if (via === 'link' && holder !== undefined) this.#linked(holder, id)
  }

  #linked(holder: string, id: number): void {
    const page = this.#idOf(holder)
    if (page === undefined || page === id) return
    let links = this.#links.get(page)
    if (links === undefined) this.#links.set(page, (links = new Set()))
    if (links.has(id)) return
    const before = this.#linksTo[id] ?? 0
    if (before >= MOST_LINKS_TO_ONE) {
      this.#manyLinks.add(id)
      return
    }
    this.#linksTo[id] = before + 1
    links.add(id)
  }

  #taken(page: FrontierPage): void {
    const url = this.#idOf(page.url)
    if (url === undefined) return
    this.#visitOf.set(page.seq, this.#visits.length)
    this.#visits.push({ url, hops: [] })
    this.#note(page, 'began')
  }

  #note(page: FrontierPage, event: (typeof TRAIL_EVENTS)[number]): void {
    const visit = this.#visitOf.get(page.seq)
    if (visit !== undefined) this.#events.push(visit * TRAIL_EVENTS.length + TRAIL_EVENTS.indexOf(event))
  }

  #visit(page: FrontierPage): MutableVisit | undefined {
    return this.#visits[this.#visitOf.get(page.seq) ?? -1]
  }

  /** Returns the number of a URL; undefined for a new one when there are too many. */
  #idOf(url: string): number | undefined {
    const before = this.#ids.get(url)
    if (before !== undefined) return before
    if (this.#urls.length >= MOST_URLS) {
      this.#isCut = true
      return undefined
    }
    this.#ids.set(url, this.#urls.length)
    this.#linksTo.push(0)
    return this.#urls.push(url) - 1
  }
}
