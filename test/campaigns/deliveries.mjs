// Runs the campaigns about deliveries, one after the other. Arguments: --seed 1, --size N for each, --only WORDS.
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const campaigns = [
  ['test/cli/killed-delivery.test.ts', '1'],
  ['test/docs/nightly-deliveries.test.ts', '200'],
  ['test/cli/random-delays.test.ts', '50'],
]
const campaign = path.join(import.meta.dirname, 'campaign.mjs')
for (const [file, size] of campaigns) {
  const args = [campaign, file, '--size', size, ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
