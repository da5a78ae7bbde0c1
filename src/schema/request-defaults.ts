import { alwaysThere, onlyInside } from './request-order.gen.ts'

/** A default that the service fills in for a request that has only a `url`, by JSON Pointer into a version 2 request. */
export const requestDefaults: ReadonlyMap<string, unknown> = new Map(alwaysThere)

/** Defaults inside mappings that may be missing, such as a webhook's events, apply only once the mapping is written. */
export const nestedDefaults: ReadonlyMap<string, unknown> = new Map(onlyInside)
