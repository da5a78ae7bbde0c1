// The command line in dist/cli: what starts it, and the program. What every check of a file needs is one file of it;
// commands, and lazy parts (the files named below), are others, which are loaded when something of them is used.
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

/** What is loaded when something of it is first used. */
const lazyFiles = [
  'apply/apply.ts',
  'apply/wait-for-jobs.ts',
  'cli/arguments/check-encoding.ts',
  'cli/process/report-bug.ts',
  'cli/project/git-files.ts',
  'cli/project/kept-run.ts',
  'diagnostics/diagnostics.ts',
  'document/cover-secrets.ts',
  'document/replace-text.ts',
  'document/slow-parse.ts',
  'document/suppressions.ts',
  'explore/page-script.ts',
  'git/git.ts',
  'lint/report-pattern.ts',
  'load/alike-files.ts',
  'load/check-despite-errors.ts',
  'load/check-overlays.ts',
  'load/check-prompt-lock.ts',
  'load/is-consequence.ts',
  'load/load-error.ts',
  'load/misnamed-files.ts',
  'load/read-without.ts',
  'load/report-unread.ts',
  'migrate/edited-request.ts',
  'migrate/migrate.ts',
  'request/selector-engine.ts',
  'request/service-facts.ts',
  'resolve/find-secrets.ts',
  'resolve/price-crawl.ts',
  'resolve/provenance.ts',
  'resolve/service-kind.ts',
  'resolve/set-option.ts',
  'schema/other-accepts.gen.ts',
  'schema/settings.gen.ts',
  'schema/validators.gen.ts',
  'scope/load-package.ts',
  'scope/pattern/find-difference.ts',
  'scope/pattern/find-text.ts',
  'scope/pattern/propose-rewrite.ts',
  'session/follow-pages.ts',
  'session/open-service.ts',
  'session/own-service.ts',
  'session/page-writer.ts',
  'session/write-pages.ts',
  'state/durable-file.ts',
  'state/file-lock.ts',
  'state/git-backend.ts',
  'state/http-backend.ts',
  'state/local-history.ts',
  'util/node-sha256.ts',
  'util/package-version.ts',
  'validate/explain-errors.ts',
  'validate/explain-shape.ts',
  'validate/subject.ts',
]

/** Lazy parts that every plan comes to. */
const planning = [
  'request/service-facts.ts',
  'resolve/find-secrets.ts',
  'resolve/price-crawl.ts',
  'resolve/provenance.ts',
  'resolve/service-kind.ts',
]

/** Lazy parts that most runs come to which have a problem to show. */
const problems = [
  'diagnostics/diagnostics.ts',
  'document/cover-secrets.ts',
  'document/replace-text.ts',
  'lint/report-pattern.ts',
  'load/check-despite-errors.ts',
  'load/is-consequence.ts',
  'schema/settings.gen.ts',
  'schema/validators.gen.ts',
  'validate/explain-errors.ts',
  'validate/explain-shape.ts',
  'validate/subject.ts',
]

export async function bundleProgram() {
  const lazyParts = lazyFiles.map(inSource)
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
