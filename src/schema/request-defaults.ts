import { crawlSlots, insideSlots, scrapeSlots, type Slot } from './request-slots.gen.ts'

/** A default that the service fills in for a request that has only a `url`, by JSON Pointer into a version 2 request. */
export const requestDefaults: ReadonlyMap<string, unknown> = new Map([
  ...standards('', crawlSlots),
  ...standards('/scrapeOptions', scrapeSlots),
])

/** Defaults inside mappings that may be missing, such as a webhook's events, apply only once the mapping is written. */
export const nestedDefaults: ReadonlyMap<string, unknown> = new Map(
  insideSlots.map(({ holders, key, standard }) => [`/${[...holders, key].join('/')}`, standard]),
)

function standards(
  parent: string,
  slots: readonly Slot[],
): (readonly [pointer: string, standard: unknown])[] {
  return slots
    .filter(({ standard }) => standard !== undefined)
    .map(({ key, standard }) => [`${parent}/${key}`, standard])
}
