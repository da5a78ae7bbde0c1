import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startService, type RunningService } from 'crawlform/service'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { applyPlan } from '../../src/apply/apply.ts'
import { reconcileAttempts } from '../../src/apply/reconcile-attempts.ts'
import { waitForJobs, waitTargets } from '../../src/apply/wait-for-jobs.ts'
import { type CrawlClient, createCrawlClient } from '../../src/client/client.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import type { StateBackend } from '../../src/state/state.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'

let directory: string
let site: LoopbackSite
let service: RunningService
let client: CrawlClient
let backend: StateBackend

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'embedded-'))
  site = await startLoopbackSite({
    '/': '<title>Home</title><main><h1>Home</h1><a href="/a">a</a></main>',
    '/a': '<h1>A</h1>',
  })
  service = await startService({ dataDirectory: path.join(directory, 'service'), port: 0, apiKey: 'key' })
  client = createCrawlClient({ baseUrl: service.url, apiKey: 'key', userAgent: 'test', clock: systemClock })
  backend = openLocalBackend({ directory, environment: 'local', clock: systemClock })
})

afterEach(async () => {
  await client.close()
  await service.close()
  await site.close()
  await rm(directory, { recursive: true })
})

async function apply(through: CrawlClient): Promise<string[]> {
  const crawls = [aResolvedCrawl({ request: { url: site.url('/'), limit: 5 } })]
  const { state } = await backend.read()
  const plan = makePlan({ environment: 'local', crawls, recorded: state, nowMs: systemClock.now() })
  const deps = {
    clock: systemClock,
    secrets: () => undefined,
    newAttempt: () => crypto.randomUUID(),
    parallelism: 1,
  }
  const said: string[] = []
  for await (const event of applyPlan(plan, { ...deps, backend, client: through })) {
    if (event.type === 'finished') said.push(event.result.outcome)
  }
  return said
}

async function wait() {
  const { state } = await backend.read()
  const targets = waitTargets(state!.records, [{ name: 'docs', expect: { minPages: 2 } }])
  const done = []
  for await (const event of waitForJobs(targets, { backend, client, clock: systemClock })) {
    if (event.type === 'done') done.push(event)
  }
  return done
}

it('runs a crawl to its end, and delivers its pages', async () => {
  expect(await apply(client)).toEqual(['submitted'])
  const done = await wait()
  expect(done).toMatchObject([{ crawl: 'docs', result: { status: 'completed', completed: 2 }, problems: [] }])
  const pages = []
  for await (const page of client.pages(done[0]!.job)) pages.push(page.metadata.sourceURL)
  expect(new Set(pages)).toEqual(new Set([site.url('/'), site.url('/a')]))
  expect(await apply(client)).toEqual([])
})

it('finds a job by its key if the answer of the start was lost', async () => {
  const lossy = Object.assign(Object.create(client) as CrawlClient, {
    startCrawl: async (...args: Parameters<CrawlClient['startCrawl']>) => {
      await client.startCrawl(...args)
      return { kind: 'in-doubt', message: 'the answer was lost' } as const
    },
  })
  expect(await apply(lossy)).toEqual(['in-doubt'])
  expect(await apply(client)).toEqual(['skipped'])
  const deps = {
    backend,
    client,
    clock: systemClock,
    secrets: () => undefined,
    keyPolicy: 'replayed' as const,
  }
  const verdicts = []
  for await (const result of reconcileAttempts(undefined, deps)) verdicts.push(result)
  expect(verdicts).toMatchObject([{ name: 'docs', verdict: 'started' }])
  expect(await apply(client)).toEqual([])
  expect(await wait()).toMatchObject([{ job: verdicts[0]!.job, problems: [] }])
  // A second job would have asked for it again.
  expect(await client.active()).toEqual([])
  expect(site.count('/')).toBe(1)
})
