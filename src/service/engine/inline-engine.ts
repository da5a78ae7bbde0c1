import type { LanguageModel } from '../model/language-model.ts'
import type { PageScraper } from '../page/scrape-page.ts'
import type { Engine, EngineOutcome } from './engine.ts'
import { createPageRunner } from './page-runner.ts'

/** An engine in the calling thread: for small crawls and for tests, with no start-up cost. */
export function createInlineEngine(options: {
  readonly scraper: PageScraper
  readonly maxBytes: number
  readonly model: LanguageModel | undefined
  readonly report: (outcomes: readonly EngineOutcome[]) => void
}): Engine {
  const runner = createPageRunner({
    scraper: options.scraper,
    thread: 0,
    maxBytes: options.maxBytes,
    model: options.model,
    report: (outcome) => options.report([outcome]),
  })
  return {
    threads: 1,
    openJob: (job) => runner.openJob(job),
    start: (task) => runner.run(task),
    abort: (task) => runner.abort(task),
    closeJob: (job) => runner.closeJob(job),
    close: () => runner.close(),
  }
}
