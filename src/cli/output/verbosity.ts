import type { Options } from '../arguments/options.ts'

/** With more crawls than this, each gets one line. */
const MOST_STEPS = 50
/** With more crawls than this, only problems get a line, and the rest is counted. */
const MOST_LINES = 1000

/** How much a command prints about each crawl: every step, one line, or only problems. */
export type Verbosity = 'steps' | 'lines' | 'troubles'

/** Returns how much to print about each of `count` crawls; `--full` prints everything. */
export function verbosityOf(count: number, options: Options): Verbosity {
  if (count <= MOST_STEPS || options.flag('full') === true) return 'steps'
  return count <= MOST_LINES ? 'lines' : 'troubles'
}

/** Returns true for each thousandth of a count and for the last one, so that a long run shows its progress. */
export function isTimeToCount(done: number, all: number): boolean {
  return done % MOST_LINES === 0 || done === all
}
