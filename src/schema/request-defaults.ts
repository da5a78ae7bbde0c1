import { requestOrder } from './request-order.gen.ts'

/** A default that the service fills in for a request that has only a `url`, by JSON Pointer into a version 2 request. */
export const requestDefaults: ReadonlyMap<string, unknown> = new Map(defaultsThat(isAlwaysThere))

/** Defaults inside mappings that may be missing, such as a webhook's events, apply only once the mapping is written. */
export const nestedDefaults: ReadonlyMap<string, unknown> = new Map(
  defaultsThat((pointer) => !isAlwaysThere(pointer)),
)

function defaultsThat(apply: (pointer: string) => boolean): [string, unknown][] {
  return requestOrder.flatMap(([pointer, standard]) =>
    standard !== undefined && apply(pointer) ? [[pointer, standard]] : [],
  )
}

/** Of a request itself and its scrapeOptions, which count as empty when missing. */
function isAlwaysThere(pointer: string): boolean {
  return /^\/(?:scrapeOptions\/)?[^/]+$/.test(pointer)
}
