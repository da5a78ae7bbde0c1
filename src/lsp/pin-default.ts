import { type CodeAction, CodeActionKind } from 'vscode-languageserver/node'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { LoadedProject } from '../load/load.ts'
import { remove, set } from '../migrate/edited-request.ts'
import { renderInline } from '../migrate/rewrite/render-value.ts'
import { rewriteText } from '../migrate/rewrite/rewrite-text.ts'
import { formatValue, settingName } from '../render/format-value.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import { type JsonPointer, parsePointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'
import { documentAt } from './document-at.ts'
import { editorDiagnostic } from './editor-diagnostics.ts'
import type { OpenProject } from './open-project.ts'
import type { TextPlaces } from './text-places.ts'

const EMPTY = 'schema/null-value'

/** Offers to write the default of an empty setting, or of settings that a problem names and nobody has written. */
export function pinDefault(
  diagnostic: Diagnostic,
  text: TextPlaces,
  project: OpenProject,
): readonly CodeAction[] {
  const document = documentAt(text, diagnostic.line)
  if (document === undefined) return []
  const { index } = document
  const before = crawlsOf(withoutEmpty(text.body, index, { text, project }), index)
  const [crawl] = before
  if (crawl === undefined) return []
  return defaultsFor(diagnostic, crawl).flatMap(([pointer, value]) => {
    const after =
      diagnostic.rule === EMPTY
        ? filled(diagnostic, text, value)
        : rewriteText(text.body, { document: index, base: '/request' }, set(pointer, value))
    if (after === undefined) return []
    const pinned = crawlsOf(withoutEmpty(after, index, { text, project }), index)
    if (meaning(pinned) !== meaning(before) || !pinned.every((one) => !isDefault(one, pointer))) return []
    return [
      {
        title: `Pin the default of ${settingName(pointer)}: ${formatValue(value)}`,
        kind: CodeActionKind.QuickFix,
        diagnostics: [editorDiagnostic(diagnostic, text, project)],
        edit: { changes: { [text.uri]: [text.editTo(after)] } },
      },
    ]
  })
}

/** Returns the settings of a crawl that have their default and are the subject of a problem. */
function defaultsFor(
  { rule, pointer, message, help = '' }: Diagnostic,
  crawl: ResolvedCrawl,
): readonly (readonly [JsonPointer, Json])[] {
  const named = new Set(Array.from(`${message} ${help}`.matchAll(/"(\w+)"/g), ([, name]) => name))
  return [...crawl.provenance]
    .filter(([setting]) =>
      rule === EMPTY ? pointer === `/request${setting}` : named.has(parsePointer(setting).at(-1)),
    )
    .filter(([setting]) => isDefault(crawl, setting))
    .map(([setting, { value }]) => [setting, value])
}

const isDefault = (crawl: ResolvedCrawl, pointer: JsonPointer): boolean =>
  crawl.provenance.get(pointer)?.origin.kind === 'default'

const crawlsOf = ({ resolved }: LoadedProject, index: number): readonly ResolvedCrawl[] =>
  resolved.filter(({ document }) => document.index === index)

const meaning = (crawls: readonly ResolvedCrawl[]): string =>
  canonicalJson(crawls.map(({ name, effective }) => [name, effective]))

const isListItem = (pointer: JsonPointer): boolean => /\/\d+$/.test(pointer)

/** Loads a text as if the empty settings of one document were not there: a crawl with one has no meaning. */
function withoutEmpty(
  body: string,
  document: number,
  { text, project }: { readonly text: TextPlaces; readonly project: OpenProject },
): LoadedProject {
  const loaded = project.loadFile(text.file, body)
  let whole = body
  for (const { rule, pointer } of loaded.diagnostics)
    if (rule === EMPTY && pointer !== undefined && !isListItem(pointer))
      whole = rewriteText(whole, { document, base: '' }, remove(pointer)) ?? whole
  return whole === body ? loaded : project.loadFile(text.file, whole)
}

/** Returns the text with a value after the key of an empty setting; undefined if something else follows the key. */
function filled(place: Diagnostic, text: TextPlaces, value: Json): string | undefined {
  const end = text.lineStart(place.endLine) + place.endColumn - 1
  const rest = text.body.slice(end)
  const empty = /^[ \t]*:(?:[ \t]*(?:~|null|Null|NULL))?(?=[ \t]*(?:[,}#\r\n]|$))/.exec(rest)?.[0]
  return empty === undefined
    ? undefined
    : `${text.body.slice(0, end)}: ${renderInline(value, 'yaml')}${rest.slice(empty.length).replace(/^[ \t]+(?=,|\r?\n|$)/, '')}`
}
