import type * as yaml from 'yaml'
import { requirePackage } from '../util/require-package.ts'

let library: typeof yaml | undefined

/** Returns the YAML library. Every node of a file asks for it, so the result is kept. */
export function loadYaml(): typeof yaml {
  return (library ??= requirePackage('yaml') as typeof yaml)
}
