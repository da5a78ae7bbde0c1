import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** How it is named that no test and no file of a run ends. */
const TOO_LONG = 'time'

/** How it is named that the process of the tests ended in the middle of a test. */
const CRASH = 'the end of its process'

/** Milliseconds between two looks at what a run has written. */
const LOOK_MS = 200

/** Starts a process with warm tests, and another one in its place when a mutant does not let go of it. */
export function startTests(planted) {
  let current = startProcess()
  const restart = async () => {
    current.end()
    current = startProcess()
    await current.ask({ order: 'start', planted })
  }
  return {
    end: () => current.end(),

    /** Resolves to the answer, or where it takes longer than `limitMs`, to the name of that. */
    async ask(order, limitMs) {
      const answer = await within(current.ask(order), limitMs)
      if (answer !== TOO_LONG) return answer
      await restart()
      return { name: TOO_LONG }
    },

    /**
     * Runs a batch; `killed` gets each mutant with its killer. Resolves to the culprit, if there is one: the mutant that was
     * silent for longer than its test may take and `silenceMs` more, or ended the process.
     */
    async follow(order, silenceMs, killed) {
      const progress = current.write('progress')
      const answered = current.ask({ ...order, progress })
      let seen = 0
      for (let silentMs = 0; ; silentMs += LOOK_MS) {
        const answer = await within(answered, LOOK_MS)
        const lines = readLines(progress)
        for (const { mutant, state, by } of lines.slice(seen)) if (state === 'killed') killed(mutant, by)
        if (lines.length > seen) silentMs = 0
        seen = lines.length
        const isSpoilt = lines.some(({ state }) => state === 'spoilt')
        const ended = lines.filter(({ state }) => state === 'ended').length
        if (answer !== TOO_LONG && ended === order.files.length) return { isSpoilt }
        const last = lines.at(-1)
        if (answer === TOO_LONG && silentMs <= silenceMs + (last?.limitMs ?? 0)) continue
        await restart()
        // A mutant that was tried and neither failed nor gave way to the next one is why; else it is the tests.
        if (last?.state !== 'tried') return { isSpoilt: true }
        return { culprit: { mutant: last.mutant, killer: answer === TOO_LONG ? TOO_LONG : CRASH }, isSpoilt }
      }
    },
  }
}

function readLines(file) {
  const text = readFileSync(file, 'utf8')
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

async function within(promise, limitMs) {
  if (limitMs === undefined) return promise
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs, TOO_LONG)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

// In a process group of its own: a test in an endless loop hears nothing but the end of all. With a directory of its own for what
// tests that are ended so leave behind.
function startProcess() {
  const scratch = mkdtempSync(path.join(tmpdir(), 'crawlform-mutate-'))
  const child = fork(path.join(import.meta.dirname, 'warm-tests.mjs'), {
    detached: true,
    env: { ...process.env, TMPDIR: scratch },
  })
  const end = () => {
    process.off('exit', end)
    try {
      process.kill(-Number(child.pid), 'SIGKILL')
    } catch {
      // It has ended already.
    }
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10 })
  }
  process.on('exit', end)
  let settle
  child.on('message', (said) => settle(said))
  child.on('exit', () => settle?.({ error: 'the process of the tests has ended' }))
  return {
    end,
    ask: (order) => {
      const answered = new Promise((resolve, reject) => {
        settle = ({ answer, error }) => (error === undefined ? resolve(answer) : reject(new Error(error)))
      })
      // Nobody hears of the end of a process that is ended.
      answered.catch(() => undefined)
      child.send(order)
      return answered
    },
    write: (name) => {
      const file = path.join(scratch, name)
      writeFileSync(file, '')
      return file
    },
  }
}
