let load: NodeJS.Require | undefined

/**
 * Returns an installed package, or a file by its path from this folder, which every folder of the build shares. It is loaded on
 * first use. Few runs need any of them, and `import()` would make every check of a file asynchronous. The result is untyped.
 */
export function requireLate(id: string): unknown {
  load ??= process.getBuiltinModule('node:module').createRequire(import.meta.url)
  return load(id)
}
