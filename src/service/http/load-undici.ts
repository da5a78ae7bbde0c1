import { createRequire } from 'node:module'
import type * as client from 'undici'

/**
 * undici's connections without its other parts (fetch, caches, sockets), which take each thread three times as long to
 * load. The package has no entry for them; a test checks that these files are what its entry exports.
 */
export const { Agent, ProxyAgent } = loadConnections()

function loadConnections(): Pick<typeof client, 'Agent' | 'ProxyAgent'> {
  // Each by a `require` of its own, which the build follows. Required files are untyped; the package's declarations
  // give the types.
  return {
    Agent: createRequire(import.meta.url)('undici/lib/dispatcher/agent.js') as typeof client.Agent,
    ProxyAgent: createRequire(import.meta.url)(
      'undici/lib/dispatcher/proxy-agent.js',
    ) as typeof client.ProxyAgent,
  }
}

/** Loads undici's way to send one request, for what is sent now and then. */
export function loadRequest(): typeof client.request {
  // Typed as above.
  return (createRequire(import.meta.url)('undici') as typeof client).request
}
