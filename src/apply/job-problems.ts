import type { Changes } from '../changes/changes.ts'
import type { ClientError } from '../client/client-error.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { JobResult } from '../state/recorded-state.ts'
import { parseUrl } from '../util/can-parse-url.ts'
import { isJsonList, type Json, type JsonObject } from '../util/json.ts'
import { plural } from '../util/plural.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { hasUnreadSitemap, stoppedText } from '../util/job-texts.ts'
import { isSamePage } from './review-pages.ts'

export interface Expected {
  /** The crawl's `expect`. */
  readonly expect: JsonObject | undefined
  /** The result of the crawl's job before this one. */
  readonly before: JobResult | undefined
}

/** Returns why a job's service does not answer about it, with the way to get its pages all the same. */
export function serviceProblem({ code, message }: ClientError, crawl: string): string {
  if (code !== 'not-found') return message
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

/**
 * Returns the unmet parts of `expect` for a completed job. `maxDrop` is a percentage of the pages of the crawl's last completed
 * job. Without `minPages: 0`, at least one page is expected. A failed start page is always a problem, because other pages are usually
 * found from it.
 */
function unmet(result: JobResult, { expect, before }: Expected): readonly string[] {
  const { completed, error } = result
  const startError = result.summary?.startError
  const { minPages, maxDrop, complete } = expect ?? {}
  if (completed === 0 && (minPages !== 0 || startError !== undefined || isUnknownHost(error))) {
    return [`no page${error === undefined ? '' : `: ${error}`}`]
  }
  const problems = startError === undefined ? [] : [`the start page failed: ${startError}`]
  if (typeof minPages === 'number' && completed < minPages) {
    problems.push(`${plural(completed, 'page')}, at least ${minPages} expected`)
  }
  if (typeof maxDrop === 'string' && before?.status === 'completed') {
    const least = before.completed * (1 - Number.parseFloat(maxDrop) / 100)
    if (completed < least) {
      problems.push(
        `${plural(completed, 'page')}, down from ${before.completed}: a drop of more than ${maxDrop}`,
      )
    }
  }
  const stopped = stoppedText(result)
  if (complete === true && stopped !== undefined) problems.push(`not complete: ${stopped}`)
  if (complete === true && hasUnreadSitemap(result))
    problems.push('not complete: could not read every sitemap')
  return problems
}

/** Returns whether a service reports an unknown host. That is a typo, even if the crawl expects no pages. */
function isUnknownHost(error = ''): boolean {
  return /\bDNS\b|ENOTFOUND/.test(error)
}

/** The pages of a completed job, next to those that were published last. */
export interface ComparedPages {
  readonly manifest: Manifest
  /** Absent if nothing was published before. */
  readonly changes?: Changes | undefined
  readonly publishedCount: number
}

/** Returns the unmet parts of the crawl's `expect` that concern its pages: `maxRemoved`, `maxChanged` and `mustContain`. */
export function pageProblems(
  expect: JsonObject | undefined,
  { manifest, changes, publishedCount }: ComparedPages,
): readonly string[] {
  const { maxRemoved, maxChanged, mustContain } = expect ?? {}
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
