import { PageEngine } from './engine/engine.ts'
import { createFetching } from './http/http.ts'
import { Jobs, type JobsOptions } from './job/job.ts'
import type { ResolvedSettings } from './settings/settings.ts'
import { createSiteReader } from './site/site.ts'

/** Returns jobs with all that they fetch and read pages with. Close the jobs, then the fetcher. */
export function createJobs(settings: ResolvedSettings, options: Omit<JobsOptions, 'settings' | 'site'>) {
  const fetching = createFetching(settings)
  const jobs = new Jobs(
    { ...options, settings, site: createSiteReader(settings, fetching) },
    (report) => new PageEngine(settings, fetching.budget, report),
  )
  return { jobs, fetcher: fetching.fetcher }
}
