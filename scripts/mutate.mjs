// Tries how much the tests notice: changes a room in small ways, one at a time, and runs the tests that pass by the change.
// npm run mutate -- ROOM[:LINE] [--sample 60] [--seed 1] [--tests test/DIRECTORY]...
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { mutantsOfRoom, sampleOf, staleEntries, withoutEquivalent } from './mutate/room-mutants.mjs'
import { tryMutants } from './mutate/try-mutants.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true, default: ['test'] },
  },
})
const count = Number(values.sample)
const [room, line] = (positionals[0] ?? '').split(':')
if (positionals.length !== 1 || !Number.isInteger(count) || count < 1)
  throw new Error('usage: npm run mutate -- ROOM[:LINE] [--sample 60] [--seed 1] [--tests test/DIRECTORY]...')
process.chdir(path.dirname(import.meta.dirname))

const known = JSON.parse(readFileSync('scripts/mutate/equivalent.json', 'utf8'))
const stale = staleEntries(known)
if (stale.length > 0)
  throw new Error(`scripts/mutate/equivalent.json lists what is no mutant any more:\n  ${stale.join('\n  ')}`)
const mutants = withoutEquivalent(mutantsOfRoom(room), known).filter(
  (mutant) => line === undefined || mutant.line === Number(line),
)
const sample = sampleOf(mutants, count, values.seed)
const survivors = []
let tried = 0
let isCutOff = true

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => process.exit(128 + constants.signals[signal]))
// Also when it is cut off: what was tried by then is known.
process.once('exit', () => {
  const killed = tried - survivors.length
  const share = tried === 0 ? '' : ` (${((100 * killed) / tried).toFixed(0)} %)`
  const rest = isCutOff ? `, cut off before ${sample.length - tried} more` : ''
  console.log(
    [
      `${positionals[0]}: ${killed} of ${tried} killed${share}, of ${mutants.length} mutants by seed ${values.seed}${rest}`,
      ...survivors.map((survivor) => `  ${survivor}`),
    ].join('\n'),
  )
})

await tryMutants(sample, { room, only: values.tests }, ({ mutant, killer, tests }) => {
  tried += 1
  const what = `${mutant.file}:${mutant.line}: ${mutant.before}\n      => ${mutant.after}`
  console.error(killer === undefined ? `survived  ${what}` : `killed    ${what}\n      by ${killer}`)
  if (killer === undefined) survivors.push(tests === 0 ? `${what} (no test passes by)` : what)
})
isCutOff = false
