import { createRequire } from 'node:module'
import type * as client from 'undici'

/**
 * Loads undici's connections without its other parts (fetch, caches, sockets), which take longer to load than a hundred
 * submissions to send. The package has no entry for them; a test checks that the file is what its entry exports.
 */
export function loadAgent(): typeof client.Agent {
  // Required files are untyped; the package's declarations give the types.
  return createRequire(import.meta.url)('undici/lib/dispatcher/agent.js') as typeof client.Agent
}

/** Loads what goes through a proxy, which is of no use without all of undici. */
export function loadProxyAgent(): typeof client.EnvHttpProxyAgent {
  // Typed as above.
  return (createRequire(import.meta.url)('undici') as typeof client).EnvHttpProxyAgent
}
