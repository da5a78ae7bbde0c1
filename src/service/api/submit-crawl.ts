import type { ScrapeSettings } from '../../request/page-settings.ts'
import { canonicalJson, given, type Json } from '../../util/json.ts'
import { sha256 } from '../../util/sha256.ts'
import type { StartCrawlAnswer } from '../../protocol/crawl-status.ts'
import { routes } from '../../protocol/protocol.ts'
import type { Jobs } from '../job/job.ts'
import type { Clock } from '../../util/clock.ts'
import type { JobRecord, JobRequest } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { ApiError } from './check-access.ts'
import type { RequestReader } from './read-request.ts'

/** Characters of an encoded name; longer ones are not kept. */
const MOST_NAME = 1000
export const UUID: RegExp = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

interface SubmitOptions {
  readonly jobs: Jobs
  readonly stores: readonly Store[]
  readonly clock: Clock
  readonly reader: RequestReader
}

interface Submission {
  readonly body: unknown
  readonly key: string | undefined
  /** The name of the crawl, percent-encoded. */
  readonly name?: string | undefined
  /** Every cached page must be revalidated with the site. */
  readonly isFresh?: boolean
  /** The pages to ask for instead of following links, and the job whose rules hold for them. */
  readonly ask?: { readonly of: JobRecord; readonly urls: readonly string[] } | undefined
  /** The service's address, as the client reached it. */
  readonly baseUrl: string
}

/** Starts crawls. A submission that repeats an idempotency key gets the first one's answer and no second job. */
export function createSubmit(options: SubmitOptions): (submission: Submission) => Promise<StartCrawlAnswer> {
  const inProgress = new Map<string, Promise<unknown>>()
  return async (submission) => {
    const key = submission.key?.toLowerCase()
    if (key === undefined) return submitOnce(options, submission, undefined)
    if (!UUID.test(key)) throw new ApiError(409, 'The idempotency key must be a UUID.')
    // Two attempts with one key may arrive together; the second waits for the result of the first.
    while (inProgress.has(key)) await inProgress.get(key)
    const repeated = findRepeated(options, submission, key)
    // An idle service has not continued it.
    if (repeated !== undefined && submission.ask !== undefined) options.jobs.continue(repeated.id)
    if (repeated !== undefined) return repeated
    const work = submitOnce(options, submission, key)
    inProgress.set(key, Promise.allSettled([work]))
    return work.finally(() => inProgress.delete(key))
  }
}

function findRepeated(
  { stores }: SubmitOptions,
  submission: Submission,
  key: string,
): StartCrawlAnswer | undefined {
  const [known] = stores.flatMap((store) => store.jobs.submission(key) ?? [])
  if (known === undefined) return undefined
  if (known.hash !== hashOf(submission))
    throw new ApiError(409, 'Idempotency key already used for another request')
  // Written below from this very type.
  return JSON.parse(known.answer) as StartCrawlAnswer
}

async function submitOnce(
  { jobs, clock, reader }: SubmitOptions,
  submission: Submission,
  key: string | undefined,
): Promise<StartCrawlAnswer> {
  const { body, baseUrl, name, isFresh, ask } = submission
  const { request: input, generated } = await reader.read(body)
  const scrapeOptions = isFresh === true ? { ...input.scrapeOptions, maxAge: 0 } : input.scrapeOptions
  const request = ask === undefined ? { ...input, scrapeOptions } : askRequest(ask, scrapeOptions)
  if (jobs.full) throw new ApiError(429, 'Too many crawls are running. Please retry after 60s.')
  return jobs.add(
    { request, name: crawlName(name), root: ask?.of.root },
    ({ id }, store): StartCrawlAnswer => {
      const answer = { success: true, id, url: baseUrl + routes.crawl(id), ...generated } as const
      const about = { hash: hashOf(submission), answer: JSON.stringify(answer), at: clock.now() }
      if (key !== undefined) store.jobs.recordSubmission({ key, ...about })
      return answer
    },
  )
}

/** Returns the name in a header, decoded; undefined if it is too long or badly encoded. */
function crawlName(header: string | undefined): string | undefined {
  if (header === undefined || header.length > MOST_NAME) return undefined
  try {
    return decodeURIComponent(header)
  } catch {
    return undefined
  }
}

/**
 * Returns the request that asks for pages of an earlier job, by its rules. That of an ended job is kept without its secrets, so
 * the client sends them again. Pages are read as Markdown only, because other formats may cost money.
 */
function askRequest(
  { of, urls }: NonNullable<Submission['ask']>,
  { headers, actions }: ScrapeSettings,
): JobRequest {
  const { webhook: _webhook, scrapeOptions, ...request } = of.request
  const scraping = { ...scrapeOptions, ...given({ headers, actions }), formats: ['markdown' as const] }
  return { ...request, scrapeOptions: { ...scraping, maxAge: 0 }, limit: urls.length, asked: urls }
}

function hashOf({ body, ask }: Submission): string {
  // Both were read from JSON.
  return sha256(canonicalJson((ask === undefined ? body : [body, [...ask.urls]]) as Json))
}
