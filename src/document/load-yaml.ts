import { createRequire } from 'node:module'
import type * as Yaml from 'yaml'

/**
 * Returns the YAML library, loaded when first asked for: most files never need it, and loading it costs more than a
 * start of Node. Synchronous, because reading is. The command line's build puts its own bundled copy in this file's
 * place.
 */
export function loadYaml(): typeof Yaml {
  return createRequire(import.meta.url)('yaml') as typeof Yaml
}
