// Runs a test of the suite as a campaign: as large as asked, from a seed on. Arguments: the test's file, then
//   --size N  --seed 1  --only WORDS (of the tests' names)
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'

const root = path.join(import.meta.dirname, '../..')
const [file = '', ...rest] = process.argv.slice(2)
const { values } = parseArgs({
  args: rest,
  options: {
    size: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
})
const isWhole = (text) => /^[1-9]\d*$/.test(text ?? '')
if (!isWhole(values.size) || !isWhole(values.seed)) {
  console.error('--size and --seed are whole numbers from 1 on.')
  process.exit(64)
}
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
const only = values.only === '' ? [] : ['--testNamePattern', values.only]
const { status } = spawnSync(process.execPath, [vitest, 'run', file, ...only], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CRAWLFORM_CAMPAIGN_SIZE: values.size, CRAWLFORM_CAMPAIGN_SEED: values.seed },
})
process.exit(status ?? 1)
