import { jsonAt } from '../../util/json-pointer.ts'
import { inexact, remove } from '../edit.ts'
import { formatItems } from '../format-lists.ts'
import { atKey, NOTHING, type Migration } from '../migration.ts'
import { moveOptions } from '../move-options.ts'

const OPTIONS = '/scrapeOptions/changeTrackingOptions'

/** Moves the options of `changeTracking` from next to `formats` into the format. */
export const changeTracking: Migration = {
  id: 'change-tracking',
  migrate: (request) => {
    if (jsonAt(request, OPTIONS) === undefined) return NOTHING
    const item = formatItems(request).find(({ value }) => value === 'changeTracking')
    if (item === undefined) {
      const args = { options: 'scrapeOptions.changeTrackingOptions', format: 'changeTracking' }
      return {
        edits: [inexact(remove(OPTIONS))],
        problems: [atKey(OPTIONS, 'migrate/ignored-options', args)],
      }
    }
    return moveOptions(request, {
      options: OPTIONS,
      item: item.pointer,
      type: 'changeTracking',
      kept: ['modes', 'schema', 'prompt', 'tag'],
      lost: {},
    })
  },
}
