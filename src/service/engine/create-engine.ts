import type { LanguageModel } from '../model/language-model.ts'
import type { PageFetcher } from '../page/fetch-page.ts'
import { createPageScraper } from '../page/scrape-page.ts'
import type { ResolvedSettings } from '../settings.ts'
import type { Engine, EngineOutcome } from './engine.ts'
import { createInlineEngine } from './inline-engine.ts'
import { createWorkerEngine } from './worker-engine.ts'

export interface EngineParts {
  readonly fetcher: PageFetcher
  readonly model: LanguageModel | undefined
  readonly report: (outcomes: readonly EngineOutcome[]) => void
}

/** The engine that the settings ask for. */
export function createEngine(settings: ResolvedSettings, { fetcher, model, report }: EngineParts): Engine {
  const { browser, clock, log, workers: threads } = settings
  const { pageBytes: maxBytes, workerHeapMb: heapMb } = settings.limits
  if (threads === 0) {
    const scraper = createPageScraper({ clock, fetcher, browser })
    return createInlineEngine({ scraper, maxBytes, model, report })
  }
  const connections = settings.concurrency
  return createWorkerEngine({
    threads,
    maxBytes,
    heapMb,
    connections,
    model: settings.model,
    browser,
    report,
    log,
  })
}
