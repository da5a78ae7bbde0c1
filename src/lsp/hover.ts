import { type Hover, MarkupKind, type Position } from 'vscode-languageserver/node'
import { explainSetting } from '../plan/explain-setting.ts'
import { describeOrigin } from '../render/describe-origin.ts'
import { formatValue, settingName } from '../render/format-value.ts'
import { plural } from '../util/plural.ts'
import type { OpenProject } from './open-project.ts'
import { serviceNotes } from './service-notes.ts'
import { settingsAt, type WrittenSetting } from './written-settings.ts'

/** A profile can be part of a thousand crawls. */
const MOST_CRAWLS = 3

/**
 * Returns what is sent for the setting at a position, where it came from, and what it beat, as `explain` does, with what the
 * environment's service does with it and what that costs.
 */
export async function hoverAt(
  project: OpenProject,
  uri: string,
  position: Position,
): Promise<Hover | undefined> {
  const text = project.textAt(uri)
  if (text === undefined) return undefined
  const found = settingsAt(project.crawlsOf(text.file), text.place(position))
  const [first] = found
  if (first === undefined) return undefined
  const same = found.filter(({ pointer }) => pointer === first.pointer)
  const shown = same.slice(0, MOST_CRAWLS)
  const hidden = same.length - shown.length
  const notes = await serviceNotes(project, shown)
  const parts = [
    ...shown.map((one) => describe(one, notes(one))),
    ...(hidden > 0 ? [`and ${plural(hidden, 'more crawl')}`] : []),
  ]
  return {
    contents: { kind: MarkupKind.Markdown, value: parts.join('\n\n') },
    range: text.range(first.place),
  }
}

function describe({ crawl, pointer, setting }: WrittenSetting, notes: readonly string[]): string {
  const { value, origin, beaten, pointer: shown } = explainSetting(pointer, setting)
  const lines = [
    `${crawl.name}, environment ${crawl.environment}`,
    `${settingName(shown)}: ${formatValue(value)}  (${describeOrigin(origin)})`,
    ...beaten.map((loser) => `not ${formatValue(loser.value)}  (${describeOrigin(loser.origin)})`),
    ...notes,
  ]
  return codeBlock(lines)
}

/** Returns lines as they are: in a fence longer than any in them, nothing becomes a link, an image or markup. */
function codeBlock(lines: readonly string[]): string {
  const text = lines.join('\n')
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}
