import { heldBackText } from '../../util/job-texts.ts'
import { sayAbout } from '../output/terminal.ts'
import type { Cli } from '../arguments/command.ts'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import {
  feedLines,
  formatFeed,
  type FeedLine,
  type IndexedPages,
  lackingAfter,
} from '../../changes/changes.ts'
import { serviceProblem } from '../../apply/job-result.ts'
import { ClientError } from '../../client/crawl-client.ts'
import { ManifestError, type Manifest } from '../../manifest/manifest.ts'
import { writtenText } from '../../render/page-counts-text.ts'
import type { RecordedJob } from '../../plan/last-job.ts'
import type { Delivered, DeliveryMark } from '../../state/manifest-store.ts'
import { StateError } from '../../state/state.ts'
import { filesOf } from '../../session/page-folder.ts'
import type { Session } from '../../session/session.ts'
import { makeDirectory, writeInPlace } from '../../util/files.ts'
import { plural, printable } from '../../util/text.ts'
import { fileStamp, type PageOutput } from '../arguments/page-output.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'

interface Delivery {
  readonly session: Session
  readonly output: PageOutput
  readonly names: ReadonlySet<string>
}

/** The exit status of a delivery, and the feed if it was written. */
export interface Fed {
  readonly status: ExitStatus
  readonly feed?: { readonly file: string; readonly upserts: number; readonly deletes: number }
}

/**
 * Writes one feed of all crawls whose last completed job was not delivered yet, if a feed was asked for. Marks those jobs as
 * delivered after the file is in place. If a run is killed before that, the next one delivers them.
 */
export async function deliverFeed(
  cli: Cli,
  { output, ...others }: Omit<Delivery, 'output'> & { readonly output: PageOutput | undefined },
): Promise<Fed> {
  if (output?.feed === undefined || cli.wasInterrupted()) return { status: exitStatus.ok }
  const { feed } = output
  return others.session.withLock('feed', () => deliverLocked(cli, { ...others, output }, feed))
}

async function deliverLocked(cli: Cli, delivery: Delivery, feed: string): Promise<Fed> {
  const { session, output, names } = delivery
  const { store } = await session.checks()
  const lines: FeedLine[] = []
  const marks: DeliveryMark[] = []
  let status: ExitStatus = exitStatus.ok
  // Another run may have recorded and delivered a later job.
  for (const record of await session.completed(names)) {
    const { crawl, job } = record
    try {
      const before = await store.delivered(crawl)
      if (before?.job === job.job && output.feedFrom === undefined) continue
      const manifest = await readyManifest(cli, delivery, record)
      if (manifest === undefined) {
        status = exitStatus.crawl
        continue
      }
      const base = await feedBase(cli, delivery, record, before)
      const files = filesOf(output.directory, crawl)
      lines.push(...feedLines(base, manifest, (url) => files.get(url)))
      marks.push({ crawl, before, now: { job: manifest.job, lacks: lackingAfter(base, manifest) } })
    } catch (error) {
      if (!(error instanceof ClientError) && !(error instanceof ManifestError)) throw error
      sayAbout(cli, crawl, serviceProblem(error, crawl))
      status = exitStatus.external
    }
  }
  const undo = writeFeed(feed, output.feedStamp, formatFeed(lines))
  try {
    await store.markDelivered(marks)
  } catch (error) {
    if (!(error instanceof StateError) || error.code !== 'conflict') throw error
    undo()
    const why = 'another run with this record has delivered the feed at the same time'
    cli.stderr.say(`${printable(feed)}: stays as it was, because ${why}\n`)
    return { status: exitStatus.approval }
  }
  const upserts = lines.filter(({ op }) => op === 'upsert').length
  const deletes = lines.length - upserts
  report(cli, `${printable(feed)}: ${plural(upserts, 'upsert')}, ${plural(deletes, 'delete')}\n`)
  return { status, feed: { file: feed, upserts, deletes } }
}

/** Reports a written file on stdout, or on stderr if another format than text is printed there. */
function report(cli: Cli, text: string): void {
  cli[cli.options.text('format') === 'text' ? 'stdout' : 'stderr'].say(text)
}

/** Writes the feed, after the lines of another run that has written one since this run began. Returns a function that restores the file. */
function writeFeed(feed: string, feedStamp: string | undefined, text: string): () => void {
  makeDirectory(path.dirname(feed))
  const stamp = fileStamp(feed)
  // A pipe or device is not read.
  const old = stamp === '' ? undefined : readFileSync(feed, 'utf8')
  writeInPlace(feed, (stamp === feedStamp ? '' : (old ?? '')) + text)
  return () => {
    if (old !== undefined) writeInPlace(feed, old)
    else if (fileStamp(feed) !== '') rmSync(feed)
  }
}

/** Returns the manifest of a job whose pages are published; undefined if they are held back. */
async function readyManifest(cli: Cli, delivery: Delivery, last: RecordedJob): Promise<Manifest | undefined> {
  const { session, output } = delivery
  const checks = await session.checks()
  const { manifest, problems } = await checks.checkRecorded(last)
  const { crawl, job } = manifest
  // A job that was held back has been reported.
  const before = checks.published.get(job)
  const ready = await checks.publish({ crawl, job, problems }, output, async () => {
    if (before === true) return manifest
    const { directory } = output
    const pages = await session.writePages(directory, { crawl, job }, output)
    report(cli, writtenText(crawl, pages, directory))
    return manifest
  })
  if (ready === undefined && before === undefined) sayAbout(cli, crawl, heldBackText(problems))
  return ready
}

/** Returns the pages that the feed begins at; undefined for a feed of all pages. */
async function feedBase(
  cli: Cli,
  { session, output: { feedFrom } }: Delivery,
  { crawl, before: earlier }: RecordedJob,
  last: Delivered | undefined,
): Promise<IndexedPages | undefined> {
  const from = feedFrom ?? last?.job
  const manifest =
    from === undefined || from === 'start' ? undefined : await (await session.checks()).read(crawl, from)
  if (manifest !== undefined) {
    // Nobody knows which pages an earlier index lacks, and an unneeded upsert does no harm.
    const lacks = feedFrom === undefined ? last?.lacks : lackingAfter(undefined, manifest)
    return { manifest, lacks: new Set(lacks) }
  }
  if (feedFrom !== undefined && feedFrom !== 'start') {
    throw new ManifestError(
      'unknown',
      `no manifest of the job "${feedFrom}" is kept: use "--feed-from start" for all pages`,
    )
  }
  if (feedFrom === undefined && (from !== undefined || earlier !== undefined)) {
    const why =
      from === undefined
        ? 'no earlier feed is known'
        : 'the manifest of the job that was delivered last is gone'
    sayAbout(cli, crawl, `${why}, so the feed has all pages and no deletions: empty the index first`)
  }
  return undefined
}
