import { toIsoTime } from '../../util/clock.ts'
import type { JsonObject } from '../../util/json.ts'
import type { FoundJob } from '../job/jobs.ts'
import type { JobRecord, StoredDocument } from '../store/job-record.ts'
import { fullDiskText, jobWarning } from './job-warning.ts'

interface StatusPart {
  /** How many results to skip. */
  readonly skip: number
  /** Results at most; the service's own bounds apply too. */
  readonly limit: number | undefined
}

export interface StatusOptions extends StatusPart {
  /** Absolute URL of the job. */
  readonly url: string
  readonly maxBytes: number
  /** Waits for room for this many bytes of documents. */
  readonly room: (bytes: number) => Promise<void>
}

const DEFAULT_COUNT = 100
const MOST = 10_000
const COMMA = Buffer.from(',')
const END = Buffer.from(']}')

/** A status answer before it is put together. */
export interface StatusAnswer {
  /** Everything but the documents. */
  readonly head: StatusHead
  /** JSON as it was stored; it is not parsed. */
  readonly documents: readonly Uint8Array[]
}

type StatusHead = JsonObject & { readonly status: JobRecord['status']; readonly next?: string }

/** Returns what a status answer holds. Documents are read when there is room for them. */
export async function statusAnswer(job: FoundJob, options: StatusOptions): Promise<StatusAnswer> {
  const { record, store } = job
  const count = Math.min(options.limit ?? DEFAULT_COUNT, MOST)
  const rows = fitting(store.pages.results(record.number, options.skip, count), options.maxBytes)
  await options.room(rows.reduce((sum, { length }) => sum + length, 0))
  const documents = await store.read(rows)
  const end = options.skip + rows.length
  const completed = job.counts?.completed ?? record.completed
  const running = record.status === 'scraping'
  // A part without results has no next while the job runs: clients would ask again without a pause.
  const more = end < completed || (running && rows.length > 0)
  const warning = await jobWarning(job)
  const head = {
    // True for a failed crawl too: the official client reads "false" as no answer and would ask for ever.
    success: true,
    status: record.status,
    completed,
    total: job.counts?.total ?? record.completed,
    creditsUsed: completed,
    expiresAt: toIsoTime(record.expiresAt),
    createdAt: toIsoTime(record.createdAt),
    ...finished(record),
    ...(more ? { next: nextUrl(options, end) } : {}),
    ...(record.error === undefined ? {} : { error: record.error }),
    ...(record.cached === 0 ? {} : { cacheHits: Math.min(record.cached, completed) }),
    ...(warning === undefined ? {} : { warning }),
    ...(job.fullDisk === undefined ? {} : { waitsBecause: fullDiskText(job.fullDisk) }),
  }
  return { head, documents }
}

/** Returns the text of an answer in pieces, in order. */
export function answerText({ head, documents }: StatusAnswer): Uint8Array[] {
  const pieces: Uint8Array[] = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"data":[`)]
  for (const [index, document] of documents.entries()) {
    if (index > 0) pieces.push(COMMA)
    pieces.push(document)
  }
  pieces.push(END)
  return pieces
}

/** As many results as fit into `maxBytes`, and always at least one, so that reading never gets stuck. */
function fitting(rows: readonly StoredDocument[], maxBytes: number): readonly StoredDocument[] {
  let bytes = 0
  const count = rows.findIndex((row, index) => {
    bytes += row.length
    return index > 0 && bytes > maxBytes
  })
  return count < 0 ? rows : rows.slice(0, count)
}

function finished({ createdAt, finishedAt }: JobRecord): { completedAt?: string; duration?: number } {
  if (finishedAt === undefined) return {}
  return { completedAt: toIsoTime(finishedAt), duration: (finishedAt - createdAt) / 1000 }
}

function nextUrl({ url, limit }: StatusOptions, skip: number): string {
  const next = new URL(url)
  next.searchParams.set('skip', String(skip))
  if (limit !== undefined) next.searchParams.set('limit', String(limit))
  return next.href
}
