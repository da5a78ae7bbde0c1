import { expect, it } from 'vitest'
import { waitForJobs, waitTargets } from '../../src/apply/wait-for-jobs.ts'
import type { JobRecord } from '../../src/state/state.ts'
import { aResult, aSubmittedRecord } from '../support/a-record.ts'
import { ApplyStand } from '../support/apply-stand.ts'

it.each([
  [1, 1],
  [80, 0],
])('if %i jobs have ended, the missed pages of %i are requested', async (count, asked) => {
  const stand = await ApplyStand.open()
  const { service, backend, clock } = stand
  const record = { ...aSubmittedRecord(), result: { ...aResult('completed'), failed: 2 } } as JobRecord
  await stand.record(...Array.from({ length: count }, (_, index) => ({ ...record, crawl: `docs-${index}` })))
  const targets = waitTargets(await stand.records(), [])
  for await (const event of waitForJobs(targets, { backend, client: stand.client(), clock }))
    expect(event.type).toBe('done')
  expect(service.requests.filter(({ path }) => path.endsWith('/errors'))).toHaveLength(asked)
  await stand.close()
})
