import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { plantMutants } from './plant-mutants.mjs'

/** Milliseconds that a test may take with a mutant, beside ten times what it takes without; a busy machine is no killer. */
const PATIENCE_MS = 20_000

/** How a run is named that ends no test and no file in time. */
const TOO_LONG = 'time'

/**
 * Tries mutants one after the other, each with the tests below the directories `only` that pass by its place, until one
 * fails. `tell` gets each mutant with its `killer`, the test that failed, and how many `tests` there were.
 */
export async function tryMutants(mutants, { room, only }, tell) {
  const changed = mutants.map((mutant, id) => ({ ...mutant, id }))
  const planted = [...new Set(mutants.map(({ file }) => file))].map((file) => ({
    file,
    text: plantMutants(
      readFileSync(file, 'utf8'),
      changed.filter((mutant) => mutant.file === file),
    ),
  }))
  let tests = startTests()
  try {
    const surveyed = await tests.ask({ order: 'survey', planted, only })
    const kills = new Map()
    for (const { id, ...mutant } of changed) {
      const files = likeliestFirst(testsOf(surveyed, id), { mutant, room, kills })
      const count = files.flatMap(({ ids }) => ids).length
      const killer = count === 0 ? undefined : await runTests(tests, { id, files })
      const key = `${mutant.file} ${killer?.file}`
      kills.set(key, (kills.get(key) ?? 0) + 1)
      tell({ mutant, killer: killer?.name, tests: count })
      if (killer?.name === TOO_LONG) {
        tests = startTests()
        await tests.ask({ order: 'start', planted })
      }
    }
  } finally {
    tests.end()
  }
}

async function runTests(tests, { id, files }) {
  const longestMs = Math.max(...files.map(({ longest }) => longest))
  const timeoutMs = PATIENCE_MS + 10 * longestMs
  const wholeMs = files.reduce((sum, { startMs, durationMs }) => sum + startMs + durationMs, 0)
  return tests.ask({ order: 'run', mutant: id, files, timeoutMs }, timeoutMs + PATIENCE_MS + 10 * wholeMs)
}

function testsOf(surveyed, id) {
  return surveyed
    .map(({ tests, ...file }) => {
      const durations = new Map(
        tests.filter(({ passed }) => passed.includes(id)).map((test) => [test.id, test.durationMs]),
      )
      const each = [...durations.values()]
      return {
        ...file,
        ids: [...durations.keys()],
        longest: Math.max(0, ...each),
        durationMs: each.reduce((sum, ms) => sum + ms, 0),
      }
    })
    .filter(({ ids }) => ids.length > 0)
}

/** Puts first what killed another mutant of the file, then what imports the file, then the tests of the room, then what is quick. */
function likeliestFirst(files, { mutant, room, kills }) {
  const own = path.join('test', room.split('/')[0], path.sep)
  const rank = ({ file, text }) => {
    const killed = kills.get(`${mutant.file} ${path.relative(process.cwd(), file)}`) ?? 0
    if (killed > 0) return -killed
    if (text.includes(`/${mutant.file}'`)) return 0
    return path.relative(process.cwd(), file).startsWith(own) ? 1 : 2
  }
  return files.toSorted((a, b) => rank(a) - rank(b) || a.durationMs - b.durationMs)
}

// In a process group of its own: a test in an endless loop hears nothing but the end of all. With a directory of its own for what
// tests that are ended so leave behind.
function startTests() {
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
  const ask = async (order, limitMs) => {
    child.send(order)
    const said = await new Promise((resolve) => {
      settle = resolve
      if (limitMs !== undefined) setTimeout(resolve, limitMs, { answer: { name: TOO_LONG } }).unref()
    })
    if (said.error !== undefined) throw new Error(said.error)
    if (said.answer?.name === TOO_LONG) end()
    return said.answer
  }
  return { ask, end }
}
