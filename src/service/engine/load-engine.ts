import path from 'node:path'
import type { DiskFullRetry } from '../../util/disk-full-retry.ts'
import { SealedFolder } from '../../util/sealed-folder.ts'
import type { LanguageModel } from '../model/model.ts'
import { createPageFetcher } from '../http/http.ts'
import type { Fetching } from '../http/fetching.ts'
import { USER_AGENT } from '../http/user-agent.ts'
import { createFileReader } from '../file/create-file-reader.ts'
import { PageSource } from '../page/page-source.ts'
import type { PageScraper } from '../page/page.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import type { Engine, EngineOutcome } from './engine.ts'

export type MakeEngine = (report: (outcomes: readonly EngineOutcome[]) => void) => Engine

/** Loads the engine for the settings. With threads, the calling thread does not load the code that reads pages. */
export async function loadEngine(
  settings: ResolvedSettings,
  { fetcher, budget }: Fetching,
  model: LanguageModel | undefined,
): Promise<MakeEngine> {
  const { browser, clock, log, workers: threads, concurrency: connections } = settings
  const {
    pageBytes: maxBytes,
    textBytes,
    pageTags,
    workerHeapMb: heapMb,
    fileMb,
    fullDiskMs,
  } = settings.limits
  const reading = { textBytes, pageTags }
  const files = createFileReader(fileMb)
  const folder = new SealedFolder(path.resolve(settings.dataDirectory, 'bodies'))
  // A killed service may have left bodies there.
  folder.clear()
  if (threads > 0) {
    const { createWorkerEngine } = await import('./worker-engine.ts')
    const common = {
      threads,
      // A separate client for robots.txt and sitemaps, which must not wait for pages of the same site.
      source: new PageSource({
        fetcher: createPageFetcher({ clock, userAgent: USER_AGENT, connections }),
        reading,
      }),
      maxBytes,
      fullDiskMs,
      reading,
      heapMb,
      model: settings.model,
      browser,
      log,
      files,
      budget,
      folder,
    }
    return (report) => createWorkerEngine({ ...common, report })
  }
  const { createInlineEngine } = await import('./inline-engine.ts')
  const { createPageScraper } = await import('../page/page.ts')
  const { LinkCache } = await import('../page-links/link-cache.ts')
  const links = new LinkCache()
  const common = { clock, fetcher, browser, links, files, budget, reading }
  const makeScraper = (disk: DiskFullRetry): PageScraper =>
    createPageScraper({ ...common, folder: { folder, disk } })
  return (report) =>
    createInlineEngine({ makeScraper, folder, links, maxBytes, fullDiskMs, model, log, report })
}
