import { heldBackText } from '../../protocol/job-texts.ts'
import { sayAbout } from '../output/terminal.ts'
import type { Cli } from '../arguments/command.ts'
import { rmSync } from 'node:fs'
import path from 'node:path'
import {
  EMPTY_INDEX,
  feedOf,
  filledIndex,
  identifiedPages,
  formatFeed,
  type FeedLine,
  type IndexedPages,
  joinFeeds,
  parseFeed,
} from '../../changes/changes.ts'
import { serviceProblem } from '../../apply/job-result.ts'
import { ClientError } from '../../client/crawl-client.ts'
import { ManifestError, type Manifest } from '../../manifest/manifest.ts'
import { writtenText } from '../../render/page-counts-text.ts'
import type { RecordedJob } from '../../plan/last-job.ts'
import type { DeliveryMark, StoredDelivery } from '../../state/manifest-store.ts'
import { StateError } from '../../state/state.ts'
import { ownDirectory } from '../../session/own-directory.ts'
import { filesOf, renamedEntry } from '../../session/page-folder.ts'
import type { Renaming } from '../../state/move-record.ts'
import type { Session } from '../../session/session.ts'
import { linesOf, makeDirectory, writeInPlace, writeParts } from '../../util/files.ts'
import { findRow, JsonRows, type Rows } from '../../util/json-rows.ts'
import { plural, printable } from '../../util/text.ts'
import { fileStamp, type PageOutput } from '../arguments/page-output.ts'
import { exitStatus, type ExitStatus } from '../process/failures.ts'

interface Delivery {
  readonly session: Session
  readonly output: PageOutput
  readonly names: ReadonlySet<string>
  /** An earlier job that is published again instead of the last one. */
  readonly again?: { readonly record: RecordedJob; readonly manifest: Manifest }
}

/** The exit status of a delivery, and the feed if it was written. */
export interface Fed {
  readonly status: ExitStatus
  readonly feed?: { readonly file: string; readonly upserts: number; readonly deletes: number }
}

/**
 * Adds all crawls whose last completed job was not delivered yet to the feed, if one was asked for. Records first that these
 * jobs are being delivered, then writes the file, and then marks them as delivered. If a run is killed in between, the index
 * may hold either job, and the next feed has what differs from any of them.
 */
export async function deliverFeed(
  cli: Cli,
  { output, ...others }: Omit<Delivery, 'output'> & { readonly output: PageOutput | undefined },
): Promise<Fed> {
  if (output?.feed === undefined || cli.wasInterrupted()) return { status: exitStatus.ok }
  const { feed } = output
  return others.session.withLock('feed', () => deliverInTurn(cli, { ...others, output }, feed))
}

/** So often a delivery begins again because of other machines. */
const MOST_ROUNDS = 10

/** Delivers, and looks again at what is delivered whenever a machine with the same record has delivered in between. */
async function deliverInTurn(cli: Cli, delivery: Delivery, feed: string): Promise<Fed> {
  const { store } = await delivery.session.checks()
  for (let round = 1; ; round++) {
    try {
      return await deliverOnce(cli, delivery, feed)
    } catch (error) {
      if (!(error instanceof StateError) || error.code !== 'conflict' || round === MOST_ROUNDS) throw error
      store.refresh()
    }
  }
}

/** @throws {StateError} `conflict`, with the feed as it was, if another machine has delivered meanwhile */
async function deliverOnce(cli: Cli, delivery: Delivery, feed: string): Promise<Fed> {
  const { session, output, names, again } = delivery
  const { store } = await session.checks()
  const lines = new JsonRows<FeedLine>()
  const crawls = new Map<string, FedCrawl>()
  let status: ExitStatus = exitStatus.ok
  // Another run may have recorded and delivered a later job.
  for (const record of again === undefined ? await session.completed(names) : [again.record]) {
    const { crawl } = record
    try {
      const fed = await addCrawl(cli, delivery, record, lines)
      if (fed === 'held') status = exitStatus.crawl
      else if (fed !== 'delivered') crawls.set(crawl, fed)
    } catch (error) {
      if (!(error instanceof ClientError) && !(error instanceof ManifestError)) throw error
      sayAbout(cli, crawl, serviceProblem(error, crawl))
      status = exitStatus.external
    }
  }
  const { feedFrom } = output
  const fed = [...crawls.values()]
  const upserts = fed.reduce((sum, crawl) => sum + crawl.upserts, 0)
  const old = path.join(ownDirectory(session.project.root), 'feed.old')
  const renamings = await session.followRenames(output.directory)
  const undo: (() => void)[] = []
  try {
    const announced = await store.announce(
      fed.map(({ mark }) => mark),
      feedFrom === 'start' ? '' : feedFrom,
    )
    const written = writeFeed(feed, old, lines, { crawls, renamings })
    undo.push(written.undo)
    await store.markDelivered(announced.map((mark) => withDropped(mark, written.dropped)))
    const deletes = lines.length - upserts
    const kept = written.kept === 0 ? '' : `, after ${plural(written.kept, 'earlier line')} not yet taken`
    report(cli, `${printable(feed)}: ${plural(upserts, 'upsert')}, ${plural(deletes, 'delete')}${kept}\n`)
    return { status, feed: { file: feed, upserts, deletes } }
  } catch (error) {
    for (const act of undo) act()
    throw error
  } finally {
    rmSync(old, { force: true })
  }
}

