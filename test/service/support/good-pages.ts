import { startLoopbackSite, type LoopbackSite } from '../../support/loopback-site.ts'
import { site } from './pages.ts'
import { startServiceChild, type ServiceChild } from './service-child.ts'

/** Pages that must be delivered, whatever else is on the site. */
export const GOOD = Array.from({ length: 5 }, (_, index) => `/good${index}`)

/** The most memory of a service, in MiB, whatever else is on the site. */
export const MOST_MB = 300

/** Starts a site whose first page leads to the good ones and to `others`, and a process of its own that crawls them. */
export async function startBesideGoodPages(
  ...others: readonly string[]
): Promise<{ readonly web: LoopbackSite; readonly service: ServiceChild }> {
  const web = await startLoopbackSite(
    site({ '/': [...others, ...GOOD], ...Object.fromEntries(GOOD.map((name) => [name, []])) }),
  )
  return { web, service: await startServiceChild({ workers: 2, limits: { attempts: 1 } }) }
}
