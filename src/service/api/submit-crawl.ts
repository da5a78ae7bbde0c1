import { canonicalJson, type Json } from '../../util/json.ts'
import { sha256 } from '../../util/sha256.ts'
import type { StartCrawlAnswer } from '../../protocol/crawl-status.ts'
import { routes } from '../../protocol/protocol.ts'
import type { Jobs } from '../job/job.ts'
import type { Clock } from '../../util/clock.ts'
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
    const repeated = findRepeated(options, submission.body, key)
    if (repeated !== undefined) return repeated
    const work = submitOnce(options, submission, key)
    inProgress.set(key, Promise.allSettled([work]))
    return work.finally(() => inProgress.delete(key))
  }
}

function findRepeated({ stores }: SubmitOptions, body: unknown, key: string): StartCrawlAnswer | undefined {
  const [known] = stores.flatMap((store) => store.jobs.submission(key) ?? [])
  if (known === undefined) return undefined
  if (known.hash !== bodyHash(body))
    throw new ApiError(409, 'Idempotency key already used for another request')
  // Written below from this very type.
  return JSON.parse(known.answer) as StartCrawlAnswer
}

async function submitOnce(
  { jobs, clock, reader }: SubmitOptions,
  { body, baseUrl, name, isFresh }: Submission,
  key: string | undefined,
): Promise<StartCrawlAnswer> {
  const { request: input, generated } = await reader.read(body)
  const scrapeOptions = isFresh === true ? { ...input.scrapeOptions, maxAge: 0 } : input.scrapeOptions
  const request = { ...input, scrapeOptions }
  if (jobs.full) throw new ApiError(429, 'Too many crawls are running. Please retry after 60s.')
  return jobs.add({ request, name: crawlName(name) }, ({ id }, store): StartCrawlAnswer => {
    const answer = { success: true, id, url: baseUrl + routes.crawl(id), ...generated } as const
    const about = { hash: bodyHash(body), answer: JSON.stringify(answer), at: clock.now() }
    if (key !== undefined) store.jobs.recordSubmission({ key, ...about })
    return answer
  })
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

function bodyHash(body: unknown): string {
  // A body that was read from JSON.
  return sha256(canonicalJson(body as Json))
}
