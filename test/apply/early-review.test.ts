import { afterEach, beforeEach, expect, it } from 'vitest'
import { reviewPages } from '../../src/apply/review-pages.ts'
import { waitForJobs, type WaitDeps, waitTargets } from '../../src/apply/wait-for-jobs.ts'
import { given } from '../../src/util/json.ts'
import { aSubmittedRecord } from '../support/a-record.ts'
import { ApplyStand } from '../support/apply-stand.ts'
import type { FaultyJob } from '../support/faulty-crawl-service.ts'

let stand: ApplyStand
let job: FaultyJob

beforeEach(async () => {
  stand = await ApplyStand.open()
  job = {
    id: '00000000-0000-7000-8000-00000000000a',
    attempt: '',
    body: {},
    createdAt: '2026-11-21T00:00:00.000Z',
    completed: 0,
    total: 9,
    status: 'scraping',
  }
  stand.service.jobs.push(job)
  await stand.record(aSubmittedRecord())
})

afterEach(() => stand.close())

/** The job has so many pages now. */
function come(count: number): void {
  stand.service.pages = Array.from({ length: count }, (_, index) => {
    const url = `https://example.com/${index}`
    return { markdown: `Page ${index}`, metadata: { url, sourceURL: url, statusCode: 200 } }
  })
  job.completed = count
}

type ReadPages = NonNullable<WaitDeps['readPages']>

/** Waits for the job, which gets a page at each report and ends with the fourth. Returns the pages of each review. */
async function wait(readPages: ReadPages, { timeoutMs }: Pick<WaitDeps, 'timeoutMs'> = {}) {
  const { backend, clock } = stand
  const reviews: (string[] | undefined)[] = []
  const events = waitForJobs(waitTargets(await stand.records(), []), {
    backend,
    client: stand.client(),
    clock,
    ...given({ timeoutMs }),
    readPages,
    readsWhileRunning: true,
    onReview: (_job, { results }) => reviews.push(results && [...results].map(({ url }) => url)),
  })
  let problems: readonly string[] = []
  for await (const event of events) {
    if (event.type === 'done') ({ problems } = event)
    if (event.type !== 'progress') continue
    come(job.completed + 1)
    if (job.completed === 4) job.status = 'completed'
  }
  return { reviews, problems }
}

const ALL = [0, 1, 2, 3].map((index) => `https://example.com/${index}`)

it('reads each page once, while the job runs', async () => {
  const seen: number[] = []
  const { reviews } = await wait(async (target, more) => {
    const counted = more && (() => (seen.push(job.completed), more()))
    return reviewPages(stand.client().pages(job.id, { more: counted }), target)
  })
  expect(reviews).toEqual([ALL])
  expect(seen[0]).toBeLessThan(4)
})

it('reads all pages again if reading them while the job ran has failed', async () => {
  const tries: boolean[] = []
  const { reviews } = await wait(async (target, more) => {
    tries.push(more !== undefined)
    if (more !== undefined) throw new Error('the pages are locked')
    return reviewPages(stand.client().pages(job.id), target)
  })
  expect(tries).toEqual([true, false])
  expect(reviews).toEqual([ALL])
})

it('reads all pages again if the early review ended before the job', async () => {
  const { reviews } = await wait(async (target) => reviewPages(stand.client().pages(job.id), target))
  expect(reviews).toEqual([ALL])
})

it('stops reading when nobody waits for the job any more', async () => {
  let end: string | undefined
  const { problems } = await wait(
    async (target, more) => {
      const review = await reviewPages(stand.client().pages(job.id, { more }), target)
      end = review.end?.status
      return review
    },
    { timeoutMs: 1 },
  )
  expect(problems.join()).toMatch(/^still running after/)
  expect(end).toBe('scraping')
})
