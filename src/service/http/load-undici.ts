import { createRequire } from 'node:module'
import type * as client from 'undici'

/**
 * undici's connections without its other parts (fetch, caches, sockets), which take each thread three times as long to
 * load. The package has no entry of its own for them; a test holds these files to be what its entry exports.
 */
export const { Agent, ProxyAgent } = loadConnections()

function loadConnections(): Pick<typeof client, 'Agent' | 'ProxyAgent'> {
  // Each by a `require` of its own, which the build knows and follows. Required files are untyped; the package's declarations say what they are.
  return {
    Agent: createRequire(import.meta.url)('undici/lib/dispatcher/agent.js') as typeof client.Agent,
    ProxyAgent: createRequire(import.meta.url)(
      'undici/lib/dispatcher/proxy-agent.js',
    ) as typeof client.ProxyAgent,
  }
}

/** undici's way to send one request, for what is sent now and then. */
export function loadRequest(): typeof client.request {
  // As above: a required package is untyped.
  return (createRequire(import.meta.url)('undici') as typeof client).request
}
