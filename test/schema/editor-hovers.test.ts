import { describe, expect, test } from 'vitest'
import { fileSettings, requestSettings, type Setting } from '../../src/schema/schema.ts'
import { openEditor } from './language-server.ts'

// The hover of every key states its meaning, unit and default.
const crawl = openEditor('crawl.schema.json')
const project = openEditor('project.schema.json')

describe.each([
  ['a request of version 2', crawl, 'version: 2\nrequest:\n', requestSettings(2)],
  ['a request of version 1', crawl, 'version: 1\nrequest:\n', requestSettings(1)],
  ['a crawl file', crawl, 'version: 2\n', fileSettings('crawl')],
  ['crawlform.yaml', project, 'version: 2\n', fileSettings('project')],
] as const)("the editor's hover in %s", (_, editor, head, settings) => {
  const keys = settings.filter(
    ({ pointer }) => !pointer.endsWith('/*') && head + pointer !== 'version: 2\n/version',
  )
  test.each(keys.map((setting) => [setting.pointer, setting.variant ?? '', setting] as const))(
    'shows the description of %s %s',
    async (_pointer, _variant, setting) => {
      const hover = await editor.hover(head + fileWith(setting, settings, head.includes('request') ? 2 : 0))
      expect(hover).not.toBe('')
      expect(
        wordsOf(setting).filter((word) => !hover.includes(word) && !hover.startsWith('Threads')),
      ).toEqual([])
    },
  )
})

/** Unit and default; a duration or a share is text that has its own unit. */
function wordsOf({ unit, default: standard, types }: Setting): readonly string[] {
  const isText = types.includes('string')
  const isScalar = ['string', 'number', 'boolean'].includes(typeof standard)
  return [
    ...(unit === undefined || isText ? [] : [unit]),
    ...(isScalar ? [`\`${standardText(standard)}\``] : []),
  ]
}

const standardText = (standard: unknown): string =>
  typeof standard === 'string' ? standard : JSON.stringify(standard)

/** YAML in which `setting` is written, and the cursor is in its key. */
function fileWith({ pointer, variant }: Setting, settings: readonly Setting[], indent: number): string {
  const parts = pointer.slice(1).split('/')
  let text = ''
  let depth = indent
  for (const [index, part] of parts.entries()) {
    const above = settings.find((one) => one.pointer === `/${parts.slice(0, index).join('/')}`)
    const isLast = index === parts.length - 1
    if (part === '*' && above?.types.includes('array') === true) {
      text += `${' '.repeat(depth)}- ${variant === undefined ? '' : `type: ${variant}`}\n`
      depth += 2
    } else if (isLast) {
      if (variant !== undefined && parts.at(-2) === 'state')
        text += `${' '.repeat(depth)}backend: ${variant}\n`
      text += `${' '.repeat(depth)}${part.slice(0, 1)}¦${part.slice(1)}: \n`
    } else {
      text += `${' '.repeat(depth)}${part === '*' ? 'x' : part}:\n`
      depth += 2
    }
  }
  return text
}
