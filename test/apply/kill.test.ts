import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { applyPlan } from '../../src/apply/apply.ts'
import { reconcileAttempts } from '../../src/apply/reconcile-attempts.ts'
import { createCrawlClient } from '../../src/client/client.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import type { Plan } from '../../src/plan/plan.ts'
import { formatSavedPlan } from '../../src/plan/saved-plan.ts'
import { openLocalBackend } from '../../src/state/local-backend.ts'
import { systemClock } from '../../src/util/clock.ts'
import { compareText } from '../../src/util/text.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'

const CHILD = path.join(import.meta.dirname, '../support/apply-child.mjs')
const crawls = ['a', 'b', 'c'].map((name) =>
  aResolvedCrawl({ name, request: { url: `https://${name}.example/` } }),
)

let service: FaultyCrawlService
let directory: string

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  directory = await mkdtemp(path.join(tmpdir(), 'kill-'))
})

afterEach(async () => {
  await service.close()
  await rm(directory, { recursive: true })
})

const backend = () => openLocalBackend({ directory, environment: 'local', clock: systemClock })

async function plan(): Promise<Plan> {
  const { state } = await backend().read()
  return makePlan({ environment: 'local', crawls, recorded: state, nowMs: systemClock.now() })
}

/** Runs the next plan in a process that is killed at its `step`th step, or after so many milliseconds. */
async function applyAndDie(step: number, killAfterMs?: number): Promise<string | null> {
  const file = path.join(directory, 'plan.json')
  await writeFile(file, formatSavedPlan(await plan()))
  const child = spawn(process.execPath, [CHILD, directory, service.baseUrl, file, String(step)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The start of Node is not what is tested: time runs from the first event on.
  if (killAfterMs !== undefined)
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), killAfterMs))
  child.stdout.resume()
  return new Promise((resolve, reject) =>
    child.on('close', (code, signal) =>
      (code ?? 0) === 0 ? resolve(signal) : reject(new Error(`the child ended with ${code}`)),
    ),
  )
}

/** Each job of the service is recorded or in doubt. Returns the record after `state reconcile` and a second `apply`. */
async function takeUp() {
  const { state } = await backend().read()
  for (const job of service.jobs) {
    const record = state?.records.find((one) => one.attempt === job.attempt)
    expect(record?.phase).toMatch(/^(?:submitting|submitted)$/)
  }
  const client = createCrawlClient({ baseUrl: service.baseUrl, userAgent: 'test', clock: systemClock })
  const deps = {
    backend: backend(),
    client,
    clock: systemClock,
    secrets: () => undefined,
    keyPolicy: 'replayed' as const,
  }
  for await (const { verdict } of reconcileAttempts(undefined, deps)) expect(verdict).toBe('started')
  const again = { ...deps, newAttempt: () => crypto.randomUUID(), parallelism: 2 }
  const outcomes = []
  for await (const event of applyPlan(await plan(), again))
    if (event.type === 'finished') outcomes.push(event.result.outcome)
  expect(new Set(['submitted', ...outcomes])).toEqual(new Set(['submitted']))
  const { keep, submit, inDoubt } = (await plan()).summary
  const urls = service.jobs.map((job) => JSON.stringify(job.body['url'])).toSorted(compareText)
  return { keep, submit, inDoubt, urls, files: await readdir(path.join(directory, 'state')) }
}

/** Every crawl runs exactly once, and nothing lies around. */
const whole = {
  keep: 3,
  submit: 0,
  inDoubt: 0,
  urls: crawls.map((crawl) => JSON.stringify(crawl.request.url)),
  files: ['history', 'local.json'],
}

describe('an apply that is killed', () => {
  it.each(Array.from({ length: 16 }, (_, step) => step))(
    'at step %i is completed by the next one',
    async (step) => {
      expect((await applyAndDie(step)) === 'SIGKILL' || step >= 12).toBe(true)
      expect(await takeUp()).toEqual(whole)
    },
  )

  it('at several moments is completed by the next one', async () => {
    for (const killAfterMs of [0, 1, 2, 3, 5, 8, 13]) await applyAndDie(Infinity, killAfterMs)
    expect(await takeUp()).toEqual(whole)
  })
})
