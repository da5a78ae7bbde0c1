import * as engine from 're2js'
import * as suffixes from 'tldts'

// The build puts this file in the place of src/scope/load-package.ts: a page cannot load packages later.

/** Returns the linear-time regular expression engine. */
export function loadPatternEngine(): typeof engine {
  return engine
}

export function loadPublicSuffixes(): typeof suffixes {
  return suffixes
}
