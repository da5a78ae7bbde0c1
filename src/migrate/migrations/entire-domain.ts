import { jsonAt } from '../../util/json-pointer.ts'
import { inexact, move, remove } from '../edit.ts'
import { atKey, NOTHING, type Migration, unchanged } from '../migration.ts'
import { settingName, written } from '../read-flag.ts'

const OLD = ['/allowBackwardLinks', '/allowBackwardCrawling'] as const

/**
 * Renames `allowBackwardLinks` (v1) and `allowBackwardCrawling` (v0) to `crawlEntireDomain`. Where `crawlEntireDomain`
 * was given too, the service used only that.
 */
export const entireDomain: Migration = {
  id: 'entire-domain',
  migrate: (request) => {
    const given = OLD.filter((pointer) => jsonAt(request, pointer) !== undefined)
    const [first, second] = given
    if (first === undefined) return NOTHING
    const newer = request['crawlEntireDomain']
    if (newer !== undefined) {
      const beaten = given.filter((pointer) => jsonAt(request, pointer) !== newer)
      return {
        edits: given.map((pointer) =>
          beaten.includes(pointer) ? inexact(remove(pointer)) : remove(pointer),
        ),
        problems: beaten.map((pointer) => {
          const old = written(settingName(pointer), request[pointer.slice(1)])
          const by = written('crawlEntireDomain', newer)
          return atKey(pointer, 'migrate/superseded', { old, by })
        }),
      }
    }
    if (second !== undefined && jsonAt(request, first) !== jsonAt(request, second)) {
      const args = {
        first: written(settingName(first), request[first.slice(1)]),
        second: written(settingName(second), request[second.slice(1)]),
        setting: 'crawlEntireDomain',
      }
      const problem = atKey(second, 'migrate/contradiction', args)
      return unchanged(problem)
    }
    const edits = second === undefined ? [] : [remove(second)]
    return { edits: [...edits, move(first, '/crawlEntireDomain')], problems: [] }
  },
}
