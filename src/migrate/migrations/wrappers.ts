import { canonicalJson } from '../../util/canonical-json.ts'
import { joinPointer, jsonAt, type JsonPointer } from '../../util/json-pointer.ts'
import { isJsonObject, type JsonObject } from '../../util/json.ts'
import { move, remove, type Edit } from '../edit.ts'
import { atKey, type Migration, type Problem } from '../migration.ts'
import { settingName, unreadable } from '../read-flag.ts'

const WRAPPERS: readonly (readonly [wrapper: JsonPointer, home: JsonPointer])[] = [
  ['/crawlerOptions', ''],
  ['/pageOptions', '/scrapeOptions'],
]

/** Unwraps `crawlerOptions` and `pageOptions`, in which version 0 put crawl settings and page settings. */
export const wrappers: Migration = {
  id: 'wrappers',
  migrate: (request) => {
    const edits: Edit[] = []
    const problems: Problem[] = []
    for (const [wrapper, home] of WRAPPERS) {
      const members = jsonAt(request, wrapper)
      if (members === undefined) continue
      if (!isJsonObject(members)) {
        problems.push(
          unreadable(request, wrapper, home === '' ? 'the request' : settingName(home), 'a mapping'),
        )
      } else if (home !== '' && jsonAt(request, home) === undefined) {
        edits.push(move(wrapper, home))
      } else {
        unwrap(request, { wrapper, home, members }, edits, problems)
      }
    }
    return { edits: problems.length === 0 ? edits : [], problems }
  },
}

function unwrap(
  request: JsonObject,
  { wrapper, home, members }: { wrapper: JsonPointer; home: JsonPointer; members: JsonObject },
  edits: Edit[],
  problems: Problem[],
): void {
  for (const [key, value] of Object.entries(members)) {
    const from = joinPointer(wrapper, key)
    const to = joinPointer(home, key)
    const present = jsonAt(request, to)
    if (present === undefined) {
      edits.push(move(from, to))
    } else if (canonicalJson(present) !== canonicalJson(value)) {
      const args = { first: settingName(from), second: settingName(to), setting: settingName(to) }
      problems.push(atKey(from, 'migrate/contradiction', args))
    }
  }
  edits.push(remove(wrapper))
}
