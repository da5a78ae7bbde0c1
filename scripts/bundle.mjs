// How both bundles are made: CommonJS, with what an entry cannot do without in one file, because finding and reading many
// takes longer than running them.
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { rolldown } from 'rolldown'

const root = path.dirname(import.meta.dirname)
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const installed = { ...manifest.dependencies, ...manifest.peerDependencies }

/** The file `name` below src. */
export const inSource = (name) => path.join(root, 'src', name)

/** Leaves Node's modules, and the packages that are installed with this one, out of a bundle. */
export function allBut(bundledPackages) {
  return (id) => {
    const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/')
    const isInstalled = Object.hasOwn(installed, name) && !bundledPackages.has(name)
    return id.startsWith('node:') || builtinModules.includes(id) || isInstalled
  }
}

/**
 * Bundles `input` (names and files) into the folder `dir`. The modules that `together` come with, and that no other entry
 * does, are one file: all that they import and that these import, but for lazy parts and what is loaded by `import()`.
 */
export async function bundle({
  dir,
  input,
  together,
  apart = [],
  isLazy = () => false,
  plugins = [],
  output = {},
  ...options
}) {
  const start = new Set()
  const findStart = {
    name: 'find-start',
    buildEnd() {
      const follow = (id, found) => {
        if (found.has(id) || isLazy(id)) return
        found.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) follow(imported, found)
      }
      for (const id of together) follow(id, start)
      const others = new Set()
      for (const id of apart) follow(id, others)
      for (const id of others) start.delete(id)
      start.add('\0rolldown/runtime.js')
    },
  }
  const opened = await rolldown({
    input,
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    // A module of Node's or of another package that nothing is used of is not loaded.
    treeshake: { moduleSideEffects: 'no-external' },
    plugins: [...plugins, findStart],
    ...options,
  })
  await opened.write({
    dir,
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name].cjs',
    minify: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: 'start', test: (id) => start.has(id) }],
    },
    ...output,
  })
  await opened.close()
}
