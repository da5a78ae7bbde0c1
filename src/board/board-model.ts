/** The data of the board, as plain values. Must not know where they come from or how they are shown. */
import type { ChangeCounts } from '../state/state.ts'

/** The states of a crawl, worst first. Sign and word carry the meaning; the tone of a colour only repeats it. */
export const STATES = {
  failed: { sign: '✗', tone: 'bad' },
  'held back': { sign: '‖', tone: 'bad' },
  'in doubt': { sign: '?', tone: 'bad' },
  unknown: { sign: '?', tone: 'change' },
  paused: { sign: '■', tone: 'change' },
  due: { sign: '◷', tone: 'change' },
  never: { sign: '○', tone: 'calm' },
  running: { sign: '▸', tone: 'calm' },
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
  /** What keeps the board from being whole, such as mistakes in files. */
  readonly problem?: string
  /** In no order. */
  readonly crawls: readonly BoardCrawl[]
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
