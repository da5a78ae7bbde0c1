import { STATUS_CODES } from 'node:http'
import { compileScope } from '../../scope/compile-scope.ts'
import type { FoundJob } from '../job/job.ts'

const ROBOTS =
  'The robots.txt of the site blocks pages of this crawl: "errors" lists them under "robotsBlocked", and "ignoreRobotsTxt" fetches them.'

/** Returns a warning about a job, in a few sentences; undefined without one. */
export function jobWarning(job: FoundJob): string | undefined {
  return jobWarnings(job, ROBOTS).join(' ') || undefined
}

/** Returns the warnings about a job, each a few sentences; `robots` is the one about pages that robots.txt kept out. */
export function jobWarnings(job: FoundJob, robots?: string): readonly string[] {
  const { record, store, counts, fullDisk } = job
  const isEnded = counts === undefined && record.status === 'completed'
  const warning = (): string | undefined => {
    if (fullDisk !== undefined) return `The crawl waits: ${fullDiskText(fullDisk)}.`
    if (store.pages.countBlocked(record.number) > 0) return robots
    return isEnded && record.completed <= 1 ? (startTrouble(job) ?? lonelyStart(job)) : undefined
  }
  return [record.sitemapProblem, warning()].filter((text) => text !== undefined)
}

function lonelyStart({ record: { request, url, root } }: FoundJob): string | undefined {
  const moved = root === url ? '' : `The start URL redirects to "${root}", and the crawl went on there. `
  // In these crawls the path of the start URL excludes no page.
  const isUnbound =
    new URL(root).pathname === '/' || request.crawlEntireDomain || request.maxDiscoveryDepth === 0
  if (!isUnbound) {
    return `${moved}The crawl found at most one page. To reach pages next to or above the start URL, start it at a higher path or set "crawlEntireDomain".`
  }
  return moved === '' ? undefined : `${moved}It found one page.`
}

/** Returns why a crawl waits while the disk is full. */
export function fullDiskText(reason: string): string {
  return `the disk of the crawl service is full (${reason}); free some space`
}

/** Returns why a crawl found only its start URL, if that page shows the reason. */
function startTrouble({ record, store }: FoundJob): string | undefined {
  const [document] = store.read(store.pages.results(record.number, 0, 1))
  if (document === undefined) return undefined
  // The service itself wrote it.
  const { metadata, warning } = JSON.parse(Buffer.from(document).toString()) as {
    metadata: { url: string; sourceURL: string; statusCode: number }
    warning?: string
  }
  const { url, sourceURL, statusCode } = metadata
  if (sourceURL !== record.url) return undefined
  if (statusCode >= 400) {
    const status = `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trim()
    return `The start URL answered ${status}, so the crawl found only an error page. Check the URL.`
  }
  // A page that is empty without its scripts also has no links, which is why the crawl ended.
  if (warning !== undefined) return `"${url}": ${warning}`
  if (url === sourceURL) return undefined
  const { request, root } = record
  const scope = compileScope({ ...request, maxDiscoveryDepth: request.maxDiscoveryDepth, url: root })
  const decision = scope.decide(url, { depth: 0, via: 'link', from: sourceURL })
  if (decision.inScope) return undefined
  return `The start URL redirects to "${url}", which is outside of the crawl's scope (${decision.decidedBy}). Start the crawl there.`
}
