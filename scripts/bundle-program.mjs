// The command line as CommonJS files in dist/cli: commands are chunks that are loaded when they are called, and what
// `validate` needs for files without mistakes is one chunk, so that the usual start reads little.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { serviceEntries } from './bundle-service.mjs'
import { allBut } from './is-external.mjs'
import { loadedModules } from './loaded-modules.mjs'
import { ownRequire } from './own-require.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const inSource = (file) => path.join(root, 'src', file)
const serviceRoom = inSource('service') + path.sep

const isExternal = allBut(new Set(['yaml']))

// What a file without mistakes never needs. Where a module imports only functions of one of these, it gets functions that
// load the module at the first call: a start then costs what it uses.
const lazyModules = new Map(
  [
    'diagnostics/catalogue.ts',
    'document/slow-parse.ts',
    'document/suppressions.ts',
    'lint/rules/overlapping-crawls.ts',
    'lint/run-scope-tests.ts',
    'load/check-despite-errors.ts',
    'load/check-overlays.ts',
    'load/check-prompt-lock.ts',
    'load/is-consequence.ts',
    'load/read-without.ts',
    'load/report-unread.ts',
    'migrate/edited-request.ts',
    'migrate/migrate-request.ts',
    'resolve/interpolate.ts',
    'resolve/provenance.ts',
    'request/service-defaults.ts',
    'request/service-facts.ts',
    'resolve/set-option.ts',
    'schema/other-validators.ts',
    'schema/settings.ts',
    'scope/explain-url.ts',
    'scope/pattern/compile-pattern.ts',
    'scope/pattern/parse-pattern.ts',
    'scope/pattern/propose-rewrite.ts',
    'util/sha256.ts',
    'validate/explain-errors.ts',
    'validate/explain-shape.ts',
    'validate/find-templates.ts',
    'validate/subject.ts',
    'validate/validate-project.ts',
  ].map((file) => [inSource(file), `./${path.basename(file, '.ts')}.cjs`]),
)
const yamlFile = './yaml.cjs'
const ownFiles = new Set([...lazyModules.values(), yamlFile])

const lazyCalls = {
  name: 'lazy-calls',
  transform(code, id) {
    if (!id.startsWith(inSource(''))) return null
    const lazy = code.replaceAll(/^import \{([^}]*)\} from '(\.[^']*)'/gm, (whole, names, source) => {
      const target = path.resolve(path.dirname(id), source)
      const file = lazyModules.get(target)
      const wanted = names.split(',').map((name) => name.trim())
      const values = wanted.filter((name) => name !== '' && !name.startsWith('type '))
      if (file === undefined || values.length === 0) return whole
      const exported = readFileSync(target, 'utf8')
      const areFunctions = values.every((name) =>
        new RegExp(`^export function ${name}\\b`, 'm').test(exported),
      )
      if (!areFunctions) return whole
      return values
        .map(
          (name) =>
            `let own_${name}; const ${name} = (...args) => (own_${name} ??= require('${file}').${name})(...args)`,
        )
        .join(';')
    })
    return lazy === code ? null : { code: lazy }
  },
  resolveId: (source) => (ownFiles.has(source) ? { id: source, external: true } : null),
}

// The YAML library, which loads synchronously and only when it must, is a file of the program and no chunk.
const yamlIsFile = {
  name: 'yaml-is-file',
  transform(code, id) {
    if (id !== inSource('document/load-yaml.ts')) return null
    const own = code.replace("require('yaml')", `require('${yamlFile}')`)
    if (own === code) throw new Error(`${id} loads in a way that this build does not know`)
    return { code: own }
  },
}

// The service has a bundle of its own, which the library exports too: its threads and its errors are to be one.
const serviceIsLibrary = {
  name: 'service-is-library',
  resolveId(source, importer) {
    if (!source.startsWith('.') || importer === undefined) return null
    const file = path.resolve(path.dirname(importer), source)
    if (!file.startsWith(serviceRoom) || importer.startsWith(serviceRoom)) return null
    const relative = path.relative(inSource(''), file).replaceAll(path.sep, '/')
    if (!serviceEntries.includes(relative))
      throw new Error(`${importer} imports ${relative}: add it to the entries in scripts/bundle-service.mjs`)
    return { id: `../${relative.replace(/\.ts$/, '.js')}`, external: true }
  },
}

const names = { entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' }

const programInput = {
  program: inSource('cli/main.ts'),
  ...Object.fromEntries([...lazyModules.keys()].map((file) => [path.basename(file, '.ts'), file])),
}

function openBundle(input) {
  return rolldown({
    input,
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    external: isExternal,
    plugins: [lazyCalls, ownRequire, yamlIsFile, serviceIsLibrary],
  })
}

/** The modules that are loaded by the time `validate` runs: everything its chunk imports without waiting. */
async function coreModules() {
  const output = { ...names, format: 'cjs' }
  const entries = ['program', 'validate']
  const [started, validating] = await loadedModules(await openBundle(programInput), output, entries)
  return new Set([...validating].filter((id) => !started.has(id)))
}

async function write(bundle, output = {}) {
  const written = await bundle.write({
    dir: path.join(root, 'dist/cli'),
    format: 'cjs',
    ...names,
    minify: true,
    exports: 'named',
    ...output,
  })
  await bundle.close()
  return new Map(written.output.map((chunk) => [chunk.fileName, chunk]))
}

/** Writes the program and its chunks to dist/cli; returns the names of those that every check of a file loads. */
export async function bundleProgram() {
  const core = await coreModules()
  const eager = [...lazyModules.keys()].filter((id) => core.has(id))
  if (eager.length > 0) throw new Error(`validate imports more than functions of ${eager.join(' and ')}`)
  await write(await openBundle({ yaml: path.join(root, 'node_modules/yaml/browser/index.js') }))
  const chunks = await write(await openBundle(programInput), {
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: 'core', test: (id) => core.has(id) }],
    },
  })
  const loaded = new Set()
  const follow = (name) => {
    if (!chunks.has(name) || loaded.has(name)) return
    loaded.add(name)
    for (const imported of chunks.get(name).imports) follow(imported)
  }
  follow('program.cjs')
  follow('core.cjs')
  checkStart([...loaded].map((name) => chunks.get(name)))
  return [...loaded]
}

/** Modules of Node's that an empty script has loaded too. Others cost up to 3 ms of every start: node:crypto does. */
const loadedAnyway = new Set(['node:buffer', 'node:fs', 'node:path'])

function checkStart(chunks) {
  for (const { code } of chunks) {
    const calls = [...code.matchAll(/(?<![=>({[.\w])require\("(node:\w+)"\)|=require\("(node:\w+)"\)/g)]
    const costly = calls.map(([, plain, assigned]) => plain ?? assigned).filter((id) => !loadedAnyway.has(id))
    if (costly.length > 0)
      throw new Error(`every start loads ${costly.join(' and ')}: load it when it is needed`)
  }
}
