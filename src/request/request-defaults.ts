import { crawlStandards, nestedStandards, pageStandards } from '../schema/request-standards.gen.ts'

/** A default that the service fills in for a request that has only a `url`, by JSON Pointer into a version 2 request. */
export const requestDefaults: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries(crawlStandards).map(([key, standard]) => [`/${key}`, standard] as const),
  ...Object.entries(pageStandards).map(([key, standard]) => [`/scrapeOptions/${key}`, standard] as const),
])

/** Defaults inside mappings that may be missing, such as a webhook's events, apply only once the mapping is written. */
export const nestedDefaults: ReadonlyMap<string, unknown> = new Map(
  nestedStandards.map(({ holders, key, standard }) => [`/${[...holders, key].join('/')}`, standard]),
)
