import { jsonAt } from '../../util/json-pointer.ts'
import type { Json } from '../../util/json.ts'
import { inexact, move, remove } from '../edit.ts'
import { FORMATS } from '../format-lists.ts'
import { atKey, NOTHING, type Migration, type Problem } from '../migration.ts'
import { readFlag, settingName } from '../read-flag.ts'

/** Each flag with the format it asks for. Markdown was on unless turned off. */
const FLAGS: readonly (readonly [flag: string, format: Json])[] = [
  ['/scrapeOptions/includeMarkdown', 'markdown'],
  ['/scrapeOptions/includeHtml', 'html'],
  ['/scrapeOptions/includeRawHtml', 'rawHtml'],
  ['/scrapeOptions/includeLinks', 'links'],
  ['/scrapeOptions/fullPageScreenshot', 'screenshot@fullPage'],
  ['/scrapeOptions/screenshot', 'screenshot'],
]

/** Version 0 had one flag for each format (`includeHtml: true`); now `formats` lists them. */
export const formatFlags: Migration = {
  id: 'format-flags',
  migrate: (request) => {
    const problems: Problem[] = []
    const wanted: Json[] = []
    const given: string[] = []
    for (const [pointer, format] of FLAGS) {
      const flag = readFlag(request, pointer, 'scrapeOptions.formats')
      if (flag.state === 'unknown') problems.push(flag.problem)
      if (flag.state !== 'absent') given.push(pointer)
      if (flag.state === 'known' ? flag.value : format === 'markdown') wanted.push(format)
    }
    const [first, ...others] = given
    if (first === undefined) return NOTHING
    if (problems.length > 0) return { edits: [], problems }
    if (jsonAt(request, FORMATS) !== undefined) {
      return {
        edits: given.map((pointer) => inexact(remove(pointer))),
        problems: given.map((pointer) => {
          const args = { old: settingName(pointer), by: 'formats' }
          return atKey(pointer, 'migrate/superseded', args)
        }),
      }
    }
    // There was one screenshot a page, a full one if that was asked for.
    const formats = wanted.includes('screenshot@fullPage')
      ? wanted.filter((format) => format !== 'screenshot')
      : wanted
    return {
      edits: [...others.map((pointer) => remove(pointer)), move(first, FORMATS, formats)],
      problems: [],
    }
  },
}
