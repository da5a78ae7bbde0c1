import { afterEach, beforeEach, expect, it } from 'vitest'
import { ApplyStand } from '../support/apply-stand.ts'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import type { FaultyCrawlService, Fault } from '../support/faulty-crawl-service.ts'

let stand: ApplyStand
let service: FaultyCrawlService

beforeEach(async () => {
  stand = await ApplyStand.open()
  ;({ service } = stand)
})

afterEach(() => stand.close())

const plan = () => stand.planOf([aResolvedCrawl()])

async function apply(idempotencyKeys = true) {
  const { results } = await stand.apply(await plan(), { client: stand.client({ idempotencyKeys }) })
  return results[0]
}

const always = (fault: Fault): Fault[] => Array.from({ length: 40 }, () => fault)

// A gateway may lose patience with a service that has begun the job, and say 503 for it.
it.each([
  ['repeated until crawlform gives up', always('503-started')],
  ['followed by another error', ['503-started', '400'] as Fault[]],
])('a job that started despite the answer 503, %s, is not started again', async (_, faults) => {
  service.faults.push(...faults)
  expect(await apply()).toMatchObject({ outcome: 'in-doubt', error: expect.stringContaining('503') })
  service.faults.length = 0
  expect((await plan()).changes).toMatchObject([{ action: 'in-doubt' }])
  expect(await stand.reconcile({ keyPolicy: 'replayed' })).toMatchObject([
    { verdict: 'started', job: service.jobs[0]?.id },
  ])
  expect(service.jobs).toHaveLength(1)
  expect((await plan()).changes).toMatchObject([{ action: 'keep' }])
})

it('a service without keys that keeps answering 503 has refused', async () => {
  service.faults.push(...always('503'))
  expect(await apply(false)).toMatchObject({ outcome: 'failed' })
})

it('an attempt that was sent without a key is not sent again with one', async () => {
  service.faults.push('500-started')
  expect(await apply(false)).toMatchObject({ outcome: 'in-doubt' })
  const [result] = await stand.reconcile({ keyPolicy: 'replayed' })
  expect(result?.because).toContain('without a key')
  expect(service.jobs).toHaveLength(1)
})
