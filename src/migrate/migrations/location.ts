import { jsonAt } from '../../util/json-pointer.ts'
import { inexact, move, remove } from '../edit.ts'
import { atKey, NOTHING, type Migration } from '../migration.ts'

const OLD = '/scrapeOptions/geolocation'
const NEW = '/scrapeOptions/location'

/** Renames `geolocation` to `location`. Where both were given, the service used `location`. */
export const location: Migration = {
  id: 'location',
  migrate: (request) => {
    if (jsonAt(request, OLD) === undefined) return NOTHING
    if (jsonAt(request, NEW) === undefined) return { edits: [move(OLD, NEW)], problems: [] }
    const problem = atKey(OLD, 'migrate/superseded', { old: 'geolocation', by: 'location' })
    return { edits: [inexact(remove(OLD))], problems: [problem] }
  },
}
