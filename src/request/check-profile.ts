import { isJsonObject } from '../util/json.ts'
import type { CheckedRequest } from './checked-request.ts'
import { refusal, remark, type RequestProblem } from './request-problem.ts'

/** The longest name of a browser profile, in bytes of UTF-8. */
const MOST_BYTES = 128

/** Finds lockdown, which is for single pages, and a browser profile next to it. */
export function checkLockdown({ page }: CheckedRequest): RequestProblem[] {
  if (page['lockdown'] !== true) return []
  if (!isJsonObject(page['profile']))
    return [remark('limits/lockdown', '/scrapeOptions/lockdown', {}, { part: 'key' })]
  const related = { message: '"profile" is set here', pointer: '/scrapeOptions/profile' }
  return [refusal('limits/profile-with-lockdown', '/scrapeOptions/lockdown', {}, { part: 'key', related })]
}

/** Finds a name of a browser profile that is too long in bytes; the schema counts characters. */
export function checkProfile({ page, isOpen }: CheckedRequest): RequestProblem[] {
  const name = isJsonObject(page['profile']) ? page['profile']['name'] : undefined
  if (typeof name !== 'string' || isOpen(name)) return []
  const bytes = new TextEncoder().encode(name).length
  return bytes <= MOST_BYTES
    ? []
    : [refusal('limits/profile-name', '/scrapeOptions/profile/name', { bytes, most: MOST_BYTES })]
}
