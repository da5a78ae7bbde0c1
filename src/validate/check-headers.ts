import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { escapeToken } from '../util/json-pointer.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { unsendableHeaders } from '../request/request-headers.ts'
import type { RequestCheck } from './request-check.ts'

/** Returns headers of pages and of the webhook that no HTTP request can carry. */
export function checkHeaders({ request, scrapeOptions, locate }: RequestCheck): Diagnostic[] {
  const { webhook } = request
  return [
    ...unsendable('/scrapeOptions/headers', scrapeOptions['headers'], locate),
    ...unsendable('/webhook/headers', isJsonObject(webhook) ? webhook['headers'] : undefined, locate),
  ]
}

function unsendable(base: string, headers: Json | undefined, locate: RequestCheck['locate']): Diagnostic[] {
  return unsendableHeaders(headers).map(({ name, problem }) => {
    const pointer = `${base}/${escapeToken(name)}`
    // The value may be a secret, so the name is what is shown.
    const shown = { name: JSON.stringify(name), problem }
    return diagnose('limits/unsendable-header', shown, locate(pointer, 'key'), { pointer })
  })
}
