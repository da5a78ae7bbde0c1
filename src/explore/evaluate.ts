import { replayTrail, type FoundBy, type Replay, type Verdict } from '../frontier/replay-trail.ts'
import { compileScope } from '../scope/compile-scope.ts'
import type { ScopeSettings } from '../scope/scope.ts'
import type { ExploredCrawl } from './explored-crawl.ts'

/**
 * Returns the verdict of every URL of a crawl under `settings`.
 * @throws {ScopeError} for a pattern that services refuse
 */
export function evaluate({ trail }: Pick<ExploredCrawl, 'trail'>, settings: ScopeSettings): Replay {
  return replayTrail(trail, (url) => compileScope({ ...settings, url }))
}

/** Returns why URL number `id` has its verdict: sentences, the one that decides first. */
export function reasonsFor({ trail }: Pick<ExploredCrawl, 'trail'>, replay: Replay, id: number) {
  const verdict = replay.verdicts[id] ?? 'not-found'
  const found = replay.found[id]
  const url = trail.urls[id] ?? ''
  const discovery = found && { via: found.via, depth: found.depth, from: found.holder }
  const { trace, flip } = replay.scope.explain(url, discovery)
  const steps = trace.map(({ rule, passed, detail }) => ({ rule, passed, detail }))
  const decided = steps.find(({ rule, passed }) => rule === verdict && !passed)
  const isRules = decided !== undefined || verdict === 'in'
  return {
    because: decided?.detail ?? becauseOf(trail, replay, id),
    /** The change that would reverse it. */
    flip: isRules ? flip : undefined,
    found: found === undefined ? '' : howFound(found),
    /** The answer of every rule. */
    steps: verdict === 'not-found' ? [] : steps,
  }
}

function becauseOf(trail: ExploredCrawl['trail'], replay: Replay, id: number): string {
  const verdict = replay.verdicts[id] ?? 'not-found'
  if (verdict === 'in') {
    return replay.unread.has(id)
      ? 'Every rule admits it. It has not been fetched yet, so its links are not known.'
      : 'Every rule admits it.'
  }
  const usual = USUAL[verdict]
  if (verdict === 'not-found' && trail.manyLinks.includes(id))
    return `${usual} (Only the first links to it are stored.)`
  if (verdict === 'duplicate') return `${usual}${sameAs(trail, replay, id)}`
  if (verdict !== 'failed') return usual
  const visit = trail.visits.find(({ url }) => url === id)
  const [, target] = visit?.hops?.at(-1) ?? []
  if (visit?.failure?.status !== undefined) return `The site answered with ${visit.failure.error}.`
  if (visit?.failure !== undefined) return visit.failure.error
  return target === undefined ? usual : `It redirects to ${target}, which is out of scope.`
}

/** Names the page that a URL is another address of. */
function sameAs(trail: ExploredCrawl['trail'], { scope, verdicts }: Replay, id: number): string {
  const url = trail.urls[id] ?? ''
  const key = scope.dedupeKey(url)
  const other = trail.urls.find(
    (text, at) => at !== id && verdicts[at] !== 'duplicate' && scope.dedupeKey(text) === key,
  )
  if (other !== undefined) return ` The page is ${other}.`
  const visit = trail.visits.find(({ url: from, finalUrl, hops }) =>
    from === id ? hops !== undefined : finalUrl === url,
  )
  if (visit === undefined) return ''
  const page = visit.url === id ? visit.hops?.at(-1)?.[1] : trail.urls[visit.url]
  return page === undefined ? '' : ` The page is ${page}.`
}

function howFound({ via, depth, holder }: FoundBy): string {
  if (via === 'start') return 'The crawl starts here.'
  if (via === 'sitemap') return 'A sitemap lists it.'
  return `${holder ?? 'A page'} links to it, ${depth === 1 ? '1 link' : `${depth} links`} from the start.`
}

/** A sentence about each verdict for which the scope rules have none, in the order of the page. */
const USUAL: Readonly<Record<Verdict, string>> = {
  in: '',
  'links-only':
    'The crawl starts here, so it is fetched for its links. The patterns keep it out of the results.',
  failed: 'It is in scope, but could not be fetched.',
  'not-found': 'No fetched page links to it.',
  protocol: '',
  depth: '',
  'file-type': '',
  fragment: '',
  'child-path': '',
  excluded: '',
  'not-included': '',
  host: '',
  robots: 'The robots.txt of its host forbids it.',
  duplicate: 'It is another URL of a page that was already found.',
  limit: 'It is in scope, but beyond the limit.',
}

export const VERDICTS = Object.keys(USUAL) as readonly Verdict[]

const SIGNS = { in: '✓', failed: '!', out: '✗' } as const

/** Returns how a verdict is shown. The sign carries the meaning without colours; the style sheet has the class. */
export function verdictWords(verdict: Verdict) {
  const kind = verdict === 'in' || verdict === 'failed' ? verdict : 'out'
  return { kind, sign: SIGNS[kind], word: verdict.replaceAll('-', ' ') }
}
