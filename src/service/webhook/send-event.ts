import { createHmac } from 'node:crypto'
import { Agent, request } from 'undici'
import type { Webhook } from '../../schema/request-v2.gen.ts'
import { LONGEST_TIMER_MS } from '../../util/clock.ts'
import { messageOf } from '../../util/message-of.ts'
import { isLoopbackName, lookupWithin, refusedLiteral, type AddressPolicy } from '../http/address-policy.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { Delivery } from '../store/delivery-store.ts'
import type { JobRecord } from '../store/job-record.ts'
import type { Store } from '../store/store.ts'

/** Returns the body of one delivery, as it is signed and sent; undefined if its page or failure is gone. */
export function eventBody(store: Store, record: JobRecord, delivery: Delivery): Buffer | undefined {
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
    const { url, error } = failure
    return json({ success: false, ...head, error, data: [{ metadata: { sourceURL: url } }], metadata })
  }
  const failed = event === 'failed'
  const error = failed && record.error !== undefined ? { error: record.error } : {}
  return json({ success: !failed, ...head, data: [], ...error, metadata })
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

/** Sends events: to public addresses unless others are allowed, or all is local. */
export class EventSender {
  readonly #policy: AddressPolicy
  readonly #agent: Agent
  readonly #settings: ResolvedSettings['webhook']

  constructor({ host, allowPrivateAddresses, webhook }: ResolvedSettings) {
    this.#policy = allowPrivateAddresses || isLoopbackName(host) ? 'loopback' : 'public'
    this.#agent = new Agent({ connect: { lookup: lookupWithin(this.#policy) } })
    this.#settings = webhook
  }

  /**
   * Returns one attempt to deliver: undefined when the receiver took it (2xx), else what went wrong. Follows no
   * redirects.
   */
  async send(target: Webhook, body: Uint8Array, signal: AbortSignal): Promise<string | undefined> {
    // The service may have taken the crawl under other settings, which allowed more.
    const refused = refusedLiteral(target.url, this.#policy)
    if (refused !== undefined) return refused.message
    const { secret, timeoutMs } = this.#settings
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    for (const [name, value] of Object.entries(target.headers ?? {})) headers[name.toLowerCase()] = value
    // Signs the raw body, as receivers of the hosted service check it.
    if (secret !== undefined)
      headers['x-firecrawl-signature'] = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    try {
      const answer = await request(target.url, {
        method: 'POST',
        dispatcher: this.#agent,
        headers,
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(Math.min(timeoutMs, LONGEST_TIMER_MS))]),
      })
      await answer.body.dump({ limit: 64 * 1024 })
      return answer.statusCode >= 200 && answer.statusCode < 300 ? undefined : `HTTP ${answer.statusCode}`
    } catch (error) {
      return messageOf(error)
    }
  }

  /** Drops every connection. */
  close(): Promise<void> {
    return this.#agent.destroy()
  }
}
