// Tries how much the tests notice: changes a room in small ways, one at a time, and runs the tests that pass by the change.
// npm run mutate -- ROOM [--sample 60] [--seed 1] [--tests test/DIRECTORY]
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { mutantsOfRoom, sampleOf, withoutEquivalent } from './mutate/room-mutants.mjs'
import { tryMutants } from './mutate/try-mutants.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: 'test' },
  },
})
const count = Number(values.sample)
if (positionals.length !== 1 || !Number.isInteger(count) || count < 1)
  throw new Error('usage: npm run mutate -- ROOM [--sample 60] [--seed 1] [--tests test/DIRECTORY]')
const [room] = positionals
process.chdir(path.dirname(import.meta.dirname))

const known = JSON.parse(readFileSync('scripts/mutate/equivalent.json', 'utf8'))
const mutants = withoutEquivalent(mutantsOfRoom(room), known)
const sample = sampleOf(mutants, count, values.seed)
process.once('SIGINT', () => process.exit(130))
const survivors = []
await tryMutants(sample, { room, only: values.tests }, ({ mutant, killer, tests }) => {
  const what = `${mutant.file}:${mutant.line}: ${mutant.before}\n      => ${mutant.after}`
  console.error(killer === undefined ? `survived  ${what}` : `killed    ${what}\n      by ${killer}`)
  if (killer === undefined) survivors.push(tests === 0 ? `${what} (no test passes by)` : what)
})
const killed = sample.length - survivors.length
console.log(
  [
    `${room}: ${killed} of ${sample.length} killed (${((100 * killed) / sample.length).toFixed(0)} %), of ${mutants.length} mutants`,
    ...survivors.map((survivor) => `  ${survivor}`),
  ].join('\n'),
)
