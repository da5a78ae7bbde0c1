import type { Options } from '../arguments/options.ts'

/** With more crawls than this, each gets one line. */
const MOST_STEPS = 50
/** With more crawls than this, only what went wrong gets a line, and the rest is counted. */
const MOST_LINES = 1000

/** How much is said of each crawl while a command goes through many. */
export type Telling = 'steps' | 'lines' | 'troubles'

/** Returns how much to say of each of `count` crawls; `--full` says everything. */
export function tellingOf(count: number, options: Options): Telling {
  if (count <= MOST_STEPS || options.flag('full') === true) return 'steps'
  return count <= MOST_LINES ? 'lines' : 'troubles'
}

/** Returns true for each thousandth of a count, and for the last one: then a long run says how far it is. */
export function isTimeToCount(done: number, all: number): boolean {
  return done % MOST_LINES === 0 || done === all
}
