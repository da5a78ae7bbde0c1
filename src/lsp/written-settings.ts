import type { Place } from '../diagnostics/diagnostic.ts'
import type { Origin, ResolvedSetting, Source } from '../resolve/origin.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import { contains } from './text-places.ts'

/** A setting of a crawl, and where one of its candidates is written. */
export interface WrittenSetting {
  readonly crawl: ResolvedCrawl
  readonly pointer: JsonPointer
  readonly setting: ResolvedSetting
  readonly place: Place
}

/** Returns the settings of crawls that are written at `point`, the candidates that were beaten too. */
export function settingsAt(crawls: readonly ResolvedCrawl[], point: Place): readonly WrittenSetting[] {
  return crawls.flatMap((crawl) =>
    [...crawl.provenance].flatMap(([pointer, setting]) => {
      const origins = [setting.origin, ...setting.beaten.map(({ origin }) => origin)]
      const place = origins
        .flatMap((origin) => sourceIn(origin, point.file) ?? [])
        .map(placeOf)
        .find((one) => contains(one, point))
      return place === undefined ? [] : [{ crawl, pointer, setting, place }]
    }),
  )
}

/** Returns where an origin is written, if it is in `file`. */
export function sourceIn(origin: Origin, file: string): Source | undefined {
  if (origin.kind === 'default' || origin.kind === 'option') return undefined
  return origin.source.document.file === file ? origin.source : undefined
}

/** Returns the place from the key of a setting to the end of its value. */
function placeOf({ document, pointer }: Source): Place {
  const key = document.locate(pointer, 'key')
  const { endLine, endColumn } = document.locate(pointer, 'value')
  return { ...key, endLine, endColumn }
}
