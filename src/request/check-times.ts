import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import type { CheckedRequest } from './checked-request.ts'
import { refusal, remark, type RequestProblem } from './request-problem.ts'

/** The longest wait for a page, in milliseconds. */
const MOST_WAIT = 60_000
/** The wait for a selector that limits assume, in milliseconds. */
const SELECTOR_WAIT = 1000

/** Finds waits that are too long for every service, and times that are probably in another unit. */
export function checkTimes({ page }: CheckedRequest): RequestProblem[] {
  const found: RequestProblem[] = []
  const waitFor = numberOf(page['waitFor'])
  const timeout = numberOf(page['timeout'])
  if (timeout > 0 && waitFor > timeout / 2) {
    const related = { message: '"timeout" is set here', pointer: '/scrapeOptions/timeout' }
    const args = { waitFor, timeout }
    found.push(refusal('limits/wait-exceeds-timeout', '/scrapeOptions/waitFor', args, { related }))
  }
  const steps = Array.isArray(page['actions']) ? page['actions'] : []
  const waits = steps.map((step: Json) => (isJsonObject(step) && step['type'] === 'wait' ? step : undefined))
  const actions = waits.reduce((total, wait) => total + (wait === undefined ? 0 : lengthOf(wait)), 0)
  if (waitFor + actions > MOST_WAIT && waitFor <= MOST_WAIT) {
    const args = { total: waitFor + actions, waitFor, actions }
    found.push(refusal('limits/total-wait', '/scrapeOptions/actions', args, { part: 'key' }))
  }
  for (const [index, wait] of waits.entries())
    if (wait?.['milliseconds'] !== undefined && wait['selector'] !== undefined)
      found.push(refusal('limits/two-waits', `/scrapeOptions/actions/${index}`, {}))
  return found.length > 0 ? found : findSmallTimes(page)
}

const SMALL_TIMES = [
  { key: 'waitFor', below: 60 },
  { key: 'maxAge', below: 1000 },
  { key: 'minAge', below: 1000 },
]

/** Finds times so small that they were probably meant as seconds. */
function findSmallTimes(page: JsonObject): RequestProblem[] {
  const found: RequestProblem[] = []
  for (const { key, below } of SMALL_TIMES) {
    const value = numberOf(page[key])
    if (value > 0 && value <= below)
      found.push(
        remark('limits/milliseconds', `/scrapeOptions/${key}`, { key, value, milliseconds: value * 1000 }),
      )
  }
  return found
}

function lengthOf({ milliseconds }: JsonObject): number {
  return typeof milliseconds === 'number' ? milliseconds : SELECTOR_WAIT
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}
