import type { Scope, ScopeReason } from '../scope/scope.ts'
import { PageFrontier, type Frontier, type FrontierPage, movesCrawl } from './frontier.ts'
import { TRAIL_EVENTS, type Trail, type TrailVisit } from './trail.ts'

/** The outcome of a URL: in the result, failed, fetched only for its links, not linked from a fetched page, or excluded. */
export type Verdict = 'in' | 'failed' | 'links-only' | 'not-found' | ScopeReason

/** The outcome of a crawl under some settings, by the numbers of URLs in the trail. */
export interface Replay {
  readonly verdicts: readonly Verdict[]
  /** How each URL was found when its verdict was given; undefined if nothing links to it. */
  readonly found: readonly (FoundBy | undefined)[]
  /** Pages whose links are unknown, because the recorded crawl did not fetch them. */
  readonly unread: ReadonlySet<number>
  /** The final rules, measured from the target of the start URL. */
  readonly scope: Scope
}

export interface FoundBy {
  readonly via: 'start' | 'sitemap' | 'link'
  readonly depth: number
  /** The page with the link. */
  readonly holder?: string
}

/**
 * Decides a crawl again from its trail, by the rules of the frontier. `scopeFor` returns the scope measured from a URL.
 * With the settings of the recorded crawl, every URL gets its recorded verdict.
 */
export function replayTrail(trail: Trail, scopeFor: (url: string) => Scope): Replay {
  return new TrailReplay(trail, scopeFor).run()
}

class TrailReplay {
  readonly #trail: Trail
  readonly #scopeFor: (url: string) => Scope
  readonly #facts: ReturnType<typeof factsOf>
  readonly #frontier: Frontier
  readonly #verdicts: (Verdict | 'waiting')[]
  readonly #found: (FoundBy | undefined)[]
  /** The last refused question about each URL; the same question has the same answer. */
  readonly #lastQuestion: (number | undefined)[] = []
  readonly #admitted = new Set<number>()
  readonly #inFlight = new Map<number, InFlight>()
  /** Pages that have already ended in the trail. */
  readonly #ended = new Set<number>()
  readonly #unread = new Set<number>()
  #scope: Scope

