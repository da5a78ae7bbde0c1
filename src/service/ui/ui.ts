/**
 * Input: requests of browsers.
 * Output: whole HTML pages that load nothing else and run nothing of crawled pages.
 * Must not know how pages are crawled.
 */
import { Hono, type Context, type Next } from 'hono'
import { canParseUrl } from '../../util/can-parse-url.ts'
import { isSameSecret } from '../../util/is-same-secret.ts'
import { TooLong, readBounded } from '../../util/read-bounded.ts'
import { ApiError } from '../api/api-error.ts'
import { checkHost, isBearer } from '../api/check-access.ts'
import { bodyOf } from '../api/answer-parts.ts'
import { findJob, type PageConnection } from '../api/api.ts'
import type { Jobs } from '../job/job.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { documentPage, markdownFile, type PagePart } from './document-page.ts'
import type { Shown } from './job-facts.ts'
import { jobPage } from './job-page.ts'
import { jobsPage, jobStatusOf } from './jobs-page.ts'
import { safeHeaders } from './page.ts'
import { createSessions, SESSION_MS, type Sessions } from './sessions.ts'
import { againPage, errorPage, signInPage } from './sign-in-page.ts'
import { createSpeeds } from './speeds.ts'

export interface UiOptions {
  readonly settings: ResolvedSettings
  readonly jobs: Jobs
}

export interface Ui {
  fetch(request: Request, connection: PageConnection): Response | Promise<Response>
  /** Returns the path of a link that signs in once; of a service without a key, its first page. */
  signInPath(): string
}

interface PageEnv {
  readonly Bindings: PageConnection
}

const MOST_FORM_BYTES = 8192
/** Characters of a search. */
const MOST_FIND = 200
/** Where signing in may lead: to pages of this service. */
const OWN_PATH = /^\/(?:jobs\/[\da-f-]{36}(?:\/pages\/\d{1,9}(?:\/markdown)?)?)?(?:\?[\w=&%+.*-]{0,1000})?$/i
/** Marks an address that has been asked for again. */
const AGAIN = 'again'

/** Returns what answers for the pages of one service. */
export function createUi({ settings, jobs }: UiOptions): Ui {
  const { apiKey, clock } = settings
  const sessions = apiKey === undefined ? undefined : createSessions(apiKey, clock)
  const speeds = createSpeeds(clock)
  const app = new Hono<PageEnv>()
  const shown = (c: Context): Shown => ({ jobs, speeds, clock, isSignedIn: isSignedIn(c, sessions) })
  app.onError((error, c) => {
    if (error instanceof ApiError) return errorPage(error.status, error.message, isSignedIn(c, sessions))
    settings.log({ type: 'fault', error: error.stack ?? error.message })
    return errorPage(
      500,
      'An unexpected error occurred. See the log of the service.',
      isSignedIn(c, sessions),
    )
  })
  app.use('*', countBytes)
  app.notFound((c) => errorPage(404, 'There is no such page.', isSignedIn(c, sessions)))
  app.use('*', async (c, next) => {
    checkHost(settings, c.req.header('host'))
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') checkOrigin(c)
    await next()
  })
  if (sessions !== undefined && apiKey !== undefined) addSignIn(app, sessions, apiKey)
  app.get('/', (c) =>
    jobsPage(shown(c), {
      part: partOf(c, 'part'),
      text: findOf(c),
      status: jobStatusOf(c.req.query('status')),
    }),
  )
  app.get('/jobs/:id', (c) => {
    const job = findJob(jobs, c.req.param('id'))
    return jobPage(job, shown(c), {
      pages: partOf(c, 'pages'),
      failed: partOf(c, 'failed'),
      find: findOf(c),
      onlyErrors: c.req.query('only') === 'errors',
    })
  })
  app.get('/jobs/:id/pages/:position', (c) =>
    documentPage(findJob(jobs, c.req.param('id')), pagePart(c), isSignedIn(c, sessions)),
  )
  app.get('/jobs/:id/pages/:position/markdown', (c) =>
    markdownFile(findJob(jobs, c.req.param('id')), pagePart(c)),
  )
  app.post('/jobs/:id/cancel', (c) => {
    const { record } = findJob(jobs, c.req.param('id'))
    if (record.status !== 'scraping') throw new ApiError(409, `The job is already ${record.status}.`)
    jobs.cancel(record.id)
    return goTo(`/jobs/${record.id}`)
  })
  return {
    fetch: (request, connection) => app.fetch(request, connection),
    signInPath: () => (sessions === undefined ? '/' : `/open/${sessions.issueToken()}`),
  }
}

