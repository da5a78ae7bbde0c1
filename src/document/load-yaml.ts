import type * as yaml from 'yaml'
import { requireLate } from '../util/require-late.ts'

let library: typeof yaml | undefined

/** Returns the YAML library. Every node of a file asks for it, so the result is kept. */
export function loadYaml(): typeof yaml {
  return (library ??= requireLate('yaml') as typeof yaml)
}
