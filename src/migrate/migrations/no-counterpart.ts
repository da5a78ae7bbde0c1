import { jsonAt } from '../../util/json-pointer.ts'
import type { Json } from '../../util/json.ts'
import { inexact, remove, type Edit } from '../edit.ts'
import { atKey, type Migration, type Problem } from '../migration.ts'
import { settingName } from '../read-flag.ts'

interface Gone {
  readonly pointer: string
  readonly lost: string
  /** The value that loses nothing, because version 2 does just that. */
  readonly harmless?: Json
}

const GONE: readonly Gone[] = [
  { pointer: '/scrapeOptions/agent', lost: 'pages are scraped without the browsing agent' },
  { pointer: '/mode', lost: 'the v0 fast mode of whole crawls is gone', harmless: 'default' },
  {
    pointer: '/returnOnlyUrls',
    lost: 'pages are returned with their content; use the format "links" to get less',
    harmless: false,
  },
  { pointer: '/generateImgAltText', lost: 'images get no generated alternative texts', harmless: false },
  { pointer: '/maxCrawledLinks', lost: '"limit" alone bounds the crawl' },
  {
    pointer: '/scrapeOptions/replaceAllPathsWithAbsolutePaths',
    lost: 'links are always absolute now',
    harmless: true,
  },
  {
    pointer: '/scrapeOptions/fetchPageContent',
    lost: 'the content of each page is always fetched',
    harmless: true,
  },
  { pointer: '/scrapeOptions/disableJsDom', lost: 'pages are read by another engine', harmless: false },
  { pointer: '/scrapeOptions/atsv', lost: 'pages are fetched by another engine', harmless: false },
]

/** Old settings that nothing in version 2 replaces. */
export const noCounterpart: Migration = {
  id: 'no-counterpart',
  migrate: (request) => {
    const edits: Edit[] = []
    const problems: Problem[] = []
    for (const { pointer, lost, harmless } of GONE) {
      const value = jsonAt(request, pointer)
      if (value === undefined) continue
      if (value === harmless) {
        edits.push(remove(pointer))
        continue
      }
      edits.push(inexact(remove(pointer)))
      const args = { setting: settingName(pointer), lost }
      problems.push(atKey(pointer, 'migrate/no-counterpart', args))
    }
    return { edits, problems }
  },
}
