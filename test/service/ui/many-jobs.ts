import { randomUUID } from 'node:crypto'
import { completeRequest } from '../../../src/request/page-settings.ts'
import { openStore } from '../../../src/service/store/store.ts'

export interface ManyJobs {
  readonly jobs: number
  /** The address of the newest job. */
  readonly pages: number
  readonly failures: number
  /** An origin. */
  readonly site: string
}

/** Records jobs that have ended in a data directory that no service uses; returns the id of the newest, which has the pages. */
export function manyJobs(directory: string, { jobs, pages, failures, site }: ManyJobs): string {
  const store = openStore(directory)
  const now = Date.now()
  const kept = { at: now, expiresAt: now + 86_400_000 }
  const document = { segment: 1, start: 0, length: 1234 }
  let newest = ''
  store.transaction(() => {
    for (let index = 0; index < jobs; index++) {
      newest = randomUUID()
      const request = completeRequest({ url: `${site}/${index}/` })
      const record = store.jobs.insert({
        id: newest,
        request,
        createdAt: now - 1000 + index,
        expiresAt: kept.expiresAt,
      })
      if (index === jobs - 1) {
        const urls = Array.from({ length: pages }, (_, seq) => `${site}/p${seq}`)
        store.pages.admit(record.number, { seq: 0, urls, depth: 1, via: 'link', holder: undefined })
        for (let seq = 0; seq < pages; seq++) {
          store.pages.settle(record.number, { seq, state: 1, finalUrl: undefined })
          store.pages.addResult(record.number, { position: seq, seq, ...document, status: 200 })
        }
        for (let place = 0; place < failures; place++) {
          const failure = {
            id: randomUUID(),
            at: now,
            url: `${site}/f${place}`,
            code: 'SCRAPE_TIMEOUT',
            error: 'Too slow.',
          }
          store.pages.addFailure(record.number, { position: place, ...failure })
        }
        store.jobs.setCounts(record.number, { completed: pages, failed: failures, cached: 0 })
      }
      store.jobs.finish(record.number, { status: 'completed', ...kept })
    }
  })
  store.close()
  return newest
}
