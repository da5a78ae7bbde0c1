import { createRequire } from 'node:module'
import type * as engine from 'css-select'

/** Loads the engine that pages are read with. */
export function loadSelectorEngine(): typeof engine {
  // A required package is untyped; its own declarations say what it is.
  return createRequire(import.meta.url)('css-select') as typeof engine
}