  constructor(trail: Trail, scopeFor: (url: string) => Scope) {
    this.#trail = trail
    this.#scopeFor = scopeFor
    this.#facts = factsOf(trail)
    this.#scope = scopeFor(trail.urls[0] ?? '')
    const { forbidden, ids } = this.#facts
    this.#frontier = new PageFrontier({
      scope: this.#scope,
      allowed: (url) => !forbidden.has(ids.get(url) ?? -1),
      ...trail.bounds,
    })
    this.#verdicts = trail.urls.map(() => 'not-found')
    this.#found = trail.urls.map(() => undefined)
  }

  run(): Replay {
    const { events, visits, sitemap, urls } = this.#trail
    if (urls.length > 0) this.#admit([0], { via: 'start', depth: 0 }, 0)
    this.#admit(sitemap, { via: 'sitemap', depth: 0 }, 1)
    for (const event of events) {
      const visit = visits[Math.floor(event / TRAIL_EVENTS.length)]
      if (visit === undefined) continue
      const kind = TRAIL_EVENTS[event % TRAIL_EVENTS.length]
      if (kind === 'ended') this.#end(visit.url)
      else if (kind === 'redirected') this.#redirect(this.#inFlight.get(visit.url), visit)
      // Excluded pages began nothing.
      else if (this.#verdicts[visit.url] === 'waiting') this.#take()
    }
    while (this.#take());
    return {
      verdicts: this.#verdicts.map((verdict) => (verdict === 'waiting' ? 'limit' : verdict)),
      found: this.#found,
      unread: this.#unread,
      scope: this.#scope,
    }
  }

  #admit(ids: readonly number[], found: FoundBy, question: number): void {
    // Sites link to most of their pages from everywhere, so this runs for hundreds of thousands of links.
    for (const id of ids) {
      if (this.#admitted.has(id)) continue
      const mayFindPlace = this.#verdicts[id] === 'limit' && !this.#frontier.isFull
      if (this.#lastQuestion[id] === question && !mayFindPlace) continue
      this.#lastQuestion[id] = question
      this.#ask(id, found)
    }
  }

  #ask(id: number, found: FoundBy): void {
    const answer = this.#frontier.admit({ url: this.#trail.urls[id] ?? '', ...found })
    const verdict = this.#verdicts[id]
    if (typeof answer !== 'string') this.#admitted.add(id)
    // The first reason counts, except for another address of a page.
    else if (verdict !== 'not-found' && verdict !== 'duplicate') return
    this.#verdicts[id] = typeof answer === 'string' ? answer : 'waiting'
    this.#found[id] = found
  }

  /**
   * Returns a number for the way a link is found, as far as scope distinguishes it: scope uses only the host of the linking page.
   */
  #question(depth: number, holder: number | undefined): number {
    const { origins, originCount } = this.#facts
    return 2 + depth * originCount + (holder === undefined ? 0 : (origins[holder] ?? 0))
  }

  #take(): boolean {
    const page = this.#frontier.take()
    if (page === undefined) return false
    const id = this.#facts.ids.get(page.url) ?? 0
    this.#inFlight.set(id, { page, hops: 0, refusal: undefined })
    this.#verdicts[id] = 'in'
    if (this.#ended.has(id) || !this.#facts.visitOf.has(id)) this.#end(id)
    return true
  }

  #end(id: number): void {
    this.#ended.add(id)
    const under = this.#inFlight.get(id)
    if (under === undefined) return
    this.#inFlight.delete(id)
    const { page } = under
    const visit = this.#facts.visitOf.get(id)
    const verdict = this.#arrive(under, visit)
    const counts = verdict === undefined && this.#frontier.isCounted(page, placeOf(page, visit))
    this.#frontier.settle(page, counts ? 'counted' : 'uncounted')
    this.#verdicts[id] = verdict ?? verdictOf(visit, counts)
    if (verdict !== undefined) return
    const holder = placeOf(page, visit)
    const holderId = this.#facts.ids.get(holder)
    const links = this.#facts.linksOf.get(holderId ?? -1)
    if (links === undefined && (visit === undefined || visit.isRefused === true)) this.#unread.add(id)
    const depth = page.depth + 1
    if (links !== undefined)
      this.#admit(links, { via: 'link', depth, holder }, this.#question(depth, holderId))
  }

  /** Follows the next redirect of a page if it is allowed. */
  #redirect(under: InFlight | undefined, { hops = [] }: TrailVisit): void {
    if (under === undefined || under.refusal !== undefined) return
    const hop = hops[under.hops++]
    if (hop === undefined) return
    const [from, to] = hop
    const reason = this.#frontier.move(under.page, { from, to })
    if (reason !== undefined) under.refusal = reason === 'duplicate' ? 'duplicate' : 'failed'
  }

  /** Moves a page to its final URL; returns why it is not in the result. */
  #arrive(under: InFlight, visit: TrailVisit | undefined): Verdict | undefined {
    if (visit === undefined) return undefined
    for (const _ of visit.hops ?? []) this.#redirect(under, visit)
    if (under.refusal !== undefined) return under.refusal
    const { page } = under
    if (visit.isRefused === true) return undefined
    if (visit.failure !== undefined && visit.failure.status === undefined) return 'failed'
    const finalUrl = placeOf(page, visit)
    const target = this.#facts.ids.get(finalUrl)
    const isForbidden = target !== undefined && this.#facts.forbidden.has(target)
    // A page that robots.txt forbids was not fetched, so it moved nothing.
    if (!isForbidden && page.via === 'start' && movesCrawl(this.#trail.urls[0] ?? '', finalUrl)) {
      this.#scope = this.#scopeFor(finalUrl)
      this.#frontier.rescope(this.#scope)
    }
    if (finalUrl === page.url) return undefined
    if (!this.#frontier.claim(page, finalUrl)) return 'duplicate'
    if (target !== undefined && this.#verdicts[target] === 'not-found')
      this.#verdicts[target] = isForbidden ? 'robots' : 'duplicate'
    return isForbidden ? 'robots' : undefined
  }
}

/** Returns the verdict of a page that the site answered. */
function verdictOf(visit: TrailVisit | undefined, counts: boolean): Verdict {
  if (!counts) return 'links-only'
  return visit?.failure?.status === undefined ? 'in' : 'failed'
}

/** Returns the final URL of a page, as far as the trail records it. */
function placeOf({ url }: FrontierPage, visit: TrailVisit | undefined): string {
  return visit?.finalUrl ?? visit?.hops?.at(-1)?.[1] ?? url
}

interface InFlight {
  readonly page: FrontierPage
  hops: number
  /** Why the last redirect was not followed. */
  refusal: Verdict | undefined
}

function factsOf(trail: Trail) {
  const numbers = new Map<string, number>()
  const originOf = (url: string): number => {
    const origin = url.slice(0, url.indexOf('/', url.indexOf('//') + 2))
    const number = numbers.get(origin) ?? numbers.size
    numbers.set(origin, number)
    return number
  }
  // Numbers of the URLs' origins.
  const origins = trail.urls.map(originOf)
  return {
    ids: new Map(trail.urls.map((url, id) => [url, id])),
    visitOf: new Map(trail.visits.map((visit) => [visit.url, visit])),
    linksOf: new Map(trail.links),
    origins,
    originCount: numbers.size,
    forbidden: new Set(trail.forbidden),
  }
}
