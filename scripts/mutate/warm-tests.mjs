// A process that keeps vitest warm, with mutants planted in the modules that it serves. Its parent ends it when a mutant does not.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createVitest } from 'vitest/node'

const orders = { start, survey, run, batch }
let vitest
/** What went wrong since the current run began. The results that vitest gives after a run are those of earlier runs too. */
let failures = []

/** Runs the tests below the directories `only` that import one of the planted files; tells what places each of them passes by. */
async function survey({ planted, only }) {
  await start({ planted })
  const among = only.map((directory) => path.resolve(directory))
  const relevant = await vitest.getRelevantTestSpecifications()
  const modules = await runTests(
    relevant.filter(
      ({ moduleId }) => among.some((place) => moduleId.startsWith(place)) && !startsProgram(moduleId),
    ),
    { bail: 0 },
  )
  if (failures.length > 0)
    console.error(`fail without a mutant, and are left out:\n${failures.map(({ name }) => name).join('\n')}`)
  return modules.map((module) => ({
    file: module.moduleId,
    text: readFileSync(module.moduleId, 'utf8'),
    startMs: module.diagnostic().collectDuration,
    tests: [...module.children.allTests('passed')].map((test) => ({
      id: test.id,
      passed: test.meta().passed,
      passedOutside: test.meta().passedOutside,
      durationMs: test.diagnostic().duration,
    })),
  }))
}

/** The program is built, and so without mutants. A type that is imported starts nothing. */
function startsProgram(testFile) {
  return /^(?!import type ).*support\/run-cli\.ts/m.test(readFileSync(testFile, 'utf8'))
}

/** Runs tests with a mutant; tells the first failure, and nothing when all pass. */
async function run({ mutant, files, timeoutMs }) {
  const project = vitest.getRootProject()
  project.config.testTimeout = timeoutMs
  await runTests(
    files.map(({ file, ids }) => project.createSpecification(file, { testIds: ids })),
    { mutant, bail: 1 },
  )
  return failures[0]
}

/**
 * Runs tests once for each of the mutants that `batch` names by their id, and for as long as `limits` names. What becomes of
 * the mutants is written to the file `progress`, a line each.
 */
async function batch({ files, batch, limits, progress }) {
  const project = vitest.getRootProject()
  await runTests(
    files.map(({ file, ids }) => project.createSpecification(file, { testIds: ids })),
    { batch, limits, progress, bail: 0 },
  )
}

async function runTests(specifications, { mutant = -1, batch: planned, limits, progress, bail }) {
  vitest.provide('mutant', mutant)
  vitest.provide('batch', planned)
  vitest.provide('limits', limits)
  vitest.provide('progress', progress)
  vitest.getRootProject().config.bail = bail
  failures = []
  const { testModules } = await vitest.runTestSpecifications(specifications)
  return testModules
}

const noteFailures = {
  onTestCaseResult: (test) => {
    if (test.result().state === 'failed') note(test.module, test.fullName)
  },
  onTestModuleEnd: (module) => {
    for (const { message } of module.errors()) note(module, message)
  },
  onTestRunEnd: (_modules, unhandled) => {
    for (const { message } of unhandled) note(undefined, message)
  },
}

function note(module, what) {
  const file = module === undefined ? undefined : path.relative(process.cwd(), module.moduleId)
  failures.push({ file, name: file === undefined ? what : `${file}: ${what}` })
}

async function start({ planted }) {
  const texts = new Map(planted.map(({ file, text }) => [path.resolve(file), text]))
  vitest = await createVitest(
    'test',
    {
      config: path.join(import.meta.dirname, 'vitest.config.mts'),
      watch: false,
      update: false,
      maxWorkers: 1,
      isolate: false,
      reporters: [noteFailures],
      runner: path.join(import.meta.dirname, 'mutant-runner.mjs'),
      setupFiles: [path.join(import.meta.dirname, 'mutant-switch.mjs')],
      related: [...texts.keys()],
      sequence: { sequencer: AsGiven },
    },
    { plugins: [{ name: 'plant-mutants', enforce: 'pre', transform: (_, id) => texts.get(id) }] },
  )
}

class AsGiven {
  sort(specifications) {
    return specifications
  }
  shard(specifications) {
    return specifications
  }
}

process.on('message', ({ order, ...what }) => {
  orders[order](what).then(
    (answer) => process.send({ answer }),
    (error) => process.send({ error: String(error.stack) }),
  )
})

// The parent was killed and could end nothing: this process leads the group of the tests.
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
