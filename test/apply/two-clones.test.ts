import { afterEach, beforeEach, expect, it } from 'vitest'
import { GitBackend } from '../../src/state/git-backend.ts'
import { HttpBackend } from '../../src/state/http-backend.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import type { StateBackend } from '../../src/state/state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import { ApplyStand } from '../support/apply-stand.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { GitRepositories } from '../support/git-repositories.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

const crawls = Array.from({ length: 6 }, (_, index) =>
  aResolvedCrawl({ name: `crawl-${index}`, request: { url: `https://${index}.example/` } }),
)

let stand: ApplyStand
let repositories: GitRepositories
let stateServer: TerraformStateServer

beforeEach(async () => {
  stand = await ApplyStand.open()
  stateServer = await new TerraformStateServer().listen()
  repositories = new GitRepositories()
  // Every second submission comes to nothing at first, so that the two runs fall out of step.
  stand.service.faults.push('429-header', 'none', '503', 'none', '429')
})

afterEach(async () => {
  await Promise.all([stand.close(), stateServer.close()])
  repositories.remove()
})

const common = { environment: 'local', clock: systemClock }
const backends: Record<string, () => StateBackend> = {
  git: () => new GitBackend({ ...common, directory: repositories.clone(), env: repositories.env }),
  http: () => {
    const address = stateServer.address()
    return new HttpBackend({ ...common, userAgent: 'test', address, lockAddress: address })
  },
  local: () => openLocalBackend({ ...common, directory: stand.directory }),
}

async function apply(backend: StateBackend): Promise<string[]> {
  const { state: recorded } = await backend.read()
  const clock = new FakeClock({ nowMs: systemClock.now(), skipSleeps: true })
  const { results } = await stand.apply(await stand.planOf(crawls, { recorded }), {
    backend,
    clock,
    newAttempt: () => crypto.randomUUID(),
    parallelism: 3,
  })
  return results.map(({ outcome }) => outcome)
}

it.each(Object.keys(backends))(
  'two simultaneous applies submit every crawl exactly once: %s',
  async (kind) => {
    const [one, other] = [backends[kind]!(), backends[kind]!()]
    const outcomes = (await Promise.all([apply(one), apply(other)])).flat()
    for (const crawl of crawls) expect(stand.service.jobsFor(crawl.request.url)).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'submitted')).toHaveLength(6)
    const { state } = await backends[kind]!().read()
    expect(state?.records.map((record) => record.phase)).toEqual(Array(6).fill('submitted'))
    expect(await apply(backends[kind]!())).toEqual([])
  },
)
