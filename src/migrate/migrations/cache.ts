import { jsonAt } from '../../util/json-pointer.ts'
import { move, remove } from '../edit.ts'
import { NOTHING, type Migration, unchanged } from '../migration.ts'
import { readFlag } from '../read-flag.ts'

const OLD = '/scrapeOptions/__experimental_cache'
const MAX_AGE = '/scrapeOptions/maxAge'
const FOUR_HOURS_MS = 14_400_000

/**
 * `__experimental_cache: true` meant pages up to four hours old unless `maxAge` said otherwise; false meant nothing.
 */
export const cache: Migration = {
  id: 'cache',
  migrate: (request) => {
    const flag = readFlag(request, OLD, 'scrapeOptions.maxAge')
    if (flag.state === 'absent') return NOTHING
    if (flag.state === 'unknown') return unchanged(flag.problem)
    const ageGiven = jsonAt(request, MAX_AGE) !== undefined
    return {
      edits: [flag.value && !ageGiven ? move(OLD, MAX_AGE, FOUR_HOURS_MS) : remove(OLD)],
      problems: [],
    }
  },
}
