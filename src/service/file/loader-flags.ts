import { existsSync } from 'node:fs'
import Module from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** Yarn's Plug'n'Play adds it to Node's modules. */
interface PlugAndPlay {
  readonly findPnpApi?: (
    file: string,
  ) => { resolveRequest(request: string, issuer: string): string | null } | null
}

/**
 * Returns the flags of Node with which a process of ours finds the package and its dependencies, also without the environment
 * of this one. Only Yarn's Plug'n'Play needs some.
 */
export function loaderFlags(): string[] {
  const here = fileURLToPath(import.meta.url)
  const hooks = (Module as PlugAndPlay).findPnpApi?.(here)?.resolveRequest('pnpapi', here)
  if (hooks === undefined || hooks === null) return []
  // For `import`. Yarn writes it beside.
  const loader = new URL('.pnp.loader.mjs', pathToFileURL(hooks))
  const forImports = existsSync(loader) ? ['--experimental-loader', loader.href] : []
  return ['--require', hooks, ...forImports]
}
