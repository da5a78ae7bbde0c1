import { assert } from '../../util/invariant.ts'
import { DiskFullRetry } from '../../util/disk-full-retry.ts'
import type { SealedFolder } from '../../util/sealed-folder.ts'
import type { LanguageModel } from '../model/model.ts'
import type { LinkCache } from '../page-links/link-cache.ts'
import type { PageScraper } from '../page/page.ts'
import type { ServiceEvent } from '../settings/service-event.ts'
import { fullDiskEvent, type Engine, type EngineOutcome } from './engine.ts'
import { OutcomeBatches } from './outcome-batches.ts'
import { createPageRunner } from './page-runner.ts'

/** Returns an engine in the calling thread, without start-up cost, for small crawls and tests. */
export function createInlineEngine(options: {
  /** Creates the scraper; its bodies wait for a full disk like finished pages. */
  readonly makeScraper: (disk: DiskFullRetry) => PageScraper
  /** Directory for bodies that are too large for memory. */
  readonly folder: SealedFolder
  /** Links that the scraper has already reported. */
  readonly links: LinkCache
  readonly maxBytes: number
  /** Milliseconds that finished pages wait for a full disk. */
  readonly fullDiskMs: number
  readonly model: LanguageModel | undefined
  readonly report: (outcomes: readonly EngineOutcome[]) => void
  readonly log: (event: ServiceEvent) => void
}): Engine {
  const disk = new DiskFullRetry({
    fullDiskMs: options.fullDiskMs,
    onFullDisk: (reason) => {
      fullDisk = reason
      if (reason !== undefined) options.log(fullDiskEvent(reason))
    },
  })
  const scraper = options.makeScraper(disk)
  const runner = createPageRunner({
    scraper,
    links: options.links,
    maxBytes: options.maxBytes,
    model: options.model,
    report: (outcome) => {
      assert(outcome.kind !== 'unshown', 'what scrapes fetches too')
      batches.add(outcome)
    },
  })
  const batches = new OutcomeBatches({
    save: () => runner.save(),
    send: (outcomes) => options.report(outcomes),
    disk,
  })
  let fullDisk: string | undefined
  const known = new Set<string>()
  return {
    openJob: ({ newSegment, ...job }) => {
      const segment = known.has(job.id) ? undefined : newSegment()
      known.add(job.id)
      runner.openJob({ ...job, segment })
    },
    start: (task) => runner.run(task),
    abort: (task) => runner.abort(task),
    closeJob: (job) => {
      known.delete(job)
      scraper.forget(job)
      runner.closeJob(job)
    },
    get fullDisk() {
      return fullDisk
    },
    close: async () => {
      await runner.close()
      options.folder.clear()
    },
  }
}
