// dist/: the library as ES modules with types (tsc), and the command line as one CommonJS bundle whose commands are
// chunks of their own, loaded when they are called (rolldown).
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { makeCodeCache } from './make-code-cache.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))

rmSync('dist', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'src'], { stdio: 'inherit' })

const serviceRoom = path.join(root, 'src', 'service') + path.sep
const bundledPackages = new Set(['yaml', 'ajv', 'ajv-formats', 'cac'])
const external = new Set(Object.keys(manifest.dependencies).filter((name) => !bundledPackages.has(name)))

// What loads lazily and synchronously cannot be a chunk of the bundle, so the YAML library is a bundle of its own.
const yamlLoader = path.join(root, 'src/document/load-yaml.ts')
const yamlBundle = await rolldown({
  input: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') },
  platform: 'node',
})
await yamlBundle.write({
  dir: 'dist/cli',
  format: 'cjs',
  entryFileNames: '[name].cjs',
  minify: true,
  exports: 'named',
})
await yamlBundle.close()

const bundle = await rolldown({
  input: { program: 'src/cli/main.ts' },
  platform: 'node',
  resolve: { alias: { yaml: path.join(root, 'node_modules/yaml/browser/index.js') } },
  external: (id) => {
    const name = id.startsWith('@') ? id.split('/').slice(0, 2).join('/') : id.split('/')[0]
    return id.startsWith('node:') || builtinModules.includes(id) || external.has(name)
  },
  plugins: [
    {
      name: 'own-yaml',
      transform(code, id) {
        if (id !== yamlLoader) return null
        const own = code.replace(/\('yaml'\)/, "('./yaml.cjs')")
        if (own === code) throw new Error(`${id} does not load yaml in the way that this build replaces`)
        return { code: own }
      },
    },
    {
      // The service stays the library's ES module: its workers are files of their own and need one home.
      name: 'service-is-library',
      async resolveId(source, importer) {
        if (!source.startsWith('.') || importer === undefined) return null
        const file = path.resolve(path.dirname(importer), source)
        if (!file.startsWith(serviceRoom) || importer.startsWith(serviceRoom)) return null
        const relative = path.relative(path.join(root, 'src'), file).replaceAll(path.sep, '/')
        return { id: `../${relative.replace(/\.ts$/, '.js')}`, external: true }
      },
    },
  ],
})
await bundle.write({
  dir: 'dist/cli',
  format: 'cjs',
  entryFileNames: 'program.cjs',
  chunkFileNames: '[name].cjs',
  minify: true,
  exports: 'named',
})
await bundle.close()

for (const file of readdirSync('dist/cli')) {
  const code = readFileSync(`dist/cli/${file}`, 'utf8')
  writeFileSync(`dist/cli/${file}`, forLauncher(code))
}
writeFileSync('dist/cli/import-module.cjs', 'module.exports = (id) => import(id)\n')
copyFileSync('scripts/launcher.cjs', 'dist/cli/main.cjs')
makeCodeCache(path.join(root, 'dist/cli'))

/**
 * A chunk as the launcher wants it. Pure ASCII is decoded and compiled faster; and what is compiled by hand has no import()
 * of its own without a warning of Node's.
 */
function forLauncher(code) {
  const own = code
    .replace(/^#!.*\n/, '')
    .replaceAll(/(?<![\w$.])import(?=\(["'`][^"'`$]+["'`]\))/g, 'require("./import-module.cjs")')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[^\0-\x7f]/g, escapeUnit)
  if (/(?<![\w$.])import\(/.test(own))
    throw new Error('a chunk imports a module whose name is not written out')
  return own
}

/** One UTF-16 unit as every string, template and regular expression may hold it. */
function escapeUnit(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}
