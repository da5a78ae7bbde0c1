import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { CampaignRun } from '../support/apply-campaign.ts'
import { newFigures, type CampaignFigures } from '../support/campaign-figures.ts'
import type { StoreKind } from '../support/campaign-stores.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

// `npm run faults` sets these: how many requests the service has to get, and from which seed on.
const ASKED = process.env['CRAWLFORM_CAMPAIGN_SIZE']
const SEED = Number(process.env['CRAWLFORM_CAMPAIGN_SEED'] ?? 1)
/** A record in git takes some hundred processes a life, and a process that is really killed takes as long as a hundred kills. */
const SHARES: readonly (readonly [StoreKind, number])[] = [
  ['local', 0.7],
  ['http', 0.25],
  ['git', 0.03],
  ['process', 0.02],
]
/** Requests in the test suite. */
const FEW: Readonly<Record<StoreKind, number>> = { local: 400, http: 125, git: 15, process: 15 }
/** Faults that every campaign of more than ten lives must have met. */
const HAPPENED: Readonly<Record<StoreKind, readonly (keyof CampaignFigures)[]>> = {
  local: ['faults', 'kills', 'storeFailures', 'tornWrites', 'fullDisks'],
  http: ['faults', 'kills', 'storeFailures'],
  git: ['kills', 'storeFailures'],
  process: ['faults', 'kills'],
}
/** A long campaign keeps local records in memory, where there is such a place: each write is synced. */
const MEMORY = '/dev/shm'
const directory = ASKED !== undefined && existsSync(MEMORY) ? MEMORY : undefined

it.each(SHARES)(
  'never submits a crawl twice, and never loses one, despite faults and kills: %s',
  async (kind, share) => {
    const wanted = ASKED === undefined ? FEW[kind] : Math.ceil(Number(ASKED) * share)
    const service = await new FaultyCrawlService().listen()
    const stateServer = await new TerraformStateServer().listen()
    const servers = { service, stateServer, ...(directory !== undefined && { directory }) }
    const figures = newFigures()
    try {
      for (let seed = SEED; figures.requests < wanted; seed++) {
        const life = new CampaignRun(seed, kind, servers, figures)
        await life.run()
        const { doubleSubmissions, unreadableStates, untruePlans, unlisted } = figures
        expect(
          { seed, doubleSubmissions, unreadableStates, untruePlans, unlisted },
          life.evidence.join('\n'),
        ).toEqual({
          seed,
          doubleSubmissions: 0,
          unreadableStates: 0,
          untruePlans: 0,
          unlisted: 0,
        })
        if (ASKED !== undefined && seed % 500 === 0) print(kind, figures)
      }
    } finally {
      await Promise.all([service.close(), stateServer.close()])
    }
    if (ASKED !== undefined) print(kind, figures)
    // A campaign in which little goes wrong proves little. Where in a life things go wrong hangs on how fast the
    // machine is, so that of few lives only the sum is sure.
    expect(figures.faults + figures.kills + figures.storeFailures).toBeGreaterThan(figures.runs)
    const least = ASKED === undefined ? 0 : figures.runs / 20
    const certain = figures.runs > 10 ? HAPPENED[kind] : []
    for (const name of certain) expect(figures[name], name).toBeGreaterThan(least)
  },
  12 * 3_600_000,
)

function print(kind: StoreKind, figures: object): void {
  process.stdout.write(`${kind} ${JSON.stringify(figures)}\n`)
}
