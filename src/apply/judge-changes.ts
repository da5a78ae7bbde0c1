import type { Changes } from '../changes/changes.ts'
import type { Manifest } from '../manifest/manifest.ts'
import { canParseUrl } from '../util/can-parse-url.ts'
import { isJsonList, type Json, type JsonObject } from '../util/json.ts'
import { plural } from '../util/plural.ts'
import { isSamePage } from './review-pages.ts'

/** The pages of a completed job, next to those that were published last. */
export interface JudgedPages {
  readonly manifest: Manifest
  /** Absent if nothing was published before. */
  readonly changes?: Changes | undefined
  /** Pages that were published last. */
  readonly publishedCount: number
}

/** Returns the unmet parts of the crawl's `expect` that concern its pages: `maxRemoved`, `maxChanged` and `mustContain`. */
export function judgeChanges(
  expect: JsonObject | undefined,
  { manifest, changes, publishedCount }: JudgedPages,
): readonly string[] {
  const { maxRemoved, maxChanged, mustContain } = expect ?? {}
  const above = (limit: Json | undefined, count: number, words: string): string[] => {
    if (typeof limit !== 'number' && typeof limit !== 'string') return []
    if (count <= mostOf(limit, publishedCount)) return []
    return [`${count} of ${plural(publishedCount, 'page')} would be ${words} (at most ${limit})`]
  }
  return [
    ...above(maxRemoved, changes?.removed.length ?? 0, 'removed'),
    ...above(maxChanged, changes?.changed.length ?? 0, 'changed'),
    ...missingPaths(mustContain, manifest).map((path) => `${path} is missing`),
  ]
}

/** Returns how many pages a number or percentage allows. */
function mostOf(limit: number | string, count: number): number {
  return typeof limit === 'number' ? limit : (count * Number.parseFloat(limit)) / 100
}

function missingPaths(mustContain: Json | undefined, { pages, request }: Manifest): readonly string[] {
  if (!isJsonList(mustContain)) return []
  const { url: start } = request
  const delivered = pages.filter(({ missing }) => missing === undefined)
  return mustContain.map(String).filter((path) => {
    const url = typeof start === 'string' && canParseUrl(path, start) ? new URL(path, start).href : path
    return !delivered.some((page) => isSamePage(page.url, url))
  })
}
