import { diagnose } from '../../diagnostics/catalogue.ts'
import { jsonAt } from '../../util/json-pointer.ts'
import { isJsonObject, type Json, type JsonObject } from '../../util/json.ts'
import { set } from '../edit.ts'
import { atKey, NOTHING, type Migration } from '../migration.ts'

interface ChangedDefault {
  readonly key: string
  readonly before: Json
  readonly now: string
  readonly effect: string
}

const CHANGED: readonly ChangedDefault[] = [
  {
    key: 'maxAge',
    before: 86_400_000,
    now: '172800000',
    effect: 'pages up to 2 days old may come from the cache, not 1 day',
  },
  { key: 'proxy', before: 'basic', now: 'auto', effect: 'another proxy may be used' },
  { key: 'skipTlsVerification', before: false, now: 'true', effect: 'certificates are not verified' },
]

/** Settings of a page that nobody wrote, and whose defaults are different in version 2: told, or written out. */
export const changedDefaults: Migration = {
  id: 'changed-defaults',
  migrate: (request, { defaults }) => {
    if (defaults === undefined) return NOTHING
    const written = jsonAt(request, '/scrapeOptions')
    if (written !== undefined && !isJsonObject(written)) return NOTHING
    const changed = CHANGED.filter(({ key }) => written?.[key] === undefined && !isUnchanged(key, written))
    if (defaults === 'tell') {
      const problems = changed.map(({ key, before, now, effect }) => {
        const args = { setting: key, before: String(before), now, effect }
        return atKey('', (place) => diagnose('migrate/changed-default', args, place))
      })
      return { edits: [], problems }
    }
    const pinned = Object.fromEntries(changed.map(({ key, before }) => [key, before]))
    if (changed.length === 0) return NOTHING
    if (written === undefined) return { edits: [set('/scrapeOptions', pinned)], problems: [] }
    return {
      edits: Object.entries(pinned).map(([key, value]) => set(`/scrapeOptions/${key}`, value)),
      problems: [],
    }
  },
}

/** Certificates are still verified by default where headers or actions are sent. */
function isUnchanged(key: string, scrapeOptions: JsonObject | undefined): boolean {
  if (key !== 'skipTlsVerification' || scrapeOptions === undefined) return false
  return ['headers', 'actions'].some((sent) => Object.keys(scrapeOptions[sent] ?? {}).length > 0)
}
