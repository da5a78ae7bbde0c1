// How both bundles are made: CommonJS, with what an entry cannot do without in one file, because finding and reading many
// takes longer than running them.
import { readFileSync, writeFileSync } from 'node:fs'
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
 * Leaves generated files and other packages out of source maps, of which they would be the larger part: who mends a bug of
 * ours looks for lines of ours.
 */
const unmapped = {
  name: 'unmapped',
  transform: (code, id) =>
    id.endsWith('.gen.ts') || id.includes(`${path.sep}node_modules${path.sep}`)
      ? { code, map: { mappings: '' } }
      : null,
}

/**
 * Bundles `input` (names and files) into the folder `dir`. `together` says what makes one file, by its name: the modules
 * that those come with, and that no earlier file and no entry of `apart` has. That is all that they import and that these
 * import, but for lazy parts and what is loaded by `import()`.
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
  const fileOf = new Map()
  const findFiles = {
    name: 'find-files',
    buildEnd() {
      const follow = (id, found) => {
        if (found.has(id)) return found
        found.add(id)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? [])
          if (!isLazy(imported)) follow(imported, found)
        return found
      }
      const all = (ids) => ids.reduce((found, id) => follow(id, found), new Set())
      const others = all(apart)
      for (const [name, ids] of Object.entries(together)) {
        for (const id of all(ids)) if (!others.has(id) && !fileOf.has(id)) fileOf.set(id, name)
      }
    },
  }
  const opened = await rolldown({
    input,
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    // A module of Node's or of another package that nothing is used of is not loaded.
    treeshake: { moduleSideEffects: 'no-external' },
    plugins: [...plugins, unmapped, findFiles],
    ...options,
  })
  const { output: files } = await opened.write({
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
      groups: Object.keys(together).map((name) => ({ name, test: (id) => fileOf.get(id) === name })),
    },
    ...output,
  })
  await opened.close()
  for (const { fileName } of files) if (fileName.endsWith('.map')) keepPlaces(path.join(dir, fileName))
}

/**
 * Takes the names out of a source map: what reports a bug names places, and a third of the maps' weight in the package is
 * names. Of a segment's fields, numbers in base 64 of which all digits but the last are 32 and more, the fifth is the name.
 */
function keepPlaces(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'))
  const mappings = map.mappings.replaceAll(/[^,;]+/g, (segment) =>
    segment
      .match(/[g-z0-9+/]*[A-Za-f]/g)
      .slice(0, 4)
      .join(''),
  )
  writeFileSync(file, JSON.stringify({ ...map, names: [], mappings }))
}
