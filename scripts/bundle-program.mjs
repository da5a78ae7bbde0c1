// The command line in dist/cli: what starts it, and the program. What every check of a file needs is one file of it;
// commands, and lazy parts (files of the source named *.lazy.*), are others, which are loaded when something of them is used.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rolldown } from 'rolldown'
import { allBut, bundle, inSource } from './bundle.mjs'
import { serviceEntries } from './bundle-service.mjs'

const dir = path.join(import.meta.dirname, '../dist/cli')
const program = inSource('cli/program.ts')
const serviceRoom = inSource('service') + path.sep

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
    return { id: `../service/${path.basename(file, '.ts')}.cjs`, external: true }
  },
}

/** Lazy parts that every plan comes to. */
const planning = [
  'request/service-facts.lazy.ts',
  'resolve/find-secrets.lazy.ts',
  'resolve/price-crawl.lazy.ts',
  'resolve/provenance.lazy.ts',
  'resolve/service-kind.lazy.ts',
]

/** Lazy parts that most runs come to which have a problem to show. */
const problems = [
  'diagnostics/rules.lazy.ts',
  'document/cover-secrets.lazy.ts',
  'document/replace-text.lazy.ts',
  'lint/report-pattern.lazy.ts',
  'load/check-despite-errors.lazy.ts',
  'load/is-consequence.lazy.ts',
  'schema/settings.lazy.gen.ts',
  'schema/validators.lazy.gen.ts',
  'validate/explain-errors.lazy.ts',
  'validate/explain-shape.lazy.ts',
  'validate/subject.lazy.ts',
]

export async function bundleProgram() {
  const lazyParts = readdirSync(inSource(''), { recursive: true })
    .filter((file) => file.includes('.lazy.') && !file.startsWith(`service${path.sep}`))
    .map(inSource)
  // The command table imports it as it does lazy parts: a command that is loaded by `import()` brings rolldown's helpers along.
  const plan = inSource('cli/commands/plan.ts')
  const isLazy = new Set([...lazyParts, plan])
  const together = {
    start: [program],
    planning: [plan, ...planning.map(inSource)],
    problems: problems.map(inSource),
  }
  const alone = lazyParts.filter((file) => !Object.values(together).flat().includes(file))
  await bundle({
    dir,
    input: { program, ...Object.fromEntries(alone.map((file) => [path.basename(file, '.ts'), file])) },
    together,
    isLazy: (id) => isLazy.has(id),
    plugins: [serviceIsLibrary],
    // Code that is compiled by hand has no import() without a warning of Node's.
    output: { dynamicImportInCjs: false },
    external: allBut(new Set(['yaml'])),
    // Of its builds the one for browsers is made of modules, of which parts can be left out.
    resolve: { alias: { yaml: path.join(import.meta.dirname, '../node_modules/yaml/browser/index.js') } },
  })
  const launcher = await rolldown({ input: { main: inSource('cli/main.ts') }, platform: 'node' })
  await launcher.write({ dir, format: 'cjs', entryFileNames: '[name].cjs', comments: false })
  await launcher.close()
  stampBuild()
}

/** Writes the hash of the whole program where what it remembers is told from what another one does. */
function stampBuild() {
  const unstamped = '0'.repeat(64)
  const files = readdirSync(dir).filter((file) => file.endsWith('.cjs'))
  const texts = files.map((file) => readFileSync(path.join(dir, file), 'utf8'))
  const [index, ...others] = [...texts.keys()].filter((at) => texts[at].includes(unstamped))
  if (index === undefined || others.length > 0) throw new Error('not one file of the program has a stamp')
  const hash = createHash('sha256')
  for (const [at, file] of files.entries()) hash.update(`${file}\n${texts[at].length}\n${texts[at]}`)
  writeFileSync(path.join(dir, files[index]), texts[index].replace(unstamped, hash.digest('hex')))
}
