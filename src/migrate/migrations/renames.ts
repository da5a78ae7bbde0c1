import { jsonAt } from '../../util/json-pointer.ts'
import { move, type Edit } from '../edit.ts'
import { atKey, type Migration, type Problem } from '../migration.ts'
import { settingName } from '../read-flag.ts'

/** Version 0 names of settings that did not change otherwise. */
const RENAMED: readonly (readonly [from: string, to: string])[] = [
  ['/includes', '/includePaths'],
  ['/excludes', '/excludePaths'],
  ['/allowExternalContentLinks', '/allowExternalLinks'],
  ['/scrapeOptions/onlyIncludeTags', '/scrapeOptions/includeTags'],
  ['/scrapeOptions/removeTags', '/scrapeOptions/excludeTags'],
  ['/scrapeOptions/useFastMode', '/scrapeOptions/fastMode'],
]

/** Renames settings of version 0 that changed only their name. */
export const renames: Migration = {
  id: 'renames',
  migrate: (request) => {
    const edits: Edit[] = []
    const problems: Problem[] = []
    for (const [from, to] of RENAMED) {
      if (jsonAt(request, from) === undefined) continue
      if (jsonAt(request, to) === undefined) {
        edits.push(move(from, to))
      } else {
        const args = { first: settingName(from), second: settingName(to), setting: settingName(to) }
        problems.push(atKey(from, 'migrate/contradiction', args))
      }
    }
    return { edits, problems }
  },
}
