import { jsonAt } from '../../util/json-pointer.ts'
import { isJsonObject, type JsonObject } from '../../util/json.ts'
import { set } from '../edit.ts'
import { atKey, NOTHING, type Migration, unchanged } from '../migration.ts'

interface ChangedDefault {
  readonly key: string
  readonly before: string | number | boolean
  readonly now: string
}

/** The default of version 0, which took the whole page unless the request asked for the main content. */
const CHANGED_BEFORE: readonly ChangedDefault[] = [{ key: 'onlyMainContent', before: false, now: 'true' }]

const CHANGED: readonly ChangedDefault[] = [
  { key: 'maxAge', before: 86_400_000, now: '172800000' },
  { key: 'proxy', before: 'basic', now: 'auto' },
  { key: 'skipTlsVerification', before: false, now: 'true' },
]

/** Reports or writes out page settings that are not written and whose defaults differ in version 2. */
export const changedDefaults: Migration = {
  id: 'changed-defaults',
  migrate: (request, { defaults, wasVersion0 }) => {
    if (defaults === undefined) return NOTHING
    const written = jsonAt(request, '/scrapeOptions')
    if (written !== undefined && !isJsonObject(written)) return NOTHING
    const known = wasVersion0 ? [...CHANGED_BEFORE, ...CHANGED] : CHANGED
    const changed = known.filter(({ key }) => written?.[key] === undefined && !isUnchanged(key, written))
    if (changed.length === 0) return NOTHING
    if (defaults === 'tell') {
      const settings = changed
        .map(({ key, before, now }) => `"${key}" is ${now} and was ${before}`)
        .join(', ')
      return unchanged(atKey('', 'migrate/changed-default', { settings }))
    }
    const pinned = Object.fromEntries(changed.map(({ key, before }) => [key, before]))
    if (written === undefined) return { edits: [set('/scrapeOptions', pinned)], problems: [] }
    return {
      edits: Object.entries(pinned).map(([key, value]) => set(`/scrapeOptions/${key}`, value)),
      problems: [],
    }
  },
}

/** With headers or actions, certificates are still verified by default. */
function isUnchanged(key: string, scrapeOptions: JsonObject | undefined): boolean {
  if (key !== 'skipTlsVerification' || scrapeOptions === undefined) return false
  return ['headers', 'actions'].some((sent) => Object.keys(scrapeOptions[sent] ?? {}).length > 0)
}
