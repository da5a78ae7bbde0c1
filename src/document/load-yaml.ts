import { createRequire } from 'node:module'
import type * as yaml from 'yaml'

const require = createRequire(import.meta.url)
let library: typeof yaml | undefined

/**
 * Returns the YAML library, which is loaded for the first file that needs it. `import()` would make every check of a file
 * asynchronous.
 */
export function loadYaml(): typeof yaml {
  // `require` is untyped; the package's own declarations give the type.
  return (library ??= require('yaml') as typeof yaml)
}
