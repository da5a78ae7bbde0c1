import type { CrawlStatusAnswer } from '../../protocol/crawl-status.ts'
import { routes } from '../../protocol/protocol.ts'
import type { Jobs } from '../job/job.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { AT_ONCE_BYTES, statusValue } from './status-answer.ts'

/**
 * Returns a function that reads pages of a job without HTTP and gives the same answer as the API at `url`. It returns
 * undefined if the API would answer with an error.
 */
export function createInProcessPages({
  jobs,
  limits,
  url,
}: {
  jobs: Pick<Jobs, 'find'>
  limits: ResolvedSettings['limits']
  url: string
}): (job: string, search: string) => Promise<CrawlStatusAnswer | undefined> {
  return async (id, search) => {
    const job = jobs.find(id.toLowerCase())
    const { skip = '0', ...others } = Object.fromEntries(new URLSearchParams(search))
    if (job === undefined || !/^\d{1,15}$/.test(skip) || Object.keys(others).length > 0) return undefined
    const options = {
      url: url + routes.crawl(id),
      skip: Number(skip),
      limit: undefined,
      maxBytes: Math.min(limits.answerBytes, AT_ONCE_BYTES),
    }
    return statusValue(job, options).catch(() => undefined)
  }
}
