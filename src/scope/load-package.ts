import { createRequire } from 'node:module'
import type * as engine from 're2js'
import type * as suffixes from 'tldts'

/**
 * Loads a package with `require`, when it is first needed, which for most files is never. A dynamic import would make
 * every decision asynchronous. `require` works in this ES module, in the command line's CommonJS bundle and under the
 * test runner.
 */
function load(name: string): unknown {
  return createRequire(import.meta.url)(name)
}

/** Returns the linear-time regular expression engine; the first call costs about 8 ms. */
export function loadPatternEngine(): typeof engine {
  // `require` is untyped; the package's own declarations give the type.
  return load('re2js') as typeof engine
}

/** Returns the public suffix list; the first call costs about 5 ms. */
export function loadPublicSuffixes(): typeof suffixes {
  // Typed as above.
  return load('tldts') as typeof suffixes
}
