import { expect, it } from 'vitest'
import { CampaignRun, newFigures } from '../support/apply-campaign.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

// `npm run faults` sets these: how many lives are lived, and from which seed on.
const RUNS = Number(process.env['CRAWLFORM_FAULT_RUNS'] ?? 150)
const SEED = Number(process.env['CRAWLFORM_FAULT_SEED'] ?? 1)

it('never submits a crawl twice and never loses one, whatever fails and wherever it is killed', async () => {
  const service = await new FaultyCrawlService().listen()
  const stateServer = await new TerraformStateServer().listen()
  const figures = newFigures()
  try {
    for (let seed = SEED; seed < SEED + RUNS; seed++) {
      await new CampaignRun(seed, { service, stateServer }, figures).run()
      const { doubleSubmissions, unreadableStates, untruePlans } = figures
      expect({ seed, doubleSubmissions, unreadableStates, untruePlans }).toEqual({
        seed,
        doubleSubmissions: 0,
        unreadableStates: 0,
        untruePlans: 0,
      })
    }
  } finally {
    await Promise.all([service.close(), stateServer.close()])
  }
  // A campaign in which little goes wrong proves little.
  expect(figures.faults).toBeGreaterThan(RUNS)
  expect(figures.kills).toBeGreaterThan(RUNS / 2)
  expect(figures.storeFailures).toBeGreaterThan(RUNS / 10)
  if (process.env['CRAWLFORM_FAULT_RUNS'] !== undefined) process.stdout.write(`${JSON.stringify(figures)}\n`)
}, 3_600_000)