/** Adds signing in, and a check of the session before every route that is added later. */
function addSignIn(app: Hono<PageEnv>, sessions: Sessions, apiKey: string): void {
  app.get('/open/:token', (c) => {
    if (sessions.redeem(c.req.param('token'))) return goTo('/', setCookie(c, sessions.cookie(), SESSION_MS))
    return signInPage('/', 'This link was already used or has expired. Sign in with the key.')
  })
  app.post('/sign-in', async (c) => {
    const form = await readForm(c)
    const next = ownPath(form.get('next') ?? '/')
    if (!isSameSecret((form.get('key') ?? '').trim(), apiKey)) return signInPage(next, 'Wrong key.')
    return goTo(next, setCookie(c, sessions.cookie(), SESSION_MS))
  })
  app.post('/sign-out', (c) => goTo('/', setCookie(c, `${sessions.name}=`, 0)))
  app.use('*', async (c, next) => {
    if (isSignedIn(c, sessions) || isBearer(c.req.header('authorization'), apiKey)) return next()
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw new ApiError(401, 'Sign in first.')
    const url = new URL(c.req.url)
    const isAgain = url.searchParams.has(AGAIN)
    url.searchParams.delete(AGAIN)
    const here = ownPath(url.pathname + url.search)
    const site = c.req.header('sec-fetch-site')
    if (isAgain || (site !== 'cross-site' && site !== 'same-site')) return signInPage(here)
    url.searchParams.set(AGAIN, '')
    return againPage(ownPath(url.pathname + url.search))
  })
}

/** Hands an answer over part by part, once its bytes are reserved. */
async function countBytes(c: Context<PageEnv>, next: Next): Promise<void> {
  await next()
  const bytes = new Uint8Array(await c.res.arrayBuffer())
  await c.env.reserve(bytes.length)
  const { status, headers } = c.res
  if (bytes.length > 0) headers.set('content-length', String(bytes.length))
  c.res = new Response(bytes.length > 0 ? bodyOf([bytes]) : null, { status, headers })
}

function isSignedIn({ req }: Context, sessions: Sessions | undefined): boolean {
  return sessions?.holds(req.header('cookie')) ?? false
}

/**
 * Lets a form pass that a page of this service has sent. Browsers say whose page it was, and pages cannot change it.
 * @throws {ApiError} 403
 */
function checkOrigin({ req }: Context): void {
  const [origin, host] = [req.header('origin') ?? '', req.header('host')]
  const isOwn = canParseUrl(origin) && new URL(origin).host === host?.toLowerCase()
  if (!isOwn) throw new ApiError(403, 'Only pages of this service may send this request.')
}

async function readForm({ req }: Context): Promise<URLSearchParams> {
  try {
    return new URLSearchParams(await readBounded(req.raw.body ?? emptyBody(), MOST_FORM_BYTES))
  } catch (error) {
    if (error instanceof TooLong) throw new ApiError(413, 'The request is too long.')
    throw error
  }
}

async function* emptyBody(): AsyncGenerator<Uint8Array> {}

function ownPath(path: string): string {
  return OWN_PATH.test(path) ? path : '/'
}

/** Returns the number of a part, from 1; what is no number is the first. */
function partOf({ req }: Context, name: string): number {
  const text = req.query(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

/** Returns the text that is looked for. */
function findOf({ req }: Context): string {
  return (req.query('find') ?? '').trim().slice(0, MOST_FIND)
}

/** Returns which page of a job is asked for, and how to reserve its bytes. */
function pagePart({ req, env }: Context<PageEnv>): PagePart {
  const text = req.param('position') ?? ''
  if (!/^\d{1,9}$/.test(text)) throw new ApiError(404, 'The job has no such page.')
  return { position: Number(text), reserve: env.reserve }
}

function setCookie({ req }: Context, pair: string, lastingMs: number): Record<string, string> {
  const isEncrypted = req.header('x-forwarded-proto') === 'https' || req.url.startsWith('https:')
  const age = `Max-Age=${Math.floor(lastingMs / 1000)}`
  return {
    'set-cookie': `${pair}; Path=/; ${age}; HttpOnly; SameSite=Strict${isEncrypted ? '; Secure' : ''}`,
  }
}

function goTo(path: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 303, headers: { ...safeHeaders, ...headers, location: path } })
}
