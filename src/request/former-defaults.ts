import type { Json, JsonObject } from '../util/json.ts'

interface FormerDefault {
  readonly key: string
  /** The default of version 1. */
  readonly before: Json
  /** What happens now where the setting is not written, and what happened then. */
  readonly text: string
}

/** Page settings whose defaults are others in version 2. */
const CHANGED: readonly FormerDefault[] = [
  {
    key: 'maxAge',
    before: 86_400_000,
    text: 'pages up to 2 days old may come from the cache; version 1 allowed 1 day',
  },
  { key: 'proxy', before: 'basic', text: 'chosen automatically; version 1 used the basic one by default' },
  {
    key: 'skipTlsVerification',
    before: false,
    text: 'certificates are not verified; version 1 verified them by default',
  },
  {
    key: 'parsers',
    before: ['pdf'],
    text: 'text in pictures is read too; version 1 read PDFs alone by default',
  },
]

/** Returns the page settings that a request does not write and whose defaults differ in version 2. */
export function changedDefaults(scrapeOptions: JsonObject | undefined): readonly FormerDefault[] {
  return CHANGED.filter(({ key }) => scrapeOptions?.[key] === undefined && !isUnchanged(key, scrapeOptions))
}

/** With headers or actions, certificates are still verified by default. */
function isUnchanged(key: string, scrapeOptions: JsonObject | undefined): boolean {
  if (key !== 'skipTlsVerification' || scrapeOptions === undefined) return false
  return ['headers', 'actions'].some((sent) => Object.keys(scrapeOptions[sent] ?? {}).length > 0)
}