/** Adds the lines of a crawl unless they were delivered, or its pages are held back. When it ends, its manifests are free. */
async function addCrawl(
  cli: Cli,
  delivery: Delivery,
  record: RecordedJob,
  lines: JsonRows<FeedLine>,
): Promise<FedCrawl | 'delivered' | 'held'> {
  const { session, output, again } = delivery
  const { crawl, job } = record
  const before = await (await session.checks()).store.delivered(crawl)
  const isDelivered = before?.job === job.job && before.sending.length === 0
  if (isDelivered && output.feedFrom === undefined) return 'delivered'
  const manifest = again?.manifest ?? (await readyManifest(cli, delivery, record))
  if (manifest === undefined) return 'held'
  const states = await indexStates(cli, delivery, { manifest, record, last: before })
  const find = findRow(JsonRows.from(filesOf(output.directory, crawl)), ({ url }) => url)
  const fileOf = (url: string) => find(url)?.file
  const isLeftOut = (url: string): boolean => output.skipDuplicates && find(url) === undefined
  const feed = feedOf(states, manifest, fileOf, isLeftOut)
  let upserts = 0
  for (const line of feed.lines) {
    lines.push(line)
    if (line.op === 'upsert') upserts++
  }
  const mark = { crawl, before, now: { job: manifest.job, lacks: feed.lacks } }
  return { fileOf, upserts, mark, missing: filledIndex(manifest).lacks }
}

/** Adds pages whose upserts were dropped from a feed that nobody had taken. */
function withDropped(mark: DeliveryMark, dropped: readonly FeedLine[]): DeliveryMark {
  const urls = dropped.flatMap(({ crawl, url }) => (crawl === mark.crawl ? [url] : []))
  return { ...mark, now: { ...mark.now, lacks: [...new Set([...mark.now.lacks, ...urls])] } }
}

/** Reports a written file on stdout, or on stderr if another format than text is printed there. */
function report(cli: Cli, text: string): void {
  cli[cli.options.text('format') === 'text' ? 'stdout' : 'stderr'].say(text)
}

/** A crawl whose lines are new in the feed. */
interface FedCrawl {
  readonly fileOf: (url: string) => string | undefined
  readonly upserts: number
  readonly mark: DeliveryMark
  /** Its pages that stay in the index, and have no file. */
  readonly missing: ReadonlySet<string>
}

/**
 * Adds lines to the feed, which a program takes away by renaming it. The file is replaced as a whole. If it is taken meanwhile,
 * its lines are in both files, and applying a line twice does no harm. Returns the number of earlier lines, the upserts that
 * were dropped because their pages are missing now, and a function that restores the file unless it was taken.
 * @param old where the earlier lines are kept meanwhile
 */
function writeFeed(
  feed: string,
  old: string,
  lines: Rows<FeedLine>,
  {
    crawls,
    renamings,
  }: { readonly crawls: ReadonlyMap<string, FedCrawl>; readonly renamings: readonly Renaming[] },
) {
  makeDirectory(path.dirname(feed))
  // A pipe or device is not read.
  const isThere = fileStamp(feed) !== ''
  writeParts(old, isThere ? linesOf(feed) : '', { mode: 0o600 })
  const dropped: FeedLine[] = []
  const refresh = (line: FeedLine): FeedLine | undefined => {
    if (line.op === 'delete') return line
    const { file: oldFile, ...bare } = line
    const crawl = crawls.get(line.crawl)
    const file = crawl === undefined ? oldFile : crawl.fileOf(line.url)
    if (file !== undefined) return { ...line, file }
    if (crawl?.missing.has(line.url) !== true) return bare
    dropped.push(line)
    return undefined
  }
  let written = 0
  const earlier = {
    *[Symbol.iterator]() {
      for (const line of parseFeed(linesOf(old))) yield renamings.reduce(renamedEntry, line)
    },
  }
  const texts = function* () {
    for (const text of formatFeed(joinFeeds(earlier, lines, refresh))) {
      written++
      yield text
    }
  }
  writeInPlace(feed, texts())
  const stamp = fileStamp(feed)
  const undo = (): void => {
    if (stamp === '' || fileStamp(feed) !== stamp) return
    if (isThere) writeInPlace(feed, linesOf(old))
    else rmSync(feed)
  }
  return { undo, dropped, kept: written - lines.length }
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

interface Delivered {
  readonly manifest: Manifest
  readonly record: RecordedJob
  readonly last: StoredDelivery | undefined
}

/** Returns the states that the index may be in. */
async function indexStates(
  cli: Cli,
  { session, output: { feedFrom } }: Delivery,
  { manifest: now, record: { crawl, before: earlier }, last }: Delivered,
): Promise<readonly IndexedPages[]> {
  const { kept } = await session.checks()
  if (feedFrom !== undefined) {
    if (feedFrom === 'start') return [EMPTY_INDEX]
    const manifest = await kept.comparable(await kept.manifest(crawl, feedFrom), now)
    if (manifest !== undefined) return [filledIndex(manifest)]
    throw new ManifestError(
      'unknown',
      `no manifest of the job "${feedFrom}" is kept: use "--feed-from start" for all pages`,
    )
  }
  const say = (why: string): void =>
    sayAbout(cli, crawl, `${why}, so the feed has all pages and no deletions: empty the index first`)
  if (last === undefined) {
    if (earlier !== undefined) say('no earlier feed is known')
    return [EMPTY_INDEX]
  }
  const states: IndexedPages[] = []
  for (const job of new Set([last.job, ...last.sending])) {
    const manifest = job === '' ? undefined : await kept.comparable(await kept.manifest(crawl, job), now)
    const isBegun = job === '' && last.sending.length > 0
    if (manifest === undefined && !isBegun) say('the manifest of the job that was delivered last is gone')
    const isLast = job === last.job && manifest !== undefined
    const state = isLast
      ? { pages: identifiedPages(manifest), lacks: new Set(last.lacks) }
      : manifest && filledIndex(manifest)
    states.push(state ?? EMPTY_INDEX)
  }
  return states
}
