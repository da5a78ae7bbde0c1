/**
 * Input: settings of the embedded crawl service.
 * Output: a running service with its address, or an error that says why it cannot start.
 * Must not know crawl files, commands or terminals.
 */
import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { MemoryBudget } from './body/memory-budget.ts'
import { type Clock, callAfter } from '../util/clock.ts'
import { allowManyListeners } from '../util/allow-many-listeners.ts'
import { createRoutes, type RouteOptions } from './api/api.ts'
import { createRequestReader } from './api/read-request.ts'
import { attachStatusSocket, dropSlowReader } from './api/status-socket.ts'
import { createMeter, type Meter } from './api/meter.ts'
import { browserAvailable, checkBrowser } from './browser/find-chromium.ts'
import { createJobs } from './create-jobs.ts'
import type { Jobs } from './job/job.ts'
import { createLanguageModel } from './model/model.ts'
import { resolveSettings, ServiceError } from './settings/settings.ts'
import type { ResolvedSettings, ServiceSettings } from './settings/settings.ts'
import { openStore, openVolatileStore } from './store/store.ts'
import type { Ui } from './ui/ui.ts'
import { createEventDelivery, type EventDelivery } from './webhook/webhook.ts'

export interface RunningService {
  /** `http://ADDRESS:PORT`, without a slash. */
  readonly url: string
  /**
   * Returns a link that signs a browser in to the service's pages, once and within ten minutes. Without a key it is the
   * plain address of the pages. Anyone with this link is signed in, so never log it.
   */
  signInLink(): Promise<string>
  /** Resolves when a job has ended; at once when it does not run. */
  ended(job: string): Promise<void>
  /** Ends gracefully: pages in flight finish or return to the frontier, and unfinished jobs resume at the next start. */
  close(): Promise<void>
}

/** A stopping service waits this long for pages in flight and for webhooks. */
const GRACE_MS = 5000

/**
 * Starts the crawl service: the API of the hosted one, on this machine. Jobs that an earlier service left unfinished in
 * the data directory continue where they were.
 * @throws {ServiceError}
 */
export async function startService(written: ServiceSettings): Promise<RunningService> {
  const base = resolveSettings(written)
  const meter = base.metrics ? createMeter(base) : undefined
  const settings = meter === undefined ? base : { ...base, log: meter.listening(base.log) }
  if (settings.browser !== false) checkBrowser(settings.browser)
  const core = createCore(settings, meter)
  const { jobs, events, stores } = core
  let ui: Promise<Ui> | undefined
  const pages = (): Promise<Ui> =>
    (ui ??= import('./ui/ui.ts').then(({ createUi }) => createUi(settings, jobs)))
  const http = createHttp(core, { settings, meter, pages })
  const url = await listen(http.server, settings).catch((error: unknown) => {
    for (const store of stores) store.close()
    throw error
  })
  settings.log({ type: 'started', url })
  if (!settings.isIdle) {
    jobs.resume()
    events.wake()
  }
  let closing: Promise<void> | undefined
  const close = async (): Promise<void> => {
    http.closeSockets()
    const closed = new Promise((resolve) => http.server.close(resolve))
    await endWork(jobs, events, settings.clock)
    await core.fetcher.close()
    http.server.closeAllConnections()
    await closed
    for (const store of stores) store.close()
    settings.log({ type: 'stopped' })
  }
  return {
    url,
    signInLink: async () => browserUrl(url) + (await pages()).signInPath(),
    ended: (job) => jobs.whenEnded(job.toLowerCase()),
    close: () => (closing ??= close()),
  }
}

/** Returns the parts of the service that work without HTTP. */
function createCore(settings: ResolvedSettings, meter: Meter | undefined) {
  const durable = openStore(settings.dataDirectory)
  const volatile = openVolatileStore(settings.dataDirectory)
  const stores = [durable, volatile]
  const events = createEventDelivery(settings, stores)
  const model = settings.model === undefined ? undefined : createLanguageModel(settings.model)
  const { jobs, fetcher } = createJobs(settings, {
    durable,
    volatile,
    observer: undefined,
    notify: (store, record, event) => {
      if (event.type === 'page') meter?.countPage()
      events.record(store, record, event)
    },
    deliver: () => events.wake(),
  })
  return { jobs, events, stores, fetcher, model }
}

function createHttp(
  { jobs, stores, model }: ReturnType<typeof createCore>,
  { settings, ...parts }: Pick<RouteOptions, 'settings' | 'meter' | 'pages'>,
): { readonly server: Server; readonly closeSockets: () => void } {
  const { browser, limits } = settings
  const reader = createRequestReader(model, browser !== false && browserAvailable(browser), settings)
  const budget = new MemoryBudget(limits.sentBytes)
  const app = createRoutes({ settings, jobs, stores, reader, budget, ...parts })
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const headersTimeout = Math.min(limits.headersMs, limits.requestMs)
  // Requests end that much later than at their limit.
  const connectionsCheckingInterval = Math.ceil(headersTimeout / 4)
  const times = { headersTimeout, requestTimeout: limits.requestMs, connectionsCheckingInterval }
  const server = createHttpServer(times, (incoming, outgoing) => {
    // Clients of HTTP/1.0, such as health checks, need not send it. Node refuses others without it.
    incoming.headers.host ??= 'localhost'
    dropSlowReader(incoming.socket, outgoing, limits.answerMs)
    void answer(incoming, outgoing)
  })
  server.maxConnections = limits.connections
  return { server, closeSockets: attachStatusSocket(server, { settings, jobs, budget }) }
}

async function endWork(jobs: Jobs, events: EventDelivery, clock: Clock): Promise<void> {
  const grace = new AbortController()
  // Every job listens to it.
  allowManyListeners(grace.signal)
  const cancel = callAfter(clock, GRACE_MS, () => grace.abort())
  await jobs.close(grace.signal)
  await events.close(grace.signal)
  cancel()
}

/** Returns an address that a browser on this machine can open, even when the service listens on all addresses. */
function browserUrl(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}

async function listen(server: Server, { host, port }: ResolvedSettings): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: Error) => {
    throw new ServiceError('address-unavailable', `Cannot listen on ${host}:${port}: ${error.message}`, error)
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${name}:${address.port}`
}
