/**
 * Input: HTTP requests.
 * Output: the API's bodies and status codes.
 * Must not know how pages are crawled.
 */
import type { ServerResponse } from 'node:http'
import { Hono, type Context } from 'hono'
import { dataBroken, type ActiveCrawlsAnswer, type CrawlErrorsAnswer } from '../../protocol/crawl-status.ts'
import { crawlNameHeader, freshHeader, idempotencyHeader, routes } from '../../protocol/protocol.ts'
import { toIsoTime } from '../../util/clock.ts'
import type { MemoryBudget } from '../body/memory-budget.ts'
import { given, isJsonList, type JsonObject, objectOf } from '../../util/json.ts'
import type { FoundJob, Jobs } from '../job/job.ts'
import { isDamage, type ResolvedSettings, ServiceError } from '../settings/settings.ts'
import type { JobRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { ApiError, checkAccess } from './check-access.ts'
import { METRICS_TYPE, type Meter } from './meter.ts'
import { createJsonReader, type RequestReader } from './read-request.ts'
import { answerText, bodyOf, sizeOf, statusAnswer, UNCOUNTED } from './status-answer.ts'
import { createSubmit, UUID } from './submit-crawl.ts'

export interface RouteOptions {
  readonly settings: ResolvedSettings
  readonly jobs: Jobs
  readonly stores: readonly Store[]
  readonly reader: RequestReader
  /** Limits the answers that clients have not received yet. */
  readonly budget: MemoryBudget
  /** Undefined if the service has no metrics. */
  readonly meter: Meter | undefined
  /** Returns the pages for browsers, loaded on the first request. */
  readonly pages: () => Promise<{
    fetch(request: Request, connection: PageConnection): Response | Promise<Response>
  }>
}

/** The connection data that pages for people need. */
export interface PageConnection {
  /** Waits until an answer of this size may be read into memory. Later calls count as parts of the same answer. */
  readonly reserve: (bytes: number) => Promise<void>
}

type Connection = { readonly Bindings: { readonly outgoing: ServerResponse } }

const MAX_BLOCKED = 10_000
/** Paths of pages for people, apart from `/`. */
const PAGES = ['/jobs/*', '/open/*', '/sign-in', '/sign-out']

export function createRoutes(options: RouteOptions): Hono<Connection> {
  const { jobs, settings, stores, reader, meter } = options
  const submit = createSubmit({ jobs, stores, reader, clock: settings.clock })
  const app = new Hono<Connection>()
  const readJson = createJsonReader(settings.limits)
  app.onError((error) => errorAnswer(error, settings))
  app.notFound(({ req }) => {
    const error = `${req.method} ${req.path} is not offered here: this service has the crawl operations of version 2 only.`
    return Response.json({ success: false, error }, { status: 404 })
  })
  addPages(app, options)
  for (const path of [routes.health, '/v0/health/readiness']) app.get(path, (c) => c.json({ status: 'ok' }))

  const admit = ({ req }: Context): void =>
    checkAccess(settings, req.header('authorization'), req.header('host'))
  if (meter !== undefined) {
    app.get(routes.metrics, (c) => {
      admit(c)
      return c.body(meter.text(jobs), 200, { 'content-type': METRICS_TYPE, 'cache-control': 'no-store' })
    })
  }

  // The key is checked first, so that bodies of strangers are not stored.
  app.use('/v2/*', async (c, next) => {
    admit(c)
    await next()
  })
  app.post(routes.startCrawl, async (c) => {
    const body = await readJson(c.req.raw)
    return c.json(
      await submit({
        body,
        key: c.req.header(idempotencyHeader),
        name: c.req.header(crawlNameHeader),
        isFresh: c.req.header(freshHeader) !== undefined,
        baseUrl: baseUrl(c.req.raw),
      }),
    )
  })
  app.post(routes.paramsPreview, async (c) => {
    const body = await readJson(c.req.raw)
    return c.json({ success: true, data: await reader.preview(body) })
  })
  for (const path of [routes.activeCrawls, '/v2/crawl/ongoing'])
    app.get(path, (c) =>
      c.json(activeAnswer(jobs.active().filter(({ request }) => request.asked === undefined))),
    )
  app.get('/v2/concurrency-check', (c) =>
    c.json({ success: true, concurrency: jobs.load.inFlight, maxConcurrency: settings.concurrency }),
  )
  app.get('/v2/team/queue-status', (c) => c.json(queueAnswer(jobs, settings.concurrency)))
  app.get('/v2/crawl/:id', async (c) => {
    const job = findJob(jobs, c.req.param('id'))
    const answer = await statusAnswer(job, {
      url: baseUrl(c.req.raw) + routes.crawl(job.record.id),
      skip: wholeNumber('skip', c.req.query('skip')) ?? 0,
      limit: wholeNumber('limit', c.req.query('limit')),
      maxBytes: settings.limits.answerBytes,
      reserve: (bytes) => takeUntilClosed(options.budget, bytes, c.env.outgoing),
    })
    const pieces = answerText(answer)
    return new Response(bodyOf(pieces), {
      headers: { 'content-type': 'application/json', 'content-length': String(sizeOf(pieces)) },
    })
  })
  app.delete('/v2/crawl/:id', (c) => {
    const { record } = findJob(jobs, c.req.param('id'))
    if (record.status !== 'scraping') throw new ApiError(409, `The crawl is already ${record.status}.`)
    jobs.cancel(record.id)
    return c.json({ status: 'cancelled' })
  })
  addOwnRoutes(app, { jobs, submit, readJson })
  app.get('/v2/crawl/:id/errors', (c) => c.json(errorsAnswer(findJob(jobs, c.req.param('id')))))
  return app
}

interface OwnRoutes extends Pick<RouteOptions, 'jobs'> {
  readonly submit: ReturnType<typeof createSubmit>
  readonly readJson: ReturnType<typeof createJsonReader>
}

/** Adds the operations that only crawlform's own client knows. */
function addOwnRoutes(app: Hono<Connection>, { jobs, submit, readJson }: OwnRoutes): void {
  app.post('/v2/crawl/:id/ask', async (c) => {
    const asking = askingOf(await readJson(c.req.raw), findJob(jobs, c.req.param('id')))
    const key = c.req.header(idempotencyHeader)
    return c.json(await submit({ ...asking, key, baseUrl: baseUrl(c.req.raw) }))
  })
  // Only its client checks what a job delivered. People who look at the service see it too.
  app.put('/v2/crawl/:id/held-back', async (c) => {
    const { record, store } = findJob(jobs, c.req.param('id'))
    store.jobs.setHeldBack(record.number, reasonsOf(await readJson(c.req.raw)))
    return c.json({ success: true })
  })
}

function errorAnswer(error: Error, { log }: ResolvedSettings): Response {
  if (error instanceof ApiError) return Response.json(error.body, { status: error.status })
  log({ type: 'fault', error: error.stack ?? error.message })
  if (error instanceof ServiceError && error.code === 'disk-unwritable')
    return Response.json({ success: false, error: error.message }, { status: 503 })
  const isBroken = isDamage(error) || (error instanceof ServiceError && error.code === 'data-broken')
  const body = isBroken
    ? { code: dataBroken, error: `Stored data cannot be read: ${error.message}` }
    : { code: 'UNKNOWN_ERROR', error: 'An unexpected error occurred.' }
  return Response.json({ success: false, ...body }, { status: 500 })
}

function addPages(app: Hono<Connection>, { pages, budget }: RouteOptions): void {
  const show = async ({ req, env }: Context<Connection>): Promise<Response> => {
    let taken: Promise<void> | undefined
    const take = (bytes: number): Promise<void> => (taken ??= takeUntilClosed(budget, bytes, env.outgoing))
    return (await pages()).fetch(req.raw, { reserve: take })
  }
  app.get('/', async (c) => {
    const isForPeople = /\btext\/html\b/i.test(c.req.header('accept') ?? '')
    return isForPeople ? show(c) : c.json({ message: 'crawlform crawl service' })
  })
  for (const path of PAGES) app.all(path, show)
}

/** @throws {ApiError} 400 */
function reasonsOf(body: unknown): readonly string[] {
  const { heldBack } = objectOf(body) ?? {}
  const isRight = Array.isArray(heldBack) && heldBack.every((reason) => typeof reason === 'string')
  if (!isRight) throw new ApiError(400, '"heldBack" must be a list of texts.', { code: 'BAD_REQUEST' })
  return heldBack
}

/** Reads a body that asks for pages by the rules of an earlier job. */
function askingOf(body: unknown, { record: of }: FoundJob) {
  const { urls, scrapeOptions, name } = objectOf(body) ?? {}
  if (!isJsonList(urls) || urls.length === 0 || !urls.every((url) => typeof url === 'string'))
    throw new ApiError(400, '"urls" must be a list of URLs.', { code: 'BAD_REQUEST' })
  return {
    body: given({ url: of.url, scrapeOptions }),
    name: typeof name === 'string' ? encodeURIComponent(name) : undefined,
    ask: { of, urls },
  }
}

/** @throws {ApiError} 400 if the id is invalid, 404 if the job is unknown or expired */
export function findJob(jobs: Jobs, id: string): FoundJob {
  if (!UUID.test(id)) throw new ApiError(400, 'Invalid job ID format. Job ID must be a valid UUID.')
  const job = jobs.find(id.toLowerCase())
  if (job === undefined) throw new ApiError(404, 'Job not found')
  return job
}

/** Reserves memory for an answer until its client has received it or left. */
async function takeUntilClosed(budget: MemoryBudget, bytes: number, outgoing: ServerResponse): Promise<void> {
  if (bytes <= UNCOUNTED) return
  const gone = new AbortController()
  const onClose = (): void => gone.abort(new ApiError(503, 'The client disconnected.'))
  outgoing.once('close', onClose)
  if (outgoing.destroyed) onClose()
  const release = await budget.take(bytes, gone.signal)
  outgoing.once('close', release)
  if (outgoing.destroyed) release()
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const value = Number(text)
  const least = name === 'limit' ? 1 : 0
  if (!Number.isSafeInteger(value) || value < least)
    throw new ApiError(400, `"${name}" must be a whole number from ${least}.`, { code: 'BAD_REQUEST' })
  return value
}

function baseUrl(request: Request): string {
  const proto = request.headers.get('x-forwarded-proto')
  const url = new URL(request.url)
  const scheme = proto === 'https' || proto === 'http' ? `${proto}:` : url.protocol
  return `${scheme}//${request.headers.get('host') ?? url.host}`
}

/** As in the hosted service, the jobs of the queue are pages: those being scraped, and those waiting. */
function queueAnswer(jobs: Jobs, maxConcurrency: number): JsonObject {
  const { inFlight, waiting, lastSuccessAt } = jobs.load
  return {
    success: true,
    jobsInQueue: inFlight + waiting,
    activeJobsInQueue: inFlight,
    waitingJobsInQueue: waiting,
    maxConcurrency,
    mostRecentSuccess: lastSuccessAt === undefined ? null : toIsoTime(lastSuccessAt),
  }
}

function activeAnswer(records: readonly JobRecord[]): ActiveCrawlsAnswer {
  return {
    success: true,
    crawls: records.map((record) => ({
      id: record.id,
      teamId: 'local',
      url: record.url,
      created_at: toIsoTime(record.createdAt),
      options: publicOptions(record),
    })),
  }
}

/** Returns the options of a request without secrets, which people who list crawls must not see. */
function publicOptions({ request }: JobRecord): JsonObject {
  const { url: _url, webhook: _webhook, scrapeOptions, ...options } = request
  const names = Object.keys(scrapeOptions.headers ?? {}).map((name) => [name, '[redacted]'])
  const headers = scrapeOptions.headers && { headers: Object.fromEntries(names) }
  // All members were parsed from JSON.
  return { ...options, scrapeOptions: { ...scrapeOptions, ...headers } } as unknown as JsonObject
}

function errorsAnswer({ record, store }: FoundJob): CrawlErrorsAnswer {
  const failures = store.pages.failures(record.number)
  const pages = store.pages.discovered(
    record.number,
    failures.map(({ url }) => url),
  )
  const found = new Map(pages.map((page) => [page.url, page]))
  return {
    errors: failures.map(({ at, ...failure }) => {
      const page = found.get(failure.url)
      return {
        timestamp: toIsoTime(at),
        ...failure,
        ...(page && given({ discoveryDepth: page.depth, discoveredFrom: page.from })),
      }
    }),
    robotsBlocked: store.pages.blocked(record.number, MAX_BLOCKED),
    ...(record.sitemaps.length === 0 ? {} : { sitemaps: record.sitemaps }),
  }
}
