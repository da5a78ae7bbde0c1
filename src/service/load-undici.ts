import { createRequire } from 'node:module'
import type * as client from 'undici'

const require = createRequire(import.meta.url)

/**
 * undici's connections without its other parts (fetch, caches, sockets), which take each thread three times as long to
 * load. The package has no entry of its own for them; a test holds these files to be what its entry exports.
 */
// A required file is untyped; the package's declarations say what it is.
export const Agent = require('undici/lib/dispatcher/agent.js') as typeof client.Agent
export const ProxyAgent = require('undici/lib/dispatcher/proxy-agent.js') as typeof client.ProxyAgent

/** undici's way to send one request, for what is sent now and then. */
export function loadRequest(): typeof client.request {
  // As above.
  return (require('undici') as typeof client).request
}
