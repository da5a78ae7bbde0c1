// A process that keeps vitest warm, with mutants planted in the modules that it serves. Its parent ends it when a mutant does not.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createVitest } from 'vitest/node'

/** Shorter than the parent waits, so that a test that waits in vain fails by its name. */
const TEST_TIMEOUT = 20_000

const orders = { start, survey, run }
let vitest

/** Runs the tests below `only` that import one of the planted files; tells what places each of them passes by. */
async function survey({ planted, only }) {
  await start({ planted })
  const relevant = await vitest.getRelevantTestSpecifications()
  const modules = await runTests(
    relevant.filter(({ moduleId }) => moduleId.startsWith(path.resolve(only)) && !startsProgram(moduleId)),
    { mutant: -1, bail: 0 },
  )
  const broken = modules.flatMap(failuresOf)
  if (broken.length > 0) console.error(`fail without a mutant, and are left out:\n${broken.join('\n')}`)
  return modules.map((module) => ({
    file: module.moduleId,
    tests: [...module.children.allTests('passed')].map((test) => ({
      id: test.id,
      passed: test.meta().passed,
      duration: test.diagnostic().duration,
    })),
  }))
}

/** The program is built, and so without mutants. */
function startsProgram(testFile) {
  return readFileSync(testFile, 'utf8').includes('support/run-cli.ts')
}

/** Runs tests with a mutant; tells the first that fails, and nothing when all pass. */
async function run({ mutant, files }) {
  const project = vitest.getRootProject()
  const modules = await runTests(
    files.map(({ file, ids }) => project.createSpecification(file, { testIds: ids })),
    { mutant, bail: 1 },
  )
  return modules.flatMap(failuresOf)[0]
}

async function runTests(specifications, { mutant, bail }) {
  vitest.provide('mutant', mutant)
  vitest.getRootProject().config.bail = bail
  const { testModules } = await vitest.runTestSpecifications(specifications)
  return testModules
}

function failuresOf(module) {
  const file = path.relative(process.cwd(), module.moduleId)
  const failed = [...module.children.allTests('failed')].map((test) => `${file}: ${test.fullName}`)
  return module.state() === 'failed' ? [...failed, `${file}: ${module.errors()[0]?.message ?? ''}`] : failed
}

async function start({ planted }) {
  const texts = new Map(planted.map(({ file, text }) => [path.resolve(file), text]))
  vitest = await createVitest(
    'test',
    {
      watch: false,
      update: false,
      maxWorkers: 1,
      isolate: false,
      reporters: [{}],
      testTimeout: TEST_TIMEOUT,
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
