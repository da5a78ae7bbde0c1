import { canonicalJson } from '../../util/canonical-json.ts'
import { jsonAt } from '../../util/json-pointer.ts'
import { move, remove } from '../edit.ts'
import { atKey, NOTHING, type Migration, unchanged } from '../migration.ts'
import { readFlag, written } from '../read-flag.ts'

const OLD = '/scrapeOptions/parsePDF'
const NEW = '/scrapeOptions/parsers'

/** `parsePDF` is now a list of parsers: `["pdf"]`, or `[]` for none. */
export const parsers: Migration = {
  id: 'parsers',
  migrate: (request) => {
    const flag = readFlag(request, OLD, 'parsers')
    if (flag.state === 'absent') return NOTHING
    if (flag.state === 'unknown') return unchanged(flag.problem)
    const list = flag.value ? ['pdf'] : []
    const newer = jsonAt(request, NEW)
    if (newer === undefined) return { edits: [move(OLD, NEW, list)], problems: [] }
    if (canonicalJson(newer) === canonicalJson(list)) return { edits: [remove(OLD)], problems: [] }
    const args = {
      first: written('parsePDF', flag.value),
      second: written('parsers', newer),
      setting: 'parsers',
    }
    return unchanged(atKey(OLD, 'migrate/contradiction', args))
  },
}
