let load: NodeJS.Require | undefined

/**
 * Returns an installed package, which is loaded on first use. Most runs need none of these packages, and `import()` would make
 * every check of a file asynchronous. The result is untyped; callers name the package's own types.
 */
export function requirePackage(name: string): unknown {
  load ??= process.getBuiltinModule('node:module').createRequire(import.meta.url)
  return load(name)
}
