import { type CompletionItem, CompletionItemKind, type Position } from 'vscode-languageserver/node'
import { isFixed, ruleIds } from '../diagnostics/catalogue.ts'
import { parseFile } from '../document/document.ts'
import { SUPPRESSION_MARK } from '../document/suppressions.ts'
import { isJsonObject } from '../util/json.ts'
import type { OpenProject } from './open-project.ts'
import { isExtended, lineBefore } from './extended-profile.ts'
import type { TextPlaces } from './text-places.ts'

/** Characters after which an editor asks without being told to. */
export const completionTriggers: readonly string[] = [':', '.', '{', '/']

const IN_SILENCE = new RegExp(`#\\s*${SUPPRESSION_MARK}[ \\t]+([\\w/-]*)$`)
const IN_REFERENCE = /\$\{(?:(env|secret):|(matrix)\.)(\w*)$/

/** Returns what the schema cannot complete: profiles, rules in a silencing comment, and the names of references. */
export function completionAt(project: OpenProject, uri: string, position: Position): CompletionItem[] {
  const text = project.textAt(uri)
  if (text === undefined) return []
  const before = lineBefore(text, position)
  const [, typedRule] = IN_SILENCE.exec(before) ?? []
  if (typedRule !== undefined)
    return items(text, position, typedRule, {
      names: ruleIds().filter((id) => !isFixed(id)),
      kind: CompletionItemKind.EnumMember,
    })
  const [, source, matrix, typedName = ''] = IN_REFERENCE.exec(before) ?? []
  const kind = source ?? matrix
  if (kind !== undefined)
    return items(text, position, typedName, {
      names: kind === 'matrix' ? axesOf(text) : referencesOf(project, kind, text),
      kind: CompletionItemKind.Variable,
    })
  if (!isExtended(text, position)) return []
  const [typedProfile = ''] = /[\w.-]*$/.exec(before) ?? []
  return items(text, position, typedProfile, {
    names: Object.keys(project.loaded.project.profiles),
    kind: CompletionItemKind.Reference,
  })
}

/** Returns one item for each name; it replaces the part that is typed already. */
function items(
  text: TextPlaces,
  position: Position,
  typed: string,
  { names, kind }: { readonly names: readonly string[]; readonly kind: CompletionItemKind },
): CompletionItem[] {
  const end = text.offset(position)
  const range = text.rangeOfOffsets(end - typed.length, end)
  return names.map((name) => ({ label: name, kind, textEdit: { range, newText: name } }))
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
  const parsed = parseFile(text.file, Buffer.from(text.body))
  const documents = parsed.ok ? parsed.value : []
  const axes = documents.flatMap(({ value }) => {
    const matrix = isJsonObject(value) ? value['matrix'] : undefined
    return matrix !== undefined && isJsonObject(matrix) ? Object.keys(matrix) : []
  })
  return [...new Set(axes)].filter((axis) => axis !== 'include' && axis !== 'exclude')
}
