import { createHmac } from 'node:crypto'
import { refusedLiteral } from '../http/address-policy.ts'
import { request } from 'undici'
import { LONGEST_TIMER_MS } from '../../util/clock.ts'
import type { Webhook } from '../../schema/request-v2.gen.ts'
import type { WebhookAccess } from './webhook-access.ts'
import { messageOf } from '../../util/message-of.ts'

export interface SendOptions {
  readonly target: Webhook
  readonly body: Uint8Array
  readonly secret: string | undefined
  readonly timeoutMs: number
  readonly access: WebhookAccess
}

/**
 * Returns one attempt to deliver: undefined when the receiver took it (2xx), else what went wrong. Follows no
 * redirects.
 */
export async function sendEvent(options: SendOptions, signal: AbortSignal): Promise<string | undefined> {
  const { target, body, secret, timeoutMs, access } = options
  // The service may have taken the crawl under other settings, which allowed more.
  const refused = refusedLiteral(target.url, access.policy)
  if (refused !== undefined) return refused.message
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    ...lowerCased(target.headers ?? {}),
  }
  if (secret !== undefined) headers['x-firecrawl-signature'] = signature(body, secret)
  try {
    const answer = await request(target.url, {
      method: 'POST',
      dispatcher: access.dispatcher,
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

/** Signs the raw body with HMAC-SHA256, as receivers of the hosted service check it. */
function signature(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}
