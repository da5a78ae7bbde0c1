import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StateBackend } from '../../src/state/state.ts'
import { GitBackend } from '../../src/state/git-backend.ts'
import { HttpBackend } from '../../src/state/http-backend.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import { ApplyStand } from '../support/apply-stand.ts'
import { GitRepositories } from '../support/git-repositories.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

/** A record over a network, and how often it was written. */
interface FarRecord {
  readonly backend: StateBackend
  readonly writes: () => number
}

const common = { environment: 'local', clock: systemClock }
let stand: ApplyStand
let server: TerraformStateServer
let repositories: GitRepositories

beforeEach(async () => {
  stand = await ApplyStand.open()
  server = await new TerraformStateServer().listen()
  repositories = new GitRepositories()
})

afterEach(async () => {
  await Promise.all([stand.close(), server.close()])
  repositories.remove()
})

const records: Record<string, () => FarRecord> = {
  git: () => ({
    backend: new GitBackend({ ...common, directory: repositories.clone(), env: repositories.env }),
    writes: () => Number(repositories.git(repositories.bare, 'rev-list', '--count', 'refs/crawlform/local')),
  }),
  http: () => ({
    backend: new HttpBackend({
      ...common,
      userAgent: 'test',
      address: server.address(),
      lockAddress: server.address(),
    }),
    writes: () => server.methods().filter((method) => method === 'POST').length,
  }),
}

it.each(Object.keys(records))(
  'the outcome of a crawl and the start of the next share one write: %s',
  async (kind) => {
    const { backend, writes } = records[kind]!()
    const crawls = Array.from({ length: 10 }, (_, index) =>
      aResolvedCrawl({ name: `crawl-${index}`, request: { url: `https://${index}.example/` } }),
    )
    const { results } = await stand.apply(await stand.planOf(crawls), { backend, parallelism: 2 })
    expect(results.map(({ outcome }) => outcome)).toEqual(Array(10).fill('submitted'))
    const { state } = await backend.read()
    expect(state?.records.map(({ phase }) => phase)).toEqual(Array(10).fill('submitted'))
    // The first begins two of them; each later one tells of at least one.
    expect(writes()).toBeLessThanOrEqual(11)
  },
)
