import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { applyPlan } from '../../src/apply/apply-plan.lazy.ts'
import { createCrawlClient } from '../../src/client/create-crawl-client.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { openGitBackend } from '../../src/state/git-backend.lazy.ts'
import { openHttpBackend } from '../../src/state/http-backend.lazy.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import type { StateBackend } from '../../src/state/state-backend.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { GitRepositories } from '../support/git-repositories.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

const crawls = Array.from({ length: 6 }, (_, index) =>
  aResolvedCrawl({ name: `crawl-${index}`, request: { url: `https://${index}.example/` } }),
)

let service: FaultyCrawlService
let repositories: GitRepositories
let stateServer: TerraformStateServer
let directory: string

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  stateServer = await new TerraformStateServer().listen()
  repositories = new GitRepositories()
  directory = await mkdtemp(path.join(tmpdir(), 'clones-'))
  // Every second submission comes to nothing at first, so that the two runs fall out of step.
  service.faults.push('429-header', 'none', '503', 'none', '429')
})

afterEach(async () => {
  await Promise.all([service.close(), stateServer.close(), rm(directory, { recursive: true })])
  repositories.remove()
})

const common = { environment: 'local', clock: systemClock }
const backends: Record<string, () => StateBackend> = {
  git: () => openGitBackend({ ...common, directory: repositories.clone(), env: repositories.env }),
  http: () => {
    const address = stateServer.address()
    return openHttpBackend({ ...common, userAgent: 'test', address, lockAddress: address })
  },
  local: () => openLocalBackend({ ...common, directory }),
}

async function apply(backend: StateBackend): Promise<string[]> {
  const { state } = await backend.read()
  const plan = makePlan({ environment: 'local', crawls, recorded: state, nowMs: systemClock.now() })
  const client = createCrawlClient({ baseUrl: service.baseUrl, userAgent: 'test', clock: systemClock })
  const outcomes: string[] = []
  const events = applyPlan(plan, {
    backend,
    client,
    clock: new FakeClock({ nowMs: systemClock.now(), skipSleeps: true }),
    secrets: () => undefined,
    newAttempt: () => crypto.randomUUID(),
    parallelism: 3,
  })
  for await (const event of events) if (event.type === 'finished') outcomes.push(event.result.outcome)
  return outcomes
}

it.each(Object.keys(backends))('two applies at once submit every crawl exactly once: %s', async (kind) => {
  const [one, other] = [backends[kind]!(), backends[kind]!()]
  const outcomes = (await Promise.all([apply(one), apply(other)])).flat()
  for (const crawl of crawls) expect(service.jobsFor(crawl.request.url)).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'submitted')).toHaveLength(6)
  const { state } = await backends[kind]!().read()
  expect(state?.records.map((record) => record.phase)).toEqual(Array(6).fill('submitted'))
  expect(await apply(backends[kind]!())).toEqual([])
})
