import type { JobRecord } from '../store/job-record.ts'
import type { Delivery } from '../store/delivery-store.ts'
import type { Store } from '../store/store.ts'

/** Returns the body of one delivery, as it is signed and sent; undefined if its page or failure is gone. */
export async function eventBody(
  store: Store,
  record: JobRecord,
  delivery: Delivery,
): Promise<Buffer | undefined> {
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
