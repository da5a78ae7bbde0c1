import type { Cli } from '../arguments/command.ts'
import type { Style } from '../../render/render.ts'
import type { JobResult, StateBackend } from '../../state/state.ts'
import type { Clock } from '../../util/clock.ts'
import { barText, progressLine } from '../../render/page-counts-text.ts'
import { compareText, padCells, printable, textWidth } from '../../util/text.ts'
import type { Host, ReaderStream } from '../process/host.ts'
import { chooseStyle } from './terminal.ts'

interface JobProgress extends Pick<JobResult, 'status' | 'completed' | 'total'> {
  readonly crawl: string
}

/** Shows running jobs. Other text for the same stream must go through `print` meanwhile. */
export interface ProgressDisplay {
  update(job: JobProgress): void
  remove(crawl: string): void
  print(text: string): void
  /** Removes the bars. */
  close(): void
}

/** A log gets a line when a job's status changes, else at most one in this time. */
const LINE_INTERVAL_MS = 10_000
const MOST_BARS = 12

/** Writes lines, for logs. Without `hasSteps` only those that are printed. */
export function lineDisplay(stream: ReaderStream, clock: Clock, hasSteps: boolean): ProgressDisplay {
  const last = new Map<string, { status: string; atMs: number; text: string }>()
  return {
    update(job) {
      if (!hasSteps) return
      const now = clock.now()
      const before = last.get(job.crawl)
      const isDue =
        before === undefined || before.status !== job.status || now - before.atMs >= LINE_INTERVAL_MS
      const text = `${printable(job.crawl)}: ${progressLine(job)}\n`
      if (!isDue || before?.text === text) return
      last.set(job.crawl, { status: job.status, atMs: now, text })
      stream.write(text)
    },
    remove: (crawl) => void last.delete(crawl),
    print: (text) => stream.say(text),
    close: () => undefined,
  }
}

/** Draws bars with cursor movement and erasing only (ECMA-48 CPL, ED). Lines end in line feeds, so scrollback stays readable. */
export function barDisplay(stream: ReaderStream, style: Style): ProgressDisplay {
  const jobs = new Map<string, JobProgress>()
  let drawn: readonly string[] = []
  const redraw = (above: string): void => {
    // A bar keeps its place while others come and go.
    const inOrder = [...jobs.values()].toSorted((a, b) => compareText(a.crawl, b.crawl))
    const lines = barLines(inOrder, stream.columns, style)
    if (above === '' && lines.join('\n') === drawn.join('\n')) return
    const before = drawn.length === 0 ? '' : `\u001b[${drawn.length}F\u001b[J`
    drawn = lines
    stream.write(before + above + lines.map((line) => `${line}\n`).join(''))
  }
  return {
    update(job) {
      jobs.set(job.crawl, job)
      redraw('')
    },
    remove(crawl) {
      jobs.delete(crawl)
      redraw('')
    },
    print: (text) => redraw(stream.shown(text)),
    close() {
      jobs.clear()
      redraw('')
    },
  }
}

const BAR_CELLS = 24
const NAME_CELLS = 30

/** Returns one bar a crawl that is under way, each no wider than `columns`, and a last line for those that do not fit. */
function barLines(jobs: readonly JobProgress[], columns: number, style: Style): string[] {
  const shown = jobs.slice(0, jobs.length > MOST_BARS ? MOST_BARS - 1 : MOST_BARS)
  const names = shown.map(({ crawl }) => shorten(printable(crawl), NAME_CELLS))
  const width = Math.max(0, ...names.map((name) => textWidth(name)))
  const lines = shown.map((job, index) => {
    const name = padCells(names[index] ?? '', width)
    const counts = barText(job)
    const plain = `${name} ${'.'.repeat(BAR_CELLS + 2)} ${counts}`
    if (textWidth(plain) >= columns) return shorten(`${name} ${counts}`, columns - 1)
    return `${name} ${bar(job, style)} ${counts}`
  })
  const more = jobs.length - shown.length
  return more === 0 ? lines : [...lines, `and ${more} more`]
}

function bar({ completed, total }: JobProgress, style: Style): string {
  const share = total === 0 ? 0 : Math.min(1, completed / total)
  const full = Math.floor(share * BAR_CELLS)
  return `[${style.green('#'.repeat(full))}${'.'.repeat(BAR_CELLS - full)}]`
}

function shorten(text: string, cells: number): string {
  if (textWidth(text) <= cells) return text
  let kept = ''
  for (const character of text) {
    if (textWidth(kept + character) > cells - 1) break
    kept += character
  }
  return `${kept}…`
}

/** The progress of a command's jobs. */
export interface JobDisplay extends ProgressDisplay {
  readonly style: Style
  /** How much to print about each crawl: every step, one line, or only problems. */
  readonly verbosity: 'steps' | 'lines' | 'problems'
}

/**
 * Opens the progress of `count` jobs on stderr: bars on terminals, lines in logs, in CI and on terminals that cannot move the
 * cursor. From now on, notices of the record's backend are printed above the bars.
 */
export function openDisplay(cli: Cli, count: number, backend: StateBackend): JobDisplay {
  const { env, stderr, clock } = cli
  const bars = stderr.isTerminal && env['TERM'] !== 'dumb' && !isCi(cli)
  const style = chooseStyle(cli, 'stderr')
  const some = count <= MOST_LINES ? 'lines' : 'problems'
  const verbosity = count <= MOST_STEPS || cli.options.flag('full') ? 'steps' : some
  const display = bars ? barDisplay(stderr, style) : lineDisplay(stderr, clock, verbosity === 'steps')
  backend.notice = (line) => display.print(`${printable(line)}\n`)
  return { ...display, style, verbosity }
}

/** Returns the variable that CI systems set; it changes only the presentation. */
export function isCi({ env }: Pick<Host, 'env'>): boolean {
  const ci = env['CI'] ?? ''
  return ci !== '' && ci !== '0' && ci !== 'false'
}

/** With more crawls than this, each gets one line. */
const MOST_STEPS = 50
/** With more crawls than this, only problems get a line, and the rest is counted. */
const MOST_LINES = 1000

/** Returns true for each thousandth of a count and for the last one, so that a long run shows its progress. */
export function isTimeToCount(done: number, all: number): boolean {
  return done % MOST_LINES === 0 || done === all
}
