/**
 * Input: requests of browsers.
 * Output: whole HTML pages that load nothing else and run nothing of crawled pages.
 * Must not know how pages are crawled.
 */
import { Hono, type Context, type Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { parseUrl } from '../../util/can-parse-url.ts'
import { isSameSecret } from '../../util/sha256.ts'
import { findJob, type PageConnection } from '../api/api.ts'
import { ApiError, checkHost, isBearer } from '../api/check-access.ts'
import { bodyOf } from '../api/status-answer.ts'
import type { Jobs } from '../job/job.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { documentPage, markdownFile, type PagePart } from './document-page.ts'
import { createJobFacts, jobPage, jobsPage, jobStatusOf } from './jobs-page.ts'
import { html } from '../../util/markup.ts'
import { answerPage, safeHeaders, type PageParts } from './page.ts'
import { createHmac, randomBytes, scryptSync } from 'node:crypto'
import { getCookie, setCookie } from 'hono/cookie'
import type { Clock } from '../../util/clock.ts'

export type Ui = ReturnType<typeof createUi>

type PageEnv = { readonly Bindings: PageConnection }

const MOST_FORM_BYTES = 8192
const MOST_FIND = 200
/** The paths that may follow signing in: pages of this service. */
const OWN_PATH = /^\/(?:jobs\/[\da-f-]{36}(?:\/pages\/\d{1,9}(?:\/markdown)?)?)?(?:\?[\w=&%+.*-]{0,1000})?$/i
/** Marks an address that was loaded again. */
const AGAIN = 'again'

export function createUi(settings: ResolvedSettings, jobs: Jobs) {
  const { apiKey, clock, log } = settings
  const sessions = apiKey === undefined ? undefined : createSessions(apiKey, clock)
  const reader = createJobFacts(jobs, clock)
  const app = new Hono<PageEnv>()
  const show = (c: Context, parts: PageParts): Response => answerPage(parts, sessions?.holds(c) ?? false)
  app.onError((error, c) => {
    if (error instanceof ApiError) return show(c, errorPage(error.status, error.message))
    log({ type: 'fault', error: error.stack ?? error.message })
    return show(c, errorPage(500, 'An unexpected error occurred. See the log of the service.'))
  })
  app.use('*', finishAnswer)
  app.notFound((c) => show(c, errorPage(404, 'There is no such page.')))
  app.use('*', async (c, next) => {
    checkHost(settings, c.req.header('host'))
    if (!isReading(c)) checkOrigin(c)
    await next()
  })
  if (sessions !== undefined && apiKey !== undefined) addSignIn(app, sessions, apiKey)
  app.get('/', (c) => {
    const status = jobStatusOf(c.req.query('status'))
    return show(c, jobsPage(reader, { part: partOf(c, 'part'), text: findOf(c), status }))
  })
  app.get('/jobs/:id', (c) => {
    const job = findJob(jobs, c.req.param('id'))
    const part = { pages: partOf(c, 'pages'), failed: partOf(c, 'failed'), find: findOf(c) }
    return show(c, jobPage(job, reader, { ...part, onlyErrors: c.req.query('only') === 'errors' }))
  })
  app.get('/jobs/:id/pages/:position', async (c) =>
    show(c, await documentPage(findJob(jobs, c.req.param('id')), pagePart(c))),
  )
  app.get('/jobs/:id/pages/:position/markdown', (c) =>
    markdownFile(findJob(jobs, c.req.param('id')), pagePart(c)),
  )
  app.post('/jobs/:id/cancel', (c) => {
    const { record } = findJob(jobs, c.req.param('id'))
    if (record.status !== 'scraping') throw new ApiError(409, `The job is already ${record.status}.`)
    jobs.cancel(record.id)
    return c.redirect(`/jobs/${record.id}`, 303)
  })
  return {
    fetch: (request: Request, connection: PageConnection) => app.fetch(request, connection),
    /** Returns the path of a link that signs in once, or of the first page if the service has no key. */
    signInPath: () => (sessions === undefined ? '/' : `/open/${sessions.issueToken()}`),
  }
}

/** Adds the sign-in routes, and a check of the session before every route that is added later. */
function addSignIn(app: Hono<PageEnv>, sessions: ReturnType<typeof createSessions>, apiKey: string): void {
  const goTo = (c: Context, path: string): Response => {
    sessions.begin(c)
    return c.redirect(path, 303)
  }
  const ask = (next: string, wrong?: string): Response => answerPage(signInPage(next, wrong), false)
  const onError = (): never => {
    throw new ApiError(413, 'The request is too long.')
  }
  app.get('/open/:token', (c) =>
    sessions.redeem(c.req.param('token'))
      ? goTo(c, '/')
      : ask('/', 'This link was already used or has expired. Sign in with the key.'),
  )
  app.post('/sign-in', bodyLimit({ maxSize: MOST_FORM_BYTES, onError }), async (c) => {
    const form = new URLSearchParams(await c.req.text())
    const next = ownPath(form.get('next') ?? '/')
    const isRight = isSameSecret((form.get('key') ?? '').trim(), apiKey)
    return isRight ? goTo(c, next) : ask(next, 'Wrong key.')
  })
  app.post('/sign-out', (c) => {
    sessions.end(c)
    return c.redirect('/', 303)
  })
  app.use('*', async (c, next) => {
    if (sessions.holds(c) || isBearer(c.req.header('authorization'), apiKey)) return next()
    if (!isReading(c)) throw new ApiError(401, 'Sign in first.')
    const url = new URL(c.req.url)
    const isAgain = url.searchParams.has(AGAIN)
    url.searchParams.delete(AGAIN)
    const here = ownPath(url.pathname + url.search)
    const site = c.req.header('sec-fetch-site')
    if (isAgain || (site !== 'cross-site' && site !== 'same-site')) return ask(here)
    url.searchParams.set(AGAIN, '')
    return answerPage(againPage(ownPath(url.pathname + url.search)), false)
  })
}

function errorPage(status: number, error: string): PageParts {
  const body = html`<h1>${status === 404 ? 'Not found' : 'Something went wrong'}</h1>
    <p>${error}</p>
    <p><a href="/">All jobs</a></p>`
  return { title: error, body, status }
}

/** Adds the common headers to an answer, and sends it in parts after its bytes are reserved. */
async function finishAnswer(c: Context<PageEnv>, next: Next): Promise<void> {
  await next()
  const bytes = new Uint8Array(await c.res.arrayBuffer())
  await c.env.reserve(bytes.length)
  const headers = new Headers({ ...safeHeaders, ...Object.fromEntries(c.res.headers) })
  if (bytes.length > 0) headers.set('content-length', String(bytes.length))
  const { status } = c.res
  c.res = new Response(bytes.length > 0 ? bodyOf([bytes]) : null, { status, headers })
}

function isReading({ req }: Context): boolean {
  return req.method === 'GET' || req.method === 'HEAD'
}

/** Browsers send the origin of the page, and pages cannot change it. @throws {ApiError} 403 */
function checkOrigin({ req }: Context): void {
  const [origin, host] = [req.header('origin') ?? '', req.header('host')]
  const from = parseUrl(origin)
  if (from === undefined || from.host !== host?.toLowerCase())
    throw new ApiError(403, 'Only pages of this service may send this request.')
}

function ownPath(path: string): string {
  return OWN_PATH.test(path) ? path : '/'
}

/** Returns the number of a part, from 1; also 1 if the parameter is not a number. */
function partOf({ req }: Context, name: string): number {
  const text = req.query(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1
}

function findOf({ req }: Context): string {
  return (req.query('find') ?? '').trim().slice(0, MOST_FIND)
}

/** Returns the position of the requested page in its job, and how to reserve its bytes. */
function pagePart({ req, env }: Context<PageEnv>): PagePart {
  const text = req.param('position') ?? ''
  if (!/^\d{1,9}$/.test(text)) throw new ApiError(404, 'The job has no such page.')
  return { position: Number(text), reserve: env.reserve }
}

const SESSION_SECONDS = 7 * 86_400
const LINK_MS = 10 * 60_000
/** The most links that are valid at once; a further one replaces the oldest. */
const MOST_LINKS = 100

/** Signs people in without sessions: a cookie holds its expiry, signed with a key derived from the service's key. */
function createSessions(apiKey: string, clock: Clock) {
  // Slow on purpose: the key may be a word, and nobody must be able to guess it from a stolen cookie.
  const secret = scryptSync(apiKey, 'crawlform sessions', 32)
  const hmac = (text: string) => createHmac('sha256', secret).update(text)
  const sign = (text: string): string => hmac(text).digest('base64url')
  // Depends on the key, because services on all ports of a host share its cookies.
  const cookie = `crawlform_${hmac('name').digest('hex').slice(0, 12)}`
  const set = (c: Context, value: string, maxAge: number): void => {
    const secure = c.req.header('x-forwarded-proto') === 'https' || c.req.url.startsWith('https:')
    setCookie(c, cookie, value, { maxAge, path: '/', httpOnly: true, sameSite: 'Strict', secure })
  }
  /** When links expire, by the signature of their token. */
  const links = new Map<string, number>()
  return {
    begin: (c: Context): void => {
      const end = String(clock.now() + SESSION_SECONDS * 1000)
      set(c, `${end}.${sign(`session ${end}`)}`, SESSION_SECONDS)
    },
    end: (c: Context) => set(c, '', 0),
    /** Returns whether a request belongs to a session that has not expired. */
    holds: (c: Context): boolean => {
      const [end = '', signature = '', ...more] = (getCookie(c, cookie) ?? '').split('.')
      const isOwn = more.length === 0 && isSameSecret(signature, sign(`session ${end}`))
      return isOwn && Number(end) > clock.now()
    },
    issueToken: (): string => {
      const token = randomBytes(24).toString('base64url')
      links.set(sign(`link ${token}`), clock.now() + LINK_MS)
      const [oldest] = links.keys()
      if (links.size > MOST_LINKS && oldest !== undefined) links.delete(oldest)
      return token
    },
    /** Returns whether a token is valid. It can be used only once. */
    redeem: (token: string): boolean => {
      // Tokens are looked up by their signature, so the time that this takes reveals nothing about them.
      const key = sign(`link ${token}`)
      const end = links.get(key)
      links.delete(key)
      return end !== undefined && end > clock.now()
    },
  }
}

/** Returns the form that asks for the key; `next` is the path after signing in. */
function signInPage(next: string, wrong?: string): PageParts {
  const body = html`<h1>Sign in</h1>
    <form class="sign-in" method="post" action="/sign-in">
      <p>Enter the service key. You stay signed in for a week.</p>
      ${wrong === undefined ? undefined : html`<p class="alert" role="alert">${wrong}</p>`}
      <label
        >Service key <input name="key" type="password" autocomplete="current-password" required autofocus
      /></label>
      <input type="hidden" name="next" value="${next}" />
      <button>Sign in</button>
    </form>
    <details class="ask">
      <summary>Where is the key?</summary>
      <p>
        It is the value of <code>CRAWLFORM_API_KEY</code> that the service was started with. Without that
        variable, <code>crawlform serve</code> makes a key at each start and writes it to
        <code>service-endpoint.json</code> in <code>.crawlform</code>, or in the directory of
        <code>--data-dir</code>.
      </p>
      <p>On a terminal, <code>crawlform serve</code> also prints a link that signs you in once.</p>
    </details>`
  return { title: 'Sign in', body, status: 401 }
}

/** Returns a page that loads `next` again at once: browsers send no cookie when they follow a link on another site. */
function againPage(next: string): PageParts {
  const body = html`<h1>One moment</h1>
    <p><a href="${next}">Continue</a></p>`
  return { title: 'One moment', body, status: 401, onTo: next }
}
