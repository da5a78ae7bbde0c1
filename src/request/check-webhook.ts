import { isJsonObject } from '../util/json.ts'
import type { CheckedRequest } from './checked-request.ts'
import { refusal, remark, type RequestProblem } from './request-problem.ts'
import { canParseUrl } from '../util/can-parse-url.ts'

/** Finds settings that prevent the delivery of events. */
export function checkWebhook({ request, isOpen }: CheckedRequest): RequestProblem[] {
  const { webhook } = request
  const [url, pointer] = isJsonObject(webhook) ? [webhook['url'], '/webhook/url'] : [webhook, '/webhook']
  const found: RequestProblem[] = []
  if (typeof url === 'string' && !isOpen(url)) {
    const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]
    if (scheme !== undefined && !/^https?$/i.test(scheme))
      found.push(refusal('limits/webhook-scheme', pointer, { scheme: `${scheme}://` }))
    else if (!canParseUrl(url)) found.push(refusal('limits/webhook-url', pointer, {}))
  }
  const events = isJsonObject(webhook) ? webhook['events'] : undefined
  if (Array.isArray(events) && events.length === 0)
    found.push(remark('limits/empty-events', '/webhook/events', {}, { part: 'key' }))
  return found
}
