import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedRefusals } from '../../src/session/embedded-refusals.ts'
import { catalogue } from '../../src/diagnostics/diagnostics.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { validateRequest } from '../../src/request/request.ts'
import { ApiError } from '../../src/service/api/check-access.ts'
import { createRequestReader } from '../../src/service/api/read-request.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { startTestService, type TestService } from '../service/support/service.ts'
import { loadTexts } from '../support/load-texts.ts'
import { crowdedRequests, someRequest } from './some-requests.ts'

/** Fewer where each change of the code is tried with them. */
const COUNT = Number(process.env['CONTRACT_REQUESTS'] ?? 3000)
/** Every so many requests go over HTTP as well. */
const OVER_HTTP = 20
/** A project for each request would take most of the time. */
const IN_A_PROJECT = 100
const PROJECT =
  'version: 2\nenvironments: { local: { service: embedded, embedded: { browser: { enabled: false } } } }\n'

/** What becomes of a request: taken, refused for what it is, or for what the service has not. */
type Verdict = 'taken' | 'refused' | 'lacking'

let service: TestService

beforeAll(async () => {
  // With no place for a job, what is taken is answered with 429 and costs nothing.
  service = await startTestService({ browser: false, limits: { unfinishedJobs: 0 } })
})

afterAll(() => service.dispose())

async function serviceVerdict(request: JsonObject): Promise<Verdict> {
  const { status, body } = await service.request('/v2/crawl', { json: request })
  if (status === 429) return 'taken'
  expect([status, body]).toEqual([400, expect.objectContaining({ success: false })])
  return Object.hasOwn(body as object, 'details') ? 'refused' : 'lacking'
}

/** The checks that the service's routes make before they start work. */
const reader = createRequestReader(undefined, false)

async function readerVerdict(request: JsonObject): Promise<Verdict> {
  try {
    await reader.read(request)
    return 'taken'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.body.details === undefined ? 'lacking' : 'refused'
  }
}

/** What the crawl files of these requests, all of one project, and a plan of them come to. */
async function fileVerdicts(requests: readonly JsonObject[]): Promise<readonly Verdict[]> {
  const files = requests.map((_, index) => `crawls/c${index}.yaml`)
  const texts = requests.map((request, index) => [files[index], JSON.stringify({ version: 2, request })])
  const project = loadTexts({ 'crawlform.yaml': PROJECT, ...Object.fromEntries(texts) })
  const { crawls, environment, diagnostics } = project
  const refused = new Set(diagnostics.filter(({ severity }) => severity === 'error').map(({ file }) => file))
  const read = crawls.map(({ document }) => document.file)
  expect(read.toSorted()).toEqual(files.filter((file) => !refused.has(file)).toSorted())
  const lacking = await embeddedRefusals({ env: {} }, environment, crawls)
  const plan = makePlan({ environment: 'local', crawls, recorded: undefined, nowMs: 0, lacking })
  const blocked = new Set(plan.changes.map((change) => change.action === 'blocked' && change.file))
  return files.map((file) => (refused.has(file) ? 'refused' : blocked.has(file) ? 'lacking' : 'taken'))
}

describe('a request', () => {
  it('has the same problems in crawl files, plan and service', { timeout: 300_000 }, async () => {
    const counts = { taken: 0, refused: 0, lacking: 0 }
    const disagreements: unknown[] = []
    const samples = [...crowdedRequests, ...fc.sample(someRequest, { seed: 13, numRuns: COUNT })]
    const inFiles: Verdict[] = []
    for (let start = 0; start < samples.length; start += IN_A_PROJECT)
      inFiles.push(...(await fileVerdicts(samples.slice(start, start + IN_A_PROJECT))))
    for (const [index, request] of samples.entries()) {
      const said = await readerVerdict(request)
      const others = [inFiles[index]]
      if (index % OVER_HTTP === 0) others.push(await serviceVerdict(request))
      counts[said]++
      if (others.some((verdict) => verdict !== said)) disagreements.push({ said, others, request })
    }
    expect(disagreements.slice(0, 5)).toEqual([])
    // None of the three is rare, or the comparison would say little.
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(COUNT / 20)
  })

  it('is refused by rules that are errors, and not by remarks', () => {
    for (const request of fc.sample(someRequest, { seed: 14, numRuns: 2000 })) {
      for (const { rule, isRemark } of validateRequest(request, { references: false }).problems)
        expect([rule, catalogue()[rule].severity === 'error']).toEqual([rule, isRemark !== true])
    }
  })
})
