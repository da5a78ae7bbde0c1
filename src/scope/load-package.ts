import type * as engine from 're2js'
import type * as suffixes from 'tldts'
import { requireLate } from '../util/require-late.ts'

// The explorer's page has src/explore/page/load-package.ts instead.

/** Returns the linear-time regular expression engine. */
export function loadPatternEngine(): typeof engine {
  return requireLate('re2js') as typeof engine
}

export function loadPublicSuffixes(): typeof suffixes {
  return requireLate('tldts') as typeof suffixes
}
