import type { Migration } from './migration.ts'
import { cache } from './migrations/cache.ts'
import { changedDefaults } from './migrations/changed-defaults.ts'
import { changeTracking } from './migrations/change-tracking.ts'
import { discoveryDepth } from './migrations/discovery-depth.ts'
import { entireDomain } from './migrations/entire-domain.ts'
import { formatFlags } from './migrations/format-flags.ts'
import { formats } from './migrations/formats.ts'
import { jsonFormat } from './migrations/json-format.ts'
import { location } from './migrations/location.ts'
import { noCounterpart } from './migrations/no-counterpart.ts'
import { parsers } from './migrations/parsers.ts'
import { renames } from './migrations/renames.ts'
import { sitemap } from './migrations/sitemap.ts'
import { wrappers } from './migrations/wrappers.ts'

/** In order: each one gets the result of the one before. Version 0 becomes version 1 first, then version 2. */
export const migrations: readonly Migration[] = [
  wrappers,
  renames,
  formatFlags,
  noCounterpart,
  sitemap,
  entireDomain,
  discoveryDepth,
  formats,
  jsonFormat,
  changeTracking,
  parsers,
  location,
  cache,
  changedDefaults,
]
