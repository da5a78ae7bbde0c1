import { readFileSync } from 'node:fs'
import path from 'node:path'
import { plantMutants } from './plant-mutants.mjs'
import { startTests } from './start-tests.mjs'

/** Milliseconds that a test may take with a mutant, beside ten times what it takes without; a busy machine is no killer. */
const PATIENCE_MS = 20_000

/** So few are tried alone at once: for them it is quicker, and what one left behind cannot hide another. */
const FEW = 4

/**
 * Tries mutants, each with the tests below the directories `only` that pass by its place, until one fails. Most are tried
 * together: each test once for each of them. Alone in a process of its own is tried what acts while modules are loaded, and
 * what is left when one of them spoilt the process. `tell` gets each mutant with its `killer`, the test that failed, and how
 * many `tests` there were.
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
  const tests = startTests(planted)
  try {
    const surveyed = await tests.ask({ order: 'survey', planted, only })
    const left = new Map(changed.map((mutant) => [mutant.id, mutant]))
    const end = (id, killer, count) => {
      tell({ mutant: left.get(id), killer: killer?.name, tests: count })
      left.delete(id)
    }
    const wanted = (id) => likeliestFirst(testsOf(surveyed, changed[id], changed), changed[id].file, room)
    const outside = new Set(
      surveyed.flatMap((file) => file.tests).flatMap(({ passedOutside }) => passedOutside),
    )
    const together = changed.filter(({ id }) => !outside.has(id))
    if (together.length > FEW) await tryTogether(tests, together, wanted, end)
    for (const { id } of left.values()) {
      const files = wanted(id)
      const count = files.flatMap(({ ids }) => ids).length
      end(id, count === 0 ? undefined : await tryAlone(tests, id, files), count)
    }
  } finally {
    tests.end()
  }
}

/** Tells of each mutant that can be judged so; leaves the others. */
async function tryTogether(tests, mutants, wanted, tell) {
  const left = new Set(mutants.map(({ id }) => id))
  const end = (id, killer) => {
    if (!left.delete(id)) return
    tell(id, killer, 1)
  }
  for (;;) {
    const batch = {}
    const limits = {}
    const files = new Map()
    for (const mutant of left) {
      for (const file of wanted(mutant)) {
        const known = files.get(file.file) ?? { ...file, ids: new Set() }
        files.set(file.file, known)
        for (const [id, ms] of file.each) {
          known.ids.add(id)
          limits[id] = PATIENCE_MS + 10 * ms
          batch[id] = [...(batch[id] ?? []), mutant]
        }
      }
    }
    // Each test is run many times, so that what kills quickly saves the most.
    const list = [...files.values()]
      .map((file) => ({ ...file, ids: [...file.ids] }))
      .toSorted((a, b) => a.longestMs - b.longestMs)
    if (list.length === 0) return
    const silenceMs = PATIENCE_MS + 10 * Math.max(...list.map(({ startMs }) => startMs))
    const order = { order: 'batch', files: list, batch, limits }
    const { culprit, isSpoilt } = await tests.follow(order, silenceMs, end)
    if (isSpoilt) return
    if (culprit === undefined) {
      for (const id of left) if (wanted(id).length > 0) end(id, undefined)
      return
    }
    end(culprit.mutant, { name: culprit.killer })
  }
}

function tryAlone(tests, id, files) {
  const timeoutMs = PATIENCE_MS + 10 * Math.max(...files.map(({ longestMs }) => longestMs))
  const wholeMs = files.reduce((sum, { startMs, durationMs }) => sum + startMs + durationMs, 0)
  return tests.ask({ order: 'run', mutant: id, files, timeoutMs }, timeoutMs + PATIENCE_MS + 10 * wholeMs)
}

/** Returns the tests that pass by a mutant's place; where that is passed while modules are loaded, those that pass by its file. */
function testsOf(surveyed, { id, file: own }, changed) {
  const isOutside = surveyed.some(({ tests }) =>
    tests.some(({ passedOutside }) => passedOutside.includes(id)),
  )
  const places = isOutside ? changed.filter(({ file }) => file === own).map((mutant) => mutant.id) : [id]
  return surveyed
    .map(({ tests, ...file }) => {
      const durations = new Map(
        tests
          .filter((test) => places.some((at) => test.passed.includes(at) || test.passedOutside.includes(at)))
          .map((test) => [test.id, test.durationMs]),
      )
      const each = [...durations]
      return {
        ...file,
        each,
        ids: each.map(([id]) => id),
        longestMs: Math.max(0, ...each.map(([, ms]) => ms)),
        durationMs: each.reduce((sum, [, ms]) => sum + ms, 0),
      }
    })
    .filter(({ ids }) => ids.length > 0)
}

/** Puts first what imports the changed file, then the tests of the room, then what is quick. */
function likeliestFirst(files, changedFile, room) {
  const own = path.join('test', room.split('/')[0], path.sep)
  const rank = ({ file, text }) => {
    if (text.includes(`/${changedFile}'`)) return 0
    return path.relative(process.cwd(), file).startsWith(own) ? 1 : 2
  }
  return files.toSorted((a, b) => rank(a) - rank(b) || a.durationMs - b.durationMs)
}
