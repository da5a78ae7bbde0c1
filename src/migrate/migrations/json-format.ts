import { canonicalJson } from '../../util/canonical-json.ts'
import { jsonAt } from '../../util/json-pointer.ts'
import type { Json } from '../../util/json.ts'
import { remove } from '../edit.ts'
import { formatItems, type FormatItem } from '../format-lists.ts'
import { atKey, atValue, NOTHING, type Migration, type Outcome, unchanged } from '../migration.ts'
import { moveOptions } from '../move-options.ts'
import { settingName } from '../read-flag.ts'

const OPTIONS = ['/scrapeOptions/jsonOptions', '/scrapeOptions/extract'] as const

const LOST = {
  systemPrompt: 'use "prompt" instead',
  mode: 'there is only one way to extract',
  temperature: 'the service chooses it',
  agent: 'pages are scraped without the browsing agent',
}

/** Merges the formats `json` and `extract` and their options next to `formats` into one format object. */
export const jsonFormat: Migration = {
  id: 'json-format',
  migrate: (request) => {
    const items = formatItems(request).filter(({ value }) => value === 'json' || value === 'extract')
    const [options, second] = OPTIONS.filter((pointer) => jsonAt(request, pointer) !== undefined)
    const [first, ...again] = items
    if (options === undefined) return first === undefined ? NOTHING : withoutOptions(first)
    if (first === undefined) {
      const args = { options: settingName(options), format: 'json' }
      return unchanged(atKey(options, 'migrate/unused-options', args))
    }
    if (second !== undefined && !same(jsonAt(request, options), jsonAt(request, second))) {
      const args = { first: settingName(options), second: settingName(second), setting: 'jsonOptions' }
      return unchanged(atKey(second, 'migrate/contradiction', args))
    }
    const outcome = moveOptions(request, {
      options,
      item: first.pointer,
      type: 'json',
      kept: ['schema', 'prompt'],
      lost: LOST,
    })
    // From the end, so that the other items keep their places.
    const repeated = again.toReversed().map((item) => remove(item.pointer))
    const copies = second === undefined ? [] : [remove(second)]
    return { edits: [...copies, ...repeated, ...outcome.edits], problems: outcome.problems }
  },
}

function withoutOptions({ pointer, value }: FormatItem): Outcome {
  const format = value === 'extract' ? 'extract' : 'json'
  const args = { format, options: format === 'extract' ? 'extract' : 'jsonOptions' }
  return unchanged(atValue(pointer, 'migrate/needs-options', args))
}

function same(a: Json | undefined, b: Json | undefined): boolean {
  return a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b)
}
