import { createRequire } from 'node:module'
import type * as client from 'undici'

/** Loads undici's way to send one request, for what is sent now and then. */
export function loadRequest(): typeof client.request {
  return (createRequire(import.meta.url)('undici') as typeof client).request
}
