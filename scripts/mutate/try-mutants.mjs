import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { plantMutants } from './plant-mutants.mjs'

/** Milliseconds that the tests of one mutant may take, beside ten times what they take without it. */
const PATIENCE = 40_000

/**
 * Tries mutants one after the other, each with the tests below the directory `only` that pass by its place: first those of the room,
 * then the quickest. `tell` gets each mutant with its `killer`, the test that failed, and how many `tests` there were.
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
    for (const { id, ...mutant } of changed) {
      const files = testsOf(surveyed, id, path.join('test', room))
      const count = files.flatMap(({ ids }) => ids).length
      const limit = PATIENCE + 10 * files.reduce((sum, { duration }) => sum + duration, 0)
      const killer = count === 0 ? undefined : await tests.ask({ order: 'run', mutant: id, files }, limit)
      tell({ mutant, killer: killer === TOO_LONG ? 'time' : killer, tests: count })
      if (killer === TOO_LONG) {
        tests = startTests()
        await tests.ask({ order: 'start', planted })
      }
    }
  } finally {
    tests.end()
  }
}

function testsOf(surveyed, id, own) {
  return surveyed
    .map(({ file, tests }) => {
      const chosen = tests.filter(({ passed }) => passed.includes(id))
      const duration = chosen.reduce((sum, test) => sum + test.duration, 0)
      return { file, ids: chosen.map((test) => test.id), duration, isOwn: file.includes(own) }
    })
    .filter(({ ids }) => ids.length > 0)
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.duration - b.duration)
}

const TOO_LONG = Symbol('too long')

// In a process group of its own: a test in an endless loop hears nothing but the end of all.
function startTests() {
  const child = fork(path.join(import.meta.dirname, 'warm-tests.mjs'), { detached: true })
  const end = () => {
    process.off('exit', end)
    process.kill(-Number(child.pid), 'SIGKILL')
  }
  process.on('exit', end)
  let settle
  child.on('message', (said) => settle(said))
  child.on('exit', () => settle({ error: 'the process of the tests has ended' }))
  const ask = async (order, limit) => {
    child.send(order)
    const said = await new Promise((resolve) => {
      settle = resolve
      if (limit !== undefined) setTimeout(resolve, limit, { answer: TOO_LONG }).unref()
    })
    if (said.error !== undefined) throw new Error(said.error)
    if (said.answer === TOO_LONG) end()
    return said.answer
  }
  return { ask, end }
}
