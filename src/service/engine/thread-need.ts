import type { ThreadTime } from './engine.ts'

interface Cost {
  /** What a further thread takes before it is worth having: it loads, and learns from its pages what the others know. */
  readonly worthMs: number
  /**
   * The first pages of a thread take several times as long as later ones, and those of its first two seconds twice as long: the
   * less there is to win, the less may they say of what is to come.
   */
  readonly warmUpMs: number
}

/** Where a core is idle. */
const SPARE_CORE: Cost = { worthMs: 3000, warmUpMs: 300 }
/**
 * Where the threads that are there have all cores, and what it takes is taken from them: it has to learn what they know
 * while it reads little. On two cores it brought a crawl of 6 s an eighth of its time for a seventh of its CPU, and nothing to
 * shorter ones.
 */
const BUSY_CORES: Cost = { worthMs: 8000, warmUpMs: 2000 }
/** A thread takes some dozens of MB, a hundred with large pages: fewer pages than this for each are not worth them. */
const LEAST_PAGES = 100
/** Threads with a larger share of their time to spare can do more themselves. */
const SPARE = 0.3
/** So much work of each thread says how busy it is. */
const WINDOW_MS = 300
/** How long pages take is told by the last second or two of each thread as well. */
const SPAN_MS = 1000

/** How far an engine has come. */
export interface Progress {
  readonly threads: number
  /** Of all threads together, so far. */
  readonly time: ThreadTime
  /** Pages so far. */
  readonly finished: number
  /** Known further pages. */
  readonly waiting: number
}

/** Tells whether there are as many pages as a further thread has to have. */
export function isForMany({ threads, finished, waiting }: Omit<Progress, 'time'>): boolean {
  return finished + waiting >= LEAST_PAGES * threads
}

type Mark = Pick<Progress, 'time' | 'finished'>

/** Tells when a further thread is worth its start. Knows no clock. */
export class ThreadNeed {
  readonly #cores: number
  /** When it was last told, and one span and two before. */
  #marks: Readonly<Record<'before' | 'middle' | 'start', Mark>> | undefined

  /** @param cores that this process has */
  constructor(cores: number) {
    this.#cores = cores
  }

  /**
   * Tells whether the threads have been busy since it was last told, and have done and can expect enough work for one
   * more. Asked again and again; most answers are that it is too soon to tell.
   */
  isMet(progress: Progress): boolean {
    if (!isForMany(progress)) return false
    const { threads, time, finished, waiting } = progress
    // One is that of the thread that serves and fetches.
    const { worthMs, warmUpMs } = threads + 1 < this.#cores ? SPARE_CORE : BUSY_CORES
    const now = { time, finished }
    const marks = this.#marks
    // A thread that has ended has taken its time with it.
    if (marks === undefined || time.active < marks.before.time.active) {
      if (marks !== undefined || time.active >= warmUpMs)
        this.#marks = { before: now, middle: now, start: now }
      return false
    }
    const { before, middle, start } = marks
    const active = time.active - before.time.active
    if (active < WINDOW_MS * threads) return false
    const isSpan = time.active - middle.time.active >= SPAN_MS * threads
    this.#marks = isSpan ? { before: now, middle: now, start: middle } : { before: now, middle, start }
    const idle = time.idle - before.time.idle
    // Of the last pages some may be read and not told of yet; of those before some may be of another kind.
    const pageMs = Math.min(pageMsOf(before, now), pageMsOf(start, now))
    return idle <= (idle + active) * SPARE && time.active + waiting * pageMs >= worthMs * threads
  }
}

/** Returns how long each of the pages has taken that were read between two marks. */
function pageMsOf(from: Mark, to: Mark): number {
  return (to.time.active - from.time.active) / Math.max(1, to.finished - from.finished)
}
