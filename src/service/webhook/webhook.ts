/**
 * Input: events, recorded in the same transaction as their cause.
 * Output: signed POSTs, repeated with growing waits, across restarts of the service.
 * Must not know how jobs get their results.
 */
import { createHmac } from 'node:crypto'
import { request } from 'undici'
import type { Webhook } from '../../schema/request-v2.gen.ts'
import { LONGEST_TIMER_MS, createAlarm } from '../../util/clock.ts'
import { networkReason } from '../../util/network.ts'
import { isLoopbackName, lookupWithin, refusedHost, type AddressPolicy } from '../http/address-policy.ts'
import { createAgent } from '../http/connection.ts'
import type { JobEvent } from '../job/crawl-context.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { Delivery } from '../store/job-store.ts'
import type { JobRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

const AT_ONCE = 8

/** Returns functions that record and deliver events: each job's `started` first, page events in any order, and its end last. */
export function createEventDelivery(settings: ResolvedSettings, stores: readonly Store[]) {
  const { clock, log } = settings
  const inProgress = new Map<string, Promise<void>>()
  const leaving = new AbortController()
  const sender = createSender(settings)
  const means = { settings, sender, leaving: leaving.signal }
  const onError = (error: unknown): void => {
    const stack = error instanceof Error ? error.stack : undefined
    log({ type: 'fault', error: stack ?? String(error) })
  }
  /** Starts the deliveries that are due. */
  const wake = (): void => {
    if (leaving.signal.aborted) return
    for (const [index, store] of stores.entries()) {
      // The result of a delivery could not be recorded, so the event would be sent again.
      if (store.diskFailure !== undefined) continue
      // This runs at every change of a job, and most jobs have no webhook.
      const now = clock.now()
      const next = store.deliveries.nextDueAt()
      if (next === undefined) continue
      if (next > now) {
        alarm.setFor(next)
        continue
      }
      for (const delivery of inTurn(store.deliveries.due(now, AT_ONCE * 8))) {
        const key = `${index}/${delivery.number}`
        if (inProgress.size >= AT_ONCE) return
        if (inProgress.has(key)) continue
        const work = deliver(store, delivery, means).finally(() => inProgress.delete(key))
        inProgress.set(key, work.then(wake, onError))
      }
    }
  }
  const alarm = createAlarm(clock, wake)
  return {
    wake,
    /** Records an event if the job's webhook asks for it. The caller holds the transaction. */
    record: (store: Store, job: JobRecord, event: JobEvent): void => {
      const { webhook } = job.request
      if (webhook === undefined) return
      const wanted = webhook.events ?? []
      const name = event.type === 'page-failed' ? 'page' : event.type
      if (wanted.length > 0 && !wanted.includes(name)) return
      const position = 'position' in event ? event.position : undefined
      store.deliveries.add(job.number, { event: event.type, position, at: clock.now() })
    },
    /** Sends the deliveries that are due, until `signal` aborts. The next start of the service sends the rest. */
    close: async (signal: AbortSignal): Promise<void> => {
      const aborted = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      while (inProgress.size > 0 && !signal.aborted) await Promise.race([aborted, ...inProgress.values()])
      leaving.abort()
      alarm.cancel()
      await Promise.all(inProgress.values())
      await sender.close()
    },
  }
}

export type EventDelivery = ReturnType<typeof createEventDelivery>

interface DeliveryMeans {
  readonly settings: ResolvedSettings
  readonly sender: ReturnType<typeof createSender>
  readonly leaving: AbortSignal
}

async function deliver(store: Store, delivery: Delivery, { settings, sender, leaving }: DeliveryMeans) {
  const record = store.jobs.find(delivery.jobId)
  const target = record?.request.webhook
  if (record === undefined || target === undefined) return store.deliveries.remove(delivery.number)
  let body: Buffer | undefined
  try {
    body = eventBody(store, record, delivery)
  } catch {
    // Its page cannot be read.
  }
  if (body === undefined) return store.deliveries.remove(delivery.number)
  const error = await sender.send(target, body, leaving)
  if (error === undefined) return store.deliveries.remove(delivery.number)
  // A delivery cut off by the end of the service does not count as an attempt.
  if (leaving.aborted) return
  const attempt = delivery.attempts + 1
  settings.log({ type: 'webhook-failed', job: record.id, event: delivery.event, attempt, error })
  const wait = settings.webhook.retryDelaysMs[delivery.attempts]
  if (wait === undefined) store.deliveries.remove(delivery.number)
  else store.deliveries.postpone(delivery.number, settings.clock.now() + wait)
}

/** Returns the deliveries whose turn it is: a job's `started` is tried before its page events, and those before its end. */
function inTurn(due: readonly Delivery[]): Delivery[] {
  const opening = new Set<string>()
  const open = new Set<string>()
  return due.filter(({ jobId, event, attempts }) => {
    const blocked = opening.has(jobId) || (['completed', 'failed'].includes(event) && open.has(jobId))
    if (attempts === 0) {
      if (event === 'started') opening.add(jobId)
      open.add(jobId)
    }
    return !blocked
  })
}

/** Returns the body of one delivery, as it is signed and sent; undefined if its page or failure is gone. */
function eventBody(store: Store, record: JobRecord, delivery: Delivery): Buffer | undefined {
  const { event, position = 0 } = delivery
  const type = `crawl.${event === 'page-failed' ? 'page' : event}`
  const metadata = record.request.webhook?.metadata ?? {}
  const head = { type, id: record.id, webhookId: delivery.id }
  if (event === 'page') {
    const [document] = store.read(store.pages.results(record.number, position, 1))
    if (document === undefined) return undefined
    const opening = JSON.stringify({ success: true, ...head }).slice(0, -1)
    return Buffer.concat([
      Buffer.from(`${opening},"data":[`),
      document,
      Buffer.from(`],"metadata":${JSON.stringify(metadata)}}`),
    ])
  }
  if (event === 'page-failed') {
    const [failure] = store.pages.failures(record.number, { skip: position, count: 1 })
    if (failure === undefined) return undefined
    const data = [{ metadata: { sourceURL: failure.url } }]
    return Buffer.from(JSON.stringify({ success: false, ...head, error: failure.error, data, metadata }))
  }
  const failed = event === 'failed'
  const error = failed && record.error !== undefined ? { error: record.error } : {}
  return Buffer.from(JSON.stringify({ success: !failed, ...head, data: [], ...error, metadata }))
}

/** Returns a client for events. It connects to public addresses, unless others are allowed or all is local. */
function createSender({ host, allowPrivateAddresses, webhook }: ResolvedSettings) {
  const { secret, timeoutMs } = webhook
  const policy: AddressPolicy = allowPrivateAddresses || isLoopbackName(host) ? 'loopback' : 'public'
  const agent = createAgent({ connect: { lookup: lookupWithin(policy) } })
  return {
    /** Tries once, without redirects. Returns the error, or undefined if the receiver accepted the event (2xx). */
    send: async (target: Webhook, body: Uint8Array, signal: AbortSignal): Promise<string | undefined> => {
      // The crawl may have been accepted under earlier settings, which allowed this address.
      const { hostname, username, password } = new URL(target.url)
      const refused = refusedHost(hostname, policy)
      if (refused !== undefined) return refused.message
      const headers: Record<string, string> = { 'content-type': 'application/json' }
      for (const [name, value] of Object.entries(target.headers ?? {})) headers[name.toLowerCase()] = value
      // Signs the raw body, as receivers of the hosted service check it.
      if (secret !== undefined)
        headers['x-firecrawl-signature'] = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
      try {
        const login = decodeURIComponent(`${username}:${password}`)
        if (login !== ':') headers['authorization'] ??= `Basic ${Buffer.from(login).toString('base64')}`
        const answer = await request(target.url, {
          method: 'POST',
          dispatcher: agent,
          headers,
          body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(Math.min(timeoutMs, LONGEST_TIMER_MS))]),
        })
        await answer.body.dump({ limit: 64 * 1024 })
        return answer.statusCode >= 200 && answer.statusCode < 300 ? undefined : `HTTP ${answer.statusCode}`
      } catch (error) {
        return networkReason(error)
      }
    },
    close: () => agent.destroy(),
  }
}
