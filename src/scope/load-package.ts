import { createRequire } from 'node:module'
import type * as engine from 're2js'
import type * as suffixes from 'tldts'

// Most crawls need neither package, and loading both takes a quarter of a start. `import()` would make every decision
// about a URL asynchronous. The explorer's page has src/explore/page/load-package.ts instead.
const require = createRequire(import.meta.url)

/** Returns the linear-time regular expression engine. */
export function loadPatternEngine(): typeof engine {
  // `require` is untyped; the package's own declarations give the type.
  return require('re2js') as typeof engine
}

/** Returns the public suffix list. */
export function loadPublicSuffixes(): typeof suffixes {
  // Typed as above.
  return require('tldts') as typeof suffixes
}
