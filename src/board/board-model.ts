/** The data of the board, as plain values. Must not know where they come from or how they are shown. */
import type { ChangedPage } from '../render/render-changes.ts'
import type { ManifestPage } from '../manifest/manifest.ts'
import type { ChangeCounts } from '../state/state.ts'

/** The states of a crawl, worst first. Sign and word carry the meaning; the tone of a colour only repeats it. */
export const STATES = {
  failed: { sign: '✗', tone: 'bad' },
  'held back': { sign: '‖', tone: 'bad' },
  'in doubt': { sign: '?', tone: 'bad' },
  unknown: { sign: '?', tone: 'change' },
  paused: { sign: '■', tone: 'change' },
  running: { sign: '▸', tone: 'calm' },
  due: { sign: '◷', tone: 'change' },
  never: { sign: '○', tone: 'calm' },
  published: { sign: '✓', tone: 'good' },
} as const

export type CrawlState = keyof typeof STATES

/** Returns how bad a state is: 0 for the worst. */
export function rankOf(state: CrawlState): number {
  return Object.keys(STATES).indexOf(state)
}

/** How a run ended, as its crawl was then. */
export type RunState = 'published' | 'held back' | 'failed' | 'running'

export interface Board {
  readonly environment: string
  /** When it was read, ISO 8601. */
  readonly at: string
  /** Whether the service was asked, or only what is recorded is shown. */
  readonly isOffline: boolean
  /** Whether a server shows it, which can be asked again, and not files. */
  readonly isServed: boolean
  /** What keeps the board from being whole, such as mistakes in files. */
  readonly problem?: string
  /** In no order. */
  readonly crawls: readonly BoardCrawl[]
}

/** Files of more crawls than these have no lists of all pages, and no changes of earlier runs, or they would be hundreds of MB. */
export const MOST_FULL = 100

/** Pages of a crawl that have a page of their own in files. */
export const MOST_NOTABLE = 50

export function isBriefBoard({
  isServed,
  crawls,
}: {
  readonly isServed: boolean
  readonly crawls: readonly unknown[]
}): boolean {
  return !isServed && crawls.length > MOST_FULL
}

export interface BoardCrawl {
  readonly name: string
  /** The file whose `matrix` makes this crawl and others. */
  readonly matrix?: string
  /** Where it is declared: `crawls/docs.yaml:1`. Absent for a crawl that is only recorded. */
  readonly place?: string
  readonly startUrl?: string
  readonly state: CrawlState
  /** Why it is in this state, or what there is to know of its last job. */
  readonly why?: string
  /** How far its running job is: delivered pages, and a text. */
  readonly progress?: { readonly completed: number; readonly text: string }
  /** What `plan` would do now. */
  readonly plan?: { readonly action: string; readonly reason: string }
  /** When it is due again, ISO 8601. */
  readonly dueAt?: string
  /** Oldest first. */
  readonly runs: readonly BoardRun[]
}

export interface BoardRun {
  readonly job: string
  /** When it was submitted, ISO 8601. */
  readonly at: string
  /** When its end was seen, ISO 8601; only where the record still has the job. */
  readonly endedAt?: string
  readonly state: RunState
  readonly why?: string
  /** Delivered pages. Absent where nothing of them is known. */
  readonly pages?: number
  /** Pages that failed. Of jobs that are no longer in the record, only those that were delivered before. */
  readonly failed?: number
  /** Absent without an earlier job to compare with. */
  readonly changes?: ChangeCounts
  readonly credits?: number
}

/** All that is known of one crawl. */
export interface CrawlDetail {
  readonly crawl: BoardCrawl
  /** What changed with each run whose manifest is kept and has another to compare with, oldest first. */
  readonly changes: readonly RunChanges[]
  /** Pages that failed in the last run, in no order. */
  readonly failed: readonly KnownFailure[]
  /** Why not all failed pages are known. */
  readonly unlisted?: string
  /** Page counts of the last job, in the words of `status`; empty while it runs, or if nothing is known of it. */
  readonly account: string
  /** What else there is to know of its pages: its limit, warnings, advice. */
  readonly notes: readonly string[]
  /** Pages of the last run whose manifest is kept, those that are missing from it included. */
  readonly pages: readonly BoardPage[]
  readonly sitemaps: readonly SitemapCounts[]
  readonly guards: readonly GuardReading[]
}

export interface RunChanges {
  readonly job: string
  /** When it was submitted, ISO 8601. */
  readonly at: string
  /** The same of the job that it was compared with. */
  readonly since: string
  /** The counts in words: `3 added, 1 removed, 40 unchanged`. */
  readonly text: string
  /** The first pages that are not unchanged, by kind. */
  readonly pages: readonly ChangedPage[]
  /** How many there are in all. */
  readonly count: number
  readonly notes: readonly string[]
}

/** A page of a run. A service that does not tell a member leaves it out. */
export interface BoardPage extends Pick<
  ManifestPage,
  'url' | 'title' | 'depth' | 'type' | 'size' | 'missing' | 'error'
> {
  /** The id of its own page of the board; absent if there is none. */
  readonly id?: string
  /** HTTP status; absent for a page that was never delivered. */
  readonly status?: number
  /** The URL of the page whose link led to it first, or `sitemap`. */
  readonly from?: string
}

export interface KnownFailure extends Pick<BoardPage, 'url' | 'from' | 'depth'> {
  readonly error: string
  /** Runs in which it failed, one after the other until the last; 1 for a new failure. Absent for a page that was never delivered. */
  readonly runs?: number
  /** When the first of them was submitted, ISO 8601. */
  readonly since?: string
}

export interface SitemapCounts {
  readonly url: string
  /** As in `HTTP 200, 53 URLs`. */
  readonly text: string
  readonly isUnread: boolean
  /** URLs in the job before, where that is known. */
  readonly before?: number
}

/** All that is known of a page of a crawl. */
export interface PageDetail {
  readonly crawl: string
  readonly page: BoardPage
  /** The kept runs, oldest first. */
  readonly runs: readonly PageRun[]
  /** Pages whose first link was on it. */
  readonly leadsTo: readonly string[]
  /** Its links and those to it, or why they are not known. */
  readonly links: PageLinks | string
  /** Which rules decide that it belongs to the crawl, as text of several lines. */
  readonly scope?: string
  /** What differs between the last two runs, as text of several lines. */
  readonly difference?: string
}

/** Links of a page, those to pages that failed first, and those that lead out of the crawl last. */
export interface PageLinks {
  readonly out: { readonly count: number; readonly first: readonly LinkedPage[] }
  readonly in: PageLinks['out']
  /** Whether all links of pages are known, and not only those of the delivered texts. */
  readonly isWhole: boolean
}

/** The other end of a link. */
export interface LinkedPage extends Pick<BoardPage, 'url' | 'status' | 'id'> {
  readonly isFailed: boolean
}

export interface PageRun {
  readonly job: string
  /** When it was submitted, ISO 8601. */
  readonly at: string
  /** What the run did to the page: `changed`, `unchanged`, `failing now`. */
  readonly end: string
  readonly status?: number
  readonly size?: number
}

/** How near a crawl is to a limit of its `expect`. */
export interface GuardReading {
  /** `maxDrop 20%` */
  readonly guard: string
  /** `3%`; absent where it is not measured. */
  readonly now?: string
  /** How much of the limit is used: 1 at the limit, and more beyond it. */
  readonly share?: number
}
