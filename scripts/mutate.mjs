// npm run mutate -- ROOM [--tests test/DIRECTORY]... : changes a room in small ways and lists the changes that no test notices.
// ROOM is a folder of src or one file, such as `state`, `service/store` or `util/redactor`. StrykerJS does the work.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { tests: { type: 'string', multiple: true } },
})
process.chdir(path.dirname(import.meta.dirname))
const [room = ''] = positionals
const isFile = existsSync(`src/${room}.ts`)
if (positionals.length !== 1 || !(isFile || existsSync(`src/${room}`)))
  throw new Error('usage: npm run mutate -- ROOM [--tests test/DIRECTORY]...')

const folders = values.tests ?? [`test/${isFile ? path.dirname(room) : room}`]
// Mutants are in the source. A test of the built program cannot meet them.
const tests = folders
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)))
  .filter((file) => file.endsWith('.test.ts') && !/dist\//.test(readFileSync(file, 'utf8')))
if (tests.length === 0) throw new Error(`no tests in ${folders.join(', ')}; name others with --tests`)
process.env['MUTATE_TESTS'] = tests.join(' ')

await new Stryker({
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutate.vitest.config.ts', related: true },
  mutate: [isFile ? `src/${room}.ts` : `src/${room}/**/*.ts`, '!src/**/*.gen.ts'],
  coverageAnalysis: 'perTest',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportScoreTable: false },
  // Not in node_modules, where vitest looks for no tests.
  tempDirName: '.stryker',
  ignorePatterns: ['dist', '.crawlform'],
  // TypeScript 7 has no API for Stryker, which needs it only to rewrite tsconfig.json and to disable type checks.
  tsconfigFile: 'none',
  disableTypeChecks: false,
}).runMutationTest()
