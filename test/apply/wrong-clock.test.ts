import { afterEach, beforeEach, expect, it } from 'vitest'
import { aResolvedCrawl } from '../support/a-resolved-crawl.ts'
import { ApplyStand } from '../support/apply-stand.ts'

let stand: ApplyStand

beforeEach(async () => {
  stand = await ApplyStand.open()
})

afterEach(() => stand.close())

it('a clock that is set back does not cause a wait of an hour', async () => {
  const { service, clock } = stand
  service.faults.push('503-started', '429-hour')
  const { results } = await stand.apply(await stand.planOf([aResolvedCrawl()]), {
    clock: {
      now: () => clock.now() - 3_600_000 * service.requests.length,
      sleep: (ms, signal) => clock.sleep(ms, signal),
    },
  })
  expect(results).toMatchObject([{ outcome: 'in-doubt' }])
  expect(clock.slept).toHaveLength(1)
  expect(service.requests).toHaveLength(2)
})

it('a laptop that slept for an hour does not send an attempt again', async () => {
  const { service, clock } = stand
  service.faults.push('503-started')
  const { results } = await stand.apply(await stand.planOf([aResolvedCrawl()]), {
    clock: { now: () => clock.now(), sleep: (ms, signal) => clock.sleep(ms + 3_600_000, signal) },
  })
  expect(results).toMatchObject([{ outcome: 'in-doubt' }])
  expect(service.requests).toHaveLength(1)
})
