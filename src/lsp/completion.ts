import { CompletionItemKind } from 'vscode-languageserver/node'
import type { CompletionItem, CompletionParams, Position } from 'vscode-languageserver/node'
import { isFixed, ruleIds } from '../diagnostics/diagnostic.ts'
import { SUPPRESSION_MARK } from '../load/settle-diagnostics.ts'
import type { OpenProject } from './open-project.ts'
import type { TextPlaces } from './text-places.ts'
import { jsonAt } from '../util/json.ts'

/** Characters after which an editor asks without being told to. */
export const completionTriggers: readonly string[] = [':', '.', '{', '/']

const IN_SILENCE = new RegExp(`#\\s*${SUPPRESSION_MARK}[ \\t]+([\\w/-]*)$`)
const IN_REFERENCE = /\$\{(?:(env|secret):|(matrix)\.)(\w*)$/

/** Returns what the schema cannot complete: profiles, rules in a silencing comment, and the names of references. */
export function completionAt(
  project: OpenProject,
  text: TextPlaces,
  { position }: CompletionParams,
): CompletionItem[] {
  const before = lineBefore(text, position)
  // An item replaces the part that is typed already.
  const offer = (typed: string, names: readonly string[], kind: CompletionItemKind, inList = true) => {
    const end = text.offset(position)
    const range = text.rangeOfOffsets(end - typed.length, end)
    return names.map((name) => {
      const newText = inList ? name : `[${name}]`
      return { label: name, kind, textEdit: { range, newText } }
    })
  }
  const [, typedRule] = IN_SILENCE.exec(before) ?? []
  const rules = ruleIds().filter((id) => !isFixed(id))
  if (typedRule !== undefined) return offer(typedRule, rules, CompletionItemKind.EnumMember)
  const [, kind, axis, typedName = ''] = IN_REFERENCE.exec(before) ?? []
  if (axis !== undefined) return offer(typedName, axesOf(text), CompletionItemKind.Variable)
  if (kind !== undefined)
    return offer(typedName, referencesOf(project, kind, text), CompletionItemKind.Variable)
  if (!isExtended(text, position)) return []
  const [typedProfile = ''] = /[\w.-]*$/.exec(before) ?? []
  const profiles = Object.keys(project.loaded.project.profiles)
  const inList = !/^extends:[ \t]+[\w.-]*$/.test(before)
  return offer(typedProfile, profiles, CompletionItemKind.Reference, inList)
}

/** Returns the names that the project's files refer to. The environment of this process is not read. */
function referencesOf(project: OpenProject, kind: string, text: TextPlaces): readonly string[] {
  const texts = new Map([...project.loaded.sources, [text.file, text.body]])
  const names = [...texts.values()].flatMap((one) =>
    Array.from(one.matchAll(new RegExp(`\\$\\{${kind}:([A-Za-z_]\\w*)[:}]`, 'g')), ([, name = '']) => name),
  )
  return [...new Set(names)].toSorted()
}

function axesOf(text: TextPlaces): readonly string[] {
  const axes = (text.documents ?? []).flatMap(({ value }) => Object.keys(jsonAt(value, '/matrix') ?? {}))
  return [...new Set(axes)].filter((axis) => axis !== 'include' && axis !== 'exclude')
}

function lineBefore(text: TextPlaces, position: Position): string {
  const end = text.offset(position)
  return text.body.slice(text.body.lastIndexOf('\n', end - 1) + 1, end)
}

/** Returns whether a position is inside `extends`. Looks at lines, because a text that is being typed is often no YAML. */
function isExtended(text: TextPlaces, position: Position): boolean {
  const before = lineBefore(text, position)
  if (before.includes(' #')) return false
  if (/^extends:[ \t]/.test(before)) return true
  if (!/^[ \t]*-[ \t]/.test(before)) return false
  const above = text.body
    .slice(0, text.offset(position) - before.length)
    .trimEnd()
    .split('\n')
  const start = above.findLast((line) => !/^[ \t]*(?:-[ \t]|#|$)/.test(line))
  return start !== undefined && /^extends:[ \t]*(?:#.*)?\r?$/.test(start)
}
