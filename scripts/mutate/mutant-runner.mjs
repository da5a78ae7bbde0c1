// Runs in the test process: a test is tried once for each mutant that it passes by, so that modules are loaded once for all.
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { inject, TestRunner } from 'vitest'

/** Of the whole run, which may be of several files: the mutants that a test failed for. */
const killed = new Set()
/** A test failed without a mutant: what one left behind made it fail, so that failures prove nothing any more. */
let isSpoilt = false

export default class MutantRunner extends TestRunner {
  #mutants = []

  onCollectStart(file) {
    globalThis.activeMutant = inject('mutant')
    super.onCollectStart(file)
  }

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test)
    const batch = inject('batch')
    if (batch === undefined) return
    this.#mutants = isSpoilt ? [] : (batch[test.id] ?? []).filter((id) => !killed.has(id))
    if (this.#mutants.length === 0) {
      test.mode = 'skip'
      return
    }
    test.repeats = this.#mutants.length - 1
    // A test that fails for a mutant has to pass again without it.
    test.retry = 1
  }

  onBeforeTryTask(test, { retry, repeats }) {
    super.onBeforeTryTask(test)
    const mutant = this.#mutants[repeats]
    globalThis.activeMutant = mutant === undefined ? inject('mutant') : retry === 0 ? mutant : -1
    if (mutant === undefined) return
    note({ mutant, state: retry === 0 ? 'tried' : 'failed', limitMs: inject('limits')[test.id] })
  }

  /** Each test has a limit of its own: with that of the slowest, a mutant that hangs would take minutes. */
  runTask(test) {
    const limitMs = inject('limits')?.[test.id]
    const running = TestRunner.getTestFn(test)()
    return limitMs === undefined ? running : within(running, limitMs)
  }

  onAfterRetryTask(test, { retry, repeats }) {
    const mutant = this.#mutants[repeats]
    globalThis.activeMutant = inject('mutant')
    if (mutant === undefined || retry === 0) return
    if (test.result.state === 'fail') {
      isSpoilt = true
      note({ state: 'spoilt' })
      return
    }
    killed.add(mutant)
    const file = path.relative(process.cwd(), test.file.filepath)
    note({ mutant, state: 'killed', by: { file, name: `${file}: ${test.fullTestName}` } })
  }

  onAfterRunFiles(files) {
    super.onAfterRunFiles(files)
    if (inject('batch') !== undefined) note({ state: 'ended' })
  }
}

async function within(running, limitMs) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('it takes too long')), limitMs)
  })
  try {
    await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}

// Written at once, because a mutant may never let go of the process.
function note(line) {
  appendFileSync(inject('progress'), `${JSON.stringify(line)}\n`)
}
