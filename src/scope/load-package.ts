import { createRequire } from 'node:module'
import type * as engine from 're2js'
import type * as suffixes from 'tldts'

/**
 * A dynamic import would make every decision asynchronous. `require` loads when it is called, and works alike in this ES
 * module, in the command line's CommonJS bundle and under the test runner. It is made when first needed, which most files
 * never come to.
 */
function load(name: string): unknown {
  return createRequire(import.meta.url)(name)
}

/** Returns the linear-time regular expression engine; the first call costs about 8 ms. */
export function loadPatternEngine(): typeof engine {
  // A required package is untyped; its own declarations say what it is.
  return load('re2js') as typeof engine
}

/** Returns the public suffix list; the first call costs about 5 ms. */
export function loadPublicSuffixes(): typeof suffixes {
  // As above.
  return load('tldts') as typeof suffixes
}
