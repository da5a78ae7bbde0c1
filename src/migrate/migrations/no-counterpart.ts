import { diagnose } from '../../diagnostics/catalogue.ts'
import { jsonAt } from '../../util/json-pointer.ts'
import { inexact, remove } from '../edit.ts'
import { atKey, type Migration } from '../migration.ts'
import { settingName } from '../read-flag.ts'

/** What is lost with each setting that version 2 does not have. */
const LOST: readonly (readonly [pointer: string, lost: string])[] = [
  ['/scrapeOptions/agent', 'pages are scraped without the browsing agent'],
  ['/mode', 'the v0 fast mode of whole crawls is gone'],
  ['/returnOnlyUrls', 'pages are returned with their content; ask for the format "links" to get little'],
  ['/generateImgAltText', 'images get no generated alternative text'],
  ['/maxCrawledLinks', '"limit" alone bounds the crawl'],
  ['/scrapeOptions/replaceAllPathsWithAbsolutePaths', 'links are always absolute now'],
  ['/scrapeOptions/fetchPageContent', 'the content of each page is always fetched'],
  ['/scrapeOptions/disableJsDom', 'pages are read by another engine'],
  ['/scrapeOptions/atsv', 'pages are fetched by another engine'],
]

/** Settings of old versions that nothing in version 2 carries. */
export const noCounterpart: Migration = {
  id: 'no-counterpart',
  migrate: (request) => {
    const found = LOST.filter(([pointer]) => jsonAt(request, pointer) !== undefined)
    return {
      edits: found.map(([pointer]) => inexact(remove(pointer))),
      problems: found.map(([pointer, lost]) =>
        atKey(pointer, (place) =>
          diagnose('migrate/no-counterpart', { setting: settingName(pointer), lost }, place),
        ),
      ),
    }
  },
}
