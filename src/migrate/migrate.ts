/**
 * Input: a request of version 0 or 1.
 * Output: the same request in version 2, the edits, and where each changed setting was written before.
 * Must not know profiles, environments or defaults, and must not guess: what has no translation is a diagnostic.
 */
import { type Checked, checked } from '../diagnostics/diagnostic.ts'
import type { JsonObject, JsonPointer } from '../util/json.ts'
import type { CrawlSpec } from '../validate/crawl-spec.ts'
import * as crawl from './crawl-migrations.ts'
import { MigratingRequest } from './edited-request.ts'
import type { MigratedFrom, MigrateOptions, Migration } from './edited-request.ts'
import * as page from './page-migrations.ts'

/** By id, in order. Version 0 becomes version 1 first, then version 2. */
const migrations: Readonly<Record<string, Migration>> = {
  wrappers: crawl.wrappers,
  renames: crawl.renames,
  'format-flags': page.formatFlags,
  'no-counterpart': crawl.noCounterpart,
  sitemap: crawl.sitemap,
  'entire-domain': crawl.entireDomain,
  'discovery-depth': crawl.discoveryDepth,
  formats: page.formats,
  'json-format': page.jsonFormat,
  'change-tracking': page.changeTracking,
  parsers: page.parsers,
  location: page.location,
  cache: page.cache,
  'changed-defaults': page.keepDefaults,
}

export interface MigratedRequest {
  readonly request: JsonObject
  /** By pointer into the new request. Settings that are neither listed nor below a listed one are unchanged. */
  readonly origins: ReadonlyMap<JsonPointer, MigratedFrom>
}

export function runMigrations(request: MigratingRequest): void {
  for (const [id, migration] of Object.entries(migrations)) request.run(id, migration)
}

/** Returns `request` after all migrations. Its problems are at pointers into `request` as it came in. */
export function migrateValue(request: JsonObject, options?: MigrateOptions): MigratingRequest {
  const migrating = new MigratingRequest(request, options)
  runMigrations(migrating)
  return migrating
}

/** Returns a request in version 2. `request`, at `base` of the document, is that of `spec` with references filled in. */
export function migrateRequest(
  spec: CrawlSpec,
  request: JsonObject = spec.request,
  base: JsonPointer = '/request',
): Checked<MigratedRequest> {
  if (spec.version === 2) return checked({ request, origins: new Map() }, [])
  const { value, origins, problems } = migrateValue(request)
  return checked(
    { request: value, origins },
    problems.map(({ pointer, part, report }) => report(spec.document.locate(base + pointer, part))),
  )
}
