/**
 * The data of the explorer's page: a crawl's settings and the trail of its preview. Must not know files or how a page is served.
 */
import type { Trail } from '../frontier/trail.ts'
import type { ScopeSettings } from '../scope/scope.ts'

/** The page's data, embedded as plain JSON. */
export interface ExploredCrawl {
  readonly name: string
  /** Where it is declared, relative to the project: `crawls/docs.yaml:1`. */
  readonly place: string
  readonly environment: string
  /** The most credits that a page costs; 0 if the service charges nothing. */
  readonly creditsPerPage: number
  readonly settings: ScopeSettings
  readonly trail: Trail
  /** True on a page that can have its settings written to the file. */
  readonly canWrite: boolean
}

export const SWITCHES = [
  'crawlEntireDomain',
  'allowSubdomains',
  'allowExternalLinks',
  'ignoreQueryParameters',
] as const

/** The names of the settings that the page can change, in the order in which files have them. */
export const EDITED = [
  'includePaths',
  'excludePaths',
  'maxDiscoveryDepth',
  'sitemap',
  ...SWITCHES,
  'limit',
] as const

/** The settings that the page can change. */
export type ScopeEdit = Pick<ScopeSettings, (typeof EDITED)[number]>

/** Returns those settings of a crawl. */
export function editOf(settings: ScopeEdit): ScopeEdit {
  return Object.fromEntries(EDITED.map((name) => [name, settings[name]])) as unknown as ScopeEdit
}

export function changedSettings(before: ScopeEdit, after: ScopeEdit): readonly (keyof ScopeEdit)[] {
  return EDITED.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

/** Returns the changed settings as YAML for a crawl file; empty without changes. */
export function settingsYaml(before: ScopeEdit, after: ScopeEdit): string {
  const lines = changedSettings(before, after).flatMap((name) => {
    const value = after[name]
    if (value === undefined) return [`  # without ${name}`]
    if (typeof value !== 'object') return [`  ${name}: ${value}`]
    if (value.length === 0) return [`  ${name}: []`]
    return [`  ${name}:`, ...value.map((item) => `    - ${quoted(item)}`)]
  })
  return lines.length === 0 ? '' : `${['request:', ...lines].join('\n')}\n`
}

/** Returns a pattern as YAML reads it back: single quotes leave backslashes alone. */
function quoted(text: string): string {
  return /^[\x20-\x7E]*$/.test(text) ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text)
}
