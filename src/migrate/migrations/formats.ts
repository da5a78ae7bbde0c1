import { set, type Edit } from '../edit.ts'
import { formatItems } from '../format-lists.ts'
import { atValue, type Migration, type Problem } from '../migration.ts'

/** `screenshot@fullPage` is now an object, and the old `content` is markdown or html. */
export const formats: Migration = {
  id: 'formats',
  migrate: (request) => {
    const edits: Edit[] = []
    const problems: Problem[] = []
    const items = formatItems(request)
    for (const { pointer, value } of items) {
      if (value === 'content') {
        const args = { format: 'content', choices: '"markdown" or "html"' }
        problems.push(atValue(pointer, 'migrate/ambiguous-format', args))
      }
      if (value !== 'screenshot@fullPage') continue
      if (items.some((item) => item.value === 'screenshot')) {
        const args = { first: 'screenshot', second: 'screenshot@fullPage', setting: 'screenshot@fullPage' }
        problems.push(atValue(pointer, 'migrate/contradiction', args))
      } else {
        edits.push(set(pointer, { type: 'screenshot', fullPage: true }, pointer))
      }
    }
    return { edits, problems }
  },
}
