// Ordinary rolldown bundles. Code is split where the source says `import()`; nothing else decides what is in which file.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { rolldown } from 'rolldown'

const root = path.dirname(import.meta.dirname)
const dir = path.join(root, 'dist')
const { dependencies, peerDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

/** Packages whose many files take longer to find than to run. Others are imported from where they are installed. */
const bundledPackages = [
  '@hono/node-server',
  'cac',
  'diff',
  'entities',
  'hono',
  'htmlparser2',
  'p-queue',
  'robots-parser',
]

/** Modules that only the process or only its thread runs. */
const isOfOneThread = (id) => /[/\\]cli[/\\](?:main|thread|process[/\\]thread-host)\.ts$/.test(id)

const inSource = (file) => path.join(root, 'src', file)
const service = inSource('service/index.ts')

function isExternal(id) {
  const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/')
  const isInstalled = name in { ...dependencies, ...peerDependencies } && !bundledPackages.includes(name)
  return id.startsWith('node:') || builtinModules.includes(id) || isInstalled
}

/** Keeps generated files and other packages out of source maps: they would be most of them, and no bug of ours is there. */
const unmapped = {
  name: 'unmapped',
  transform: (code, id) =>
    id.endsWith('.gen.ts') || id.includes(`${path.sep}node_modules${path.sep}`)
      ? { code, map: { mappings: '' } }
      : null,
}

/** Lets the command line use the service of the library, so that both have one. */
const serviceApart = {
  name: 'service-apart',
  resolveId: (source, importer) =>
    importer !== undefined && path.resolve(path.dirname(importer), source) === service
      ? { id: '../service/index.js', external: true }
      : null,
}

/** Puts the packages of a page into its script. */
const packagesInPage = {
  name: 'packages-in-page',
  resolveId: (source) =>
    source.endsWith('/load-package.ts') ? inSource('explore/page/load-package.ts') : null,
}

/**
 * Writes the command line, the library and the service. Every file is two folders below the package's root, as the files of
 * src are: what finds a file of the package by its own place finds it from either.
 */
export async function bundleProgram() {
  await write({
    input: { 'cli/program': inSource('cli/main.ts'), 'cli/thread': inSource('cli/thread.ts') },
    folder: 'cli',
    // Node loads its own modules as CommonJS without their lazy parts, which takes a start 10 ms less.
    format: 'cjs',
    plugins: [serviceApart],
    // Each file costs a start a third of a millisecond, so shared modules are in few files: for every command, for those that
    // check projects, and for most of the others. `check` and `plan` are also the files of the two most frequent commands.
    groups: [
      { name: 'start', tags: ['$initial'], test: (id) => !isOfOneThread(id), priority: 4 },
      { name: 'check', test: inSource('cli/commands/validate.ts'), priority: 3 },
      { name: 'plan', test: inSource('cli/commands/plan.ts'), priority: 2 },
      { name: 'most', minShareCount: 6, priority: 1 },
    ],
  })
  copyFileSync(inSource('cli/main.cjs'), path.join(dir, 'cli/main.cjs'))
  await write({
    input: {
      'library/index': inSource('index.ts'),
      'service/index': service,
      'service/page-worker': inSource('service/engine/page-worker.ts'),
      'service/file-program': inSource('service/file/file-program.ts'),
    },
    folder: 'service',
  })
}

/** Writes entries to dist, and their shared and late chunks to `folder`, with source maps. */
async function write({ input, folder, format = 'esm', plugins = [], groups = [] }) {
  const extension = format === 'cjs' ? 'cjs' : 'js'
  const opened = await rolldown({
    input,
    platform: 'node',
    external: isExternal,
    plugins: [...plugins, unmapped],
    // A package that nothing is used of is not loaded.
    treeshake: { moduleSideEffects: 'no-external' },
    // The library imports at once what commands import late.
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await opened.write({
    dir,
    format,
    entryFileNames: `[name].${extension}`,
    chunkFileNames: `${folder}/[name]-[hash].${extension}`,
    minify: true,
    sourcemap: true,
    sourcemapExcludeSources: true,
    codeSplitting: { groups },
  })
  await opened.close()
  for (const { fileName } of output) if (fileName.endsWith('.map')) dropNames(path.join(dir, fileName))
}

/** Writes the script of the explorer's page for browsers: scope and frontier as commands have them. */
export async function bundlePage() {
  const opened = await rolldown({
    input: inSource('explore/page/main.ts'),
    platform: 'browser',
    treeshake: { moduleSideEffects: false },
    plugins: [packagesInPage],
  })
  const { output } = await opened.write({
    file: path.join(dir, 'explore/page.js'),
    format: 'iife',
    minify: true,
    sourcemap: false,
  })
  await opened.close()
  const [{ imports }] = output
  if (imports.length > 0) throw new Error(`the page would need ${imports.join(', ')}, which no browser has`)
}

/** Takes names out of a source map: a report of a bug needs places, and names are a third of the map. */
function dropNames(file) {
  const map = JSON.parse(readFileSync(file, 'utf8'))
  // The fifth field of a segment is a name. A field is a number in base 64; all its digits but the last are 32 or more.
  const mappings = map.mappings.replaceAll(/[^,;]+/g, (segment) =>
    segment
      .match(/[g-z0-9+/]*[A-Za-f]/g)
      .slice(0, 4)
      .join(''),
  )
  writeFileSync(file, JSON.stringify({ ...map, names: [], mappings }))
}
