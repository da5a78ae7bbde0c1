import { renderProgressBars, renderProgressLine, type JobProgress } from '../../render/render-progress.ts'
import type { Style } from '../../render/style.ts'
import type { StateBackend } from '../../state/state-backend.ts'
import type { Clock } from '../../util/clock.ts'
import { compareText } from '../../util/compare-text.ts'
import { printable } from '../../util/printable.ts'
import type { OutputStream } from '../process/host.ts'

/** Shows jobs that are under way. Text that goes to the same stream meanwhile must go through `print`. */
export interface ProgressDisplay {
  update(job: JobProgress): void
  /** The job has ended and has no bar any more. */
  remove(crawl: string): void
  /** Whole lines, above the bars. */
  print(text: string): void
  /** Takes the bars away. */
  close(): void
}

/** A log gets a line when a job's status changes, and at most one in this time while it goes on. */
const LINE_INTERVAL_MS = 10_000
const MOST_BARS = 12

/** Bars that are redrawn on a terminal that can; lines everywhere else. */
export function openProgressDisplay(
  stream: OutputStream,
  options: { readonly style: Style; readonly clock: Clock; readonly bars: boolean },
): ProgressDisplay {
  return options.bars ? barDisplay(stream, options.style) : lineDisplay(stream, options.clock)
}

/** What the record's place has to say stands above the bars from now on. */
export function noticesAbove(display: ProgressDisplay, backend: StateBackend): void {
  backend.notice = (line) => display.print(`${printable(line)}\n`)
}

function lineDisplay(stream: OutputStream, clock: Clock): ProgressDisplay {
  const last = new Map<string, { status: string; atMs: number; text: string }>()
  return {
    update(job) {
      const now = clock.now()
      const before = last.get(job.crawl)
      const isDue =
        before === undefined || before.status !== job.status || now - before.atMs >= LINE_INTERVAL_MS
      const text = renderProgressLine(job)
      if (!isDue || before?.text === text) return
      last.set(job.crawl, { status: job.status, atMs: now, text })
      stream.write(text)
    },
    remove: (crawl) => void last.delete(crawl),
    print: (text) => stream.write(text),
    close: () => undefined,
  }
}

/** Only cursor movement and erasing (ECMA-48 CPL, ED): lines end in line feeds, so scrollback stays readable. */
function barDisplay(stream: OutputStream, style: Style): ProgressDisplay {
  const jobs = new Map<string, JobProgress>()
  let drawn: readonly string[] = []
  const erase = (): string => (drawn.length === 0 ? '' : `\u001b[${drawn.length}F\u001b[J`)
  const redraw = (above: string): void => {
    const lines = renderProgressBars(inOrder(jobs), {
      columns: stream.columns,
      mostLines: MOST_BARS,
      style,
    })
    if (above === '' && lines.join('\n') === drawn.join('\n')) return
    const before = erase()
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
    print: redraw,
    close() {
      jobs.clear()
      redraw('')
    },
  }
}

/** By name: a bar stays where it is while others come and go. */
function inOrder(jobs: ReadonlyMap<string, JobProgress>): readonly JobProgress[] {
  return [...jobs.values()].toSorted((a, b) => compareText(a.crawl, b.crawl))
}
