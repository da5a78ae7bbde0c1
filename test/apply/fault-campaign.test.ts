import { expect, it } from 'vitest'
import { CampaignRun, newFigures } from '../support/apply-campaign.ts'
import type { StoreKind } from '../support/campaign-stores.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

// `npm run faults` sets these: how many lives are lived, and from which seed on.
const ASKED = process.env['CRAWLFORM_FAULT_RUNS']
const SEED = Number(process.env['CRAWLFORM_FAULT_SEED'] ?? 1)

/** A life with a record in git starts some hundred processes, and takes as long as fifty others. */
const lives: readonly (readonly [StoreKind, number])[] =
  ASKED === undefined
    ? [
        ['local', 110],
        ['http', 40],
        ['git', 6],
      ]
    : [
        ['local', Math.ceil(Number(ASKED) * 0.65)],
        ['http', Math.ceil(Number(ASKED) * 0.3)],
        ['git', Math.ceil(Number(ASKED) * 0.05)],
      ]

it.each(lives)(
  'never submits a crawl twice and never loses one, whatever fails and wherever it is killed: %s',
  async (kind, runs) => {
    const service = await new FaultyCrawlService().listen()
    const stateServer = await new TerraformStateServer().listen()
    const figures = newFigures()
    try {
      for (let seed = SEED; seed < SEED + runs; seed++) {
        await new CampaignRun(seed, kind, { service, stateServer }, figures).run()
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
    if (ASKED !== undefined) process.stdout.write(`${kind} ${JSON.stringify(figures)}\n`)
    // A campaign in which little goes wrong proves little. Where in a life things go wrong hangs on how fast the
    // machine is, so that of few lives only the sum is sure.
    const { faults, kills, storeFailures } = figures
    expect(faults + kills + storeFailures).toBeGreaterThan(2 * runs)
    for (const some of [faults, kills, storeFailures]) expect(some).toBeGreaterThan(runs / 10)
  },
  3_600_000,
)
