import { createRequire } from 'node:module'
import type * as client from 'undici'

/**
 * undici's connections without its other parts (fetch, caches, sockets), which take each thread three times as long to
 * load. The package has no entry for them; a test checks that this file is what its entry exports. Required files are
 * untyped; the package's declarations give the types.
 */
export const Agent = createRequire(import.meta.url)('undici/lib/dispatcher/agent.js') as typeof client.Agent
