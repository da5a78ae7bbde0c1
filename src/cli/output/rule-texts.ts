import type { RuleId } from '../../diagnostics/diagnostic.ts'
import { catalogue } from '../../diagnostics/diagnostics.ts'
import type { RuleText } from '../../render/render-rule.ts'
import { assert } from '../../util/invariant.ts'
import { packageFile } from '../../util/package-file.ts'

const SECTION = /^## (\S+)\n\n(.+?) \(\w+\)\. (.+)\n\n([^]*?)\nFixed:\n\n([^]*?)(?=^## |(?![^]))/gm
/** A block of a page: its language, its file if it is one, and its content. */
const BLOCK = /^```(\w+)(?: file=(\S+))?.*\n([^]*?)^```$/gm
/** The file of an example whose block names none. */
const USUAL_FILE = 'crawls/docs.yaml'

/** Returns the description of every rule by its id. It is read from the documentation of this package. */
export function ruleTexts(): Readonly<Record<RuleId, RuleText>> {
  const areas = new Set(Object.keys(catalogue()).map((id) => id.slice(0, id.indexOf('/'))))
  const texts = new Map([...areas].flatMap((area) => [...readPage(area)]))
  const entries = Object.entries(catalogue()).map(([id, { severity }]) => {
    const text = texts.get(id)
    assert(text !== undefined, `docs/rules describes ${id}`)
    return [id, { severity, ...text }] as const
  })
  // fromEntries widens to any key; the catalogue has all of them.
  return Object.fromEntries(entries) as Record<RuleId, RuleText>
}

function readPage(area: string): Map<string, Omit<RuleText, 'severity'>> {
  const sections = packageFile(`docs/rules/${area}.md`).matchAll(SECTION)
  return new Map(
    Array.from(sections, ([, id = '', title = '', why = '', example = '', repaired = '']) => [
      id,
      { title, why, example: plainText(example), repaired: plainText(repaired) },
    ]),
  )
}

/** Returns the files of a part of a page, each after its name, and its commands unless they only validate. */
function plainText(markdown: string): string {
  const blocks = Array.from(markdown.matchAll(BLOCK), ([, language = '', file = '', content = '']) => ({
    language,
    file,
    content,
  }))
  const isUsual = blocks.every(({ file }) => file === '' || file === USUAL_FILE)
  const texts = blocks.map(({ language, file, content }) => {
    if (file !== '') return isUsual ? content : `# ${file}\n${content}`
    if (language === 'sh') return content.replaceAll(/^(?=.)/gm, '$ ')
    const commands = content.match(/^\$ .*\n/gm) ?? []
    return commands.filter((command) => command !== '$ crawlform validate\n').join('')
  })
  return texts.join('')
}
