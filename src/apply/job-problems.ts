import type { Changes } from '../changes/changes.ts'
import { ClientError } from '../client/crawl-client.ts'
import { type Expected, tooFewPages } from '../plan/last-job.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { JobResult } from '../state/state.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { isJsonList, type Json, type JsonObject } from '../util/json.ts'
import { plural, shellQuote } from '../util/text.ts'
import { hasUnreadSitemap, stoppedText } from '../util/job-texts.ts'
import { isSamePage } from './review-pages.ts'

/** Returns why a job's service does not answer about it, with the way to get its pages all the same. */
export function serviceProblem(error: Error, crawl: string): string {
  const { message } = error
  if (!(error instanceof ClientError)) return message
  if (error.code === 'unauthorized') return `${message}; check "apiKey" of the environment in crawlform.yaml`
  if (error.code !== 'not-found') return message
  return `${message}; services keep jobs for a limited time, and "crawlform apply ${shellQuote(crawl)} --rerun" crawls again`
}

/**
 * Returns why an ended job is not a success; empty for a success. With any problem the command ends
 * with status 5, and pages that were written before stay as they are.
 */
export function jobProblems(result: JobResult, expected: Expected): readonly string[] {
  const { status, error } = result
  if (status === 'completed') return unmet(result, expected)
  const because = error === undefined ? '' : `: ${error}`
  return [`the job ${status === 'failed' ? 'failed' : 'was cancelled'}${because}`]
}

/** Returns the unmet parts of `expect` for a completed job. A failed start page is a problem: other pages are usually found from it. */
function unmet(result: JobResult, expected: Expected): readonly string[] {
  const startError = result.summary?.startError
  const isComplete = expected.expect?.['complete'] === true
  const few = tooFewPages(result, expected)
  if (result.completed === 0 && few.length > 0) return few
  const stopped = stoppedText(result)
  return [
    ...(startError === undefined ? [] : [`the start page failed: ${startError}`]),
    ...few,
    ...(isComplete && stopped !== undefined ? [`not complete: ${stopped}`] : []),
    ...(isComplete && hasUnreadSitemap(result) ? ['not complete: could not read every sitemap'] : []),
  ]
}

/** The pages of a completed job, next to those that were published last. */
export interface ComparedPages {
  readonly manifest: Manifest
  /** Absent if nothing was published before. */
  readonly changes: Changes | undefined
  readonly before: Manifest | undefined
}

/** Returns the unmet parts of the crawl's `expect` that concern its pages: `maxRemoved`, `maxChanged` and `mustContain`. */
export function pageProblems(
  expect: JsonObject | undefined,
  { manifest, changes, before }: ComparedPages,
): readonly string[] {
  const { maxRemoved, maxChanged, mustContain } = expect ?? {}
  const publishedCount = before?.pages.length ?? 0
  const above = (limit: Json | undefined, count: number, words: string): string[] => {
    if (typeof limit !== 'number' && typeof limit !== 'string') return []
    const most = typeof limit === 'number' ? limit : (publishedCount * Number.parseFloat(limit)) / 100
    if (count <= most) return []
    return [`${count} of ${plural(publishedCount, 'page')} would be ${words} (at most ${limit})`]
  }
  return [
    ...above(maxRemoved, changes?.removed.length ?? 0, 'removed'),
    ...above(maxChanged, changes?.changed.length ?? 0, 'changed'),
    ...missingPaths(mustContain, manifest).map((path) => `${path} is missing`),
  ]
}

function missingPaths(mustContain: Json | undefined, { pages, request }: Manifest): readonly string[] {
  if (!isJsonList(mustContain)) return []
  const { url: start } = request
  const delivered = pages.filter(({ missing }) => missing === undefined)
  return mustContain.map(String).filter((path) => {
    const url = (typeof start === 'string' ? parseUrl(path, start)?.href : undefined) ?? path
    return !delivered.some((page) => isSamePage(page.url, url))
  })
}
