import { type Cli, commandLine } from '../arguments/command.ts'
import type { ApplyEvent, DoneEvent } from '../../apply/apply-event.ts'
import { ClientError } from '../../client/client-error.ts'
import { renderDoneLine } from '../../render/render-apply.ts'
import type { Style } from '../../render/render.ts'
import { writtenText } from '../../render/page-counts-text.ts'
import { plural } from '../../util/plural.ts'
import { isFullDisk } from '../../util/is-full-disk.ts'
import { printable } from '../../util/printable.ts'
import type { PageOutput } from '../arguments/page-output.ts'
import { isTimeToCount, type ProgressDisplay, type Verbosity } from '../output/progress-display.ts'
import type { Session } from '../../session/session.ts'
import type { Plan } from '../../plan/plan.ts'
import { hasPages } from '../../session/page-writer.ts'

export interface Showing {
  readonly display: ProgressDisplay
  readonly style: Style
  readonly verbosity: Verbosity
  /** Jobs that are followed. */
  readonly count: number
  readonly session: Session
  /** The options of the command that follows them. */
  readonly cli: Cli
  /** Where to write the pages of completed jobs. */
  readonly output: PageOutput | undefined
  readonly signal: AbortSignal
  /** Called for every event. */
  readonly onEvent?: (event: ApplyEvent) => void
}

/** Shows followed jobs live until they end, the time is over, or the user interrupts. */
export async function showJobs(
  events: AsyncIterable<ApplyEvent>,
  showing: Showing,
): Promise<readonly DoneEvent[]> {
  const { display, onEvent } = showing
  const done: DoneEvent[] = []
  for await (const event of events) {
    if (event.type !== 'done') onEvent?.(event)
    if (event.type === 'progress') {
      const { crawl, result } = event
      display.update({ crawl, status: result.status, completed: result.completed, total: result.total })
    } else if (event.type === 'waiting') {
      display.print(`${printable(event.crawl)}: waits: ${printable(event.because)}\n`)
    } else if (event.type === 'resumed') {
      display.print(`${printable(event.crawl)}: resumed\n`)
    } else if (event.type === 'done') {
      display.remove(event.crawl)
      const delivered = await deliverPages(event, showing)
      onEvent?.(delivered.event)
      done.push(delivered.event)
      display.print(doneText(delivered, done, showing))
    }
  }
  return done
}

/** Returns the report of one ended job. */
function doneText(
  { event, said }: { readonly event: DoneEvent; readonly said: string },
  done: readonly DoneEvent[],
  { verbosity, style, count }: Showing,
): string {
  if (verbosity === 'steps') return renderDoneLine(event, style) + said
  const line = verbosity === 'lines' || event.problems.length > 0 ? renderDoneLine(event, style) : ''
  if (verbosity === 'lines' || !isTimeToCount(done.length, count)) return line
  const troubled = done.filter(({ problems }) => problems.length > 0).length
  const troubles = troubled === 0 ? '' : `, ${troubled} with problems`
  return `${line}${done.length} of ${plural(count, 'job')} ended${troubles}.\n`
}

/**
 * Writes the pages of a completed job, unless it misses the crawl's expectations: a login page must not replace a hundred
 * pages. Returns the event with facts about the job found on the way.
 */
async function deliverPages(
  event: DoneEvent,
  { output, session, cli, signal }: Showing,
): Promise<{ readonly event: DoneEvent; readonly said: string }> {
  const { crawl, result, problems } = event
  if (output === undefined || result.status !== 'completed') return { event, said: '' }
  const { directory, links, skipDuplicates } = output
  if (problems.length > 0 && !output.isForced) {
    const unwritten = `held back, so its pages were not written; "${resultsCommand(cli, [crawl], output, true)}" writes them anyway`
    return { event: { ...event, problems: [...problems, unwritten] }, said: '' }
  }
  try {
    const written = await session.writePages(directory, event, { links, skipDuplicates, signal })
    if (problems.length > 0) await session.manifests.publish(crawl, event.job)
    const { fromCache } = written
    const said = writtenText(crawl, written, directory, result.warning)
    return { event: { ...event, result: { ...result, fromCache } }, said }
  } catch (error) {
    if (isFullDisk(error))
      throw Object.assign(error, { help: outOfRoom(resultsCommand(cli, cli.args, output)) })
    if (!(error instanceof ClientError) || error.code !== 'incomplete') throw error
    return { event: { ...event, problems: [...problems, error.message] }, said: '' }
  }
}

/** The crawl has ended by then, and the command that ran it has nothing left to do. */
function outOfRoom(command: string): string {
  return `Free some disk space, then write the pages again: ${command}`
}

/** Returns the command line that writes the pages of `names` (by default of all crawls) with the current output options. */
export function resultsCommand(
  cli: Cli,
  names: readonly string[],
  output: PageOutput,
  isForced = false,
): string {
  const links = output.links === 'relative' ? ['--links', 'relative'] : []
  const words = [
    ...(output.skipDuplicates ? ['--skip-duplicates'] : []),
    ...(output.feed === undefined ? [] : ['--feed', output.feed]),
    ...(isForced ? ['--force'] : []),
  ]
  return commandLine(cli, ['results', ...names], ['--output', output.directory, ...links, ...words])
}

/** More names than these make a command line that nobody reads. */
const NAMED = 10

/**
 * Returns a note on unchanged crawls without pages in the output directory; undefined if there is no such crawl. `apply` writes
 * only the pages of jobs that it waits for, and their jobs had ended before.
 */
export function unwrittenText(
  cli: Cli,
  output: PageOutput,
  { plan, done }: { readonly plan: Plan; readonly done: readonly DoneEvent[] },
): string | undefined {
  const written = new Set(done.map(({ crawl }) => crawl))
  const names = plan.changes.flatMap((change) =>
    change.action === 'keep' &&
    change.job !== undefined &&
    !written.has(change.name) &&
    !hasPages(output.directory, change.name)
      ? [change.name]
      : [],
  )
  const [first] = names
  if (first === undefined) return undefined
  const who = names.length === 1 ? printable(first) : plural(names.length, 'crawl')
  const which = names.length <= NAMED ? names : cli.args
  return [
    `No pages of ${who} in ${printable(output.directory)}, because nothing was crawled again. To write those of the last job, run:`,
    `  ${resultsCommand(cli, which, output)}`,
    '',
  ].join('\n')
}
