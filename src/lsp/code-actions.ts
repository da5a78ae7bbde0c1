import { CodeActionKind } from 'vscode-languageserver/node'
import type { CodeAction, CodeActionParams, Range, Position } from 'vscode-languageserver/node'
import { applyAllFixes } from '../diagnostics/apply-fixes.ts'
import { type Diagnostic, isFixed } from '../diagnostics/diagnostic.ts'
import { parseFile } from '../document/document.ts'
import type { SourceDocument } from '../document/source-document.ts'
import { SUPPRESSION_MARK } from '../load/settle-diagnostics.ts'
import { PROJECT_FILE } from '../load/file-source.ts'
import type { LoadedProject } from '../load/load.ts'
import { editorDiagnostic } from './publisher.ts'
import type { OpenProject } from './open-project.ts'
import type { TextPlaces } from './text-places.ts'
import { remove, set } from '../migrate/edited-request.ts'
import { renderInline } from '../migrate/rewrite/parsed-text.ts'
import { rewriteList, rewriteText } from '../migrate/rewrite/rewrite-text.ts'
import { formatValue, settingName } from '../render/format-value.ts'
import type { ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { canonicalJson, isJsonList, isJsonObject, jsonAt, parsePointer } from '../util/json.ts'
import type { Json, JsonPointer } from '../util/json.ts'
import { redactSecrets } from '../request/redact-secrets.ts'
import { migrateText } from '../migrate/migrate-text.ts'
import { plural } from '../util/text.ts'

const FIX_ALL = `${CodeActionKind.SourceFixAll}.crawlform`

export const codeActionKinds: readonly string[] = [
  CodeActionKind.QuickFix,
  CodeActionKind.RefactorRewrite,
  CodeActionKind.SourceFixAll,
]

/** Returns fixes for the problems in a range, tests for the URL at its start, and rewrites of the file. */
export function codeActions(
  project: OpenProject,
  text: TextPlaces,
  { range, context }: CodeActionParams,
): CodeAction[] {
  const found = ofFile(project.loaded.diagnostics, text)
  // Neovim sends the cursor as the range, and the problems of its whole line.
  const places = [range, ...context.diagnostics.map((shown) => shown.range)]
  const here = found.filter((diagnostic) => places.some((place) => touches(text.range(diagnostic), place)))
  const isCrawlFile = text.file !== PROJECT_FILE && project.loaded.sources.has(text.file)
  const wants = (kind: string): boolean =>
    context.only === undefined || context.only.some((one) => kind === one || kind.startsWith(`${one}.`))
  const offersFor = (diagnostic: Diagnostic): readonly Offer[] => [
    ...fixOne(diagnostic, text),
    ...(isCrawlFile ? pinDefault(diagnostic, text, project) : []),
    ...silence(diagnostic, text, project),
  ]
  const actions: CodeAction[] = []
  for (const diagnostic of wants(CodeActionKind.QuickFix) ? here : []) {
    const diagnostics = [editorDiagnostic(diagnostic, text, project)]
    for (const offer of offersFor(diagnostic))
      actions.push({ ...offer, kind: CodeActionKind.QuickFix, diagnostics })
  }
  if (isCrawlFile && wants(CodeActionKind.RefactorRewrite)) {
    for (const offer of [...scopeTestAction(text, range.start, project), ...migrateAction(text)])
      actions.push({ ...offer, kind: CodeActionKind.RefactorRewrite })
  }
  return wants(FIX_ALL) ? [...actions, ...fixAll(text, project)] : actions
}

function fixOne({ fix }: Diagnostic, text: TextPlaces): readonly Offer[] {
  // The fix of a problem in this file may edit another one.
  if (fix === undefined || fix.edits.some(({ place }) => place.file !== text.file)) return []
  const edits = fix.edits.map(({ place, text: newText }) => ({ range: text.range(place), newText }))
  return [{ title: fix.description, isPreferred: true, edit: text.change(...edits) }]
}

function fixAll(text: TextPlaces, project: OpenProject): readonly CodeAction[] {
  const { texts } = applyAllFixes(
    (fixed) => {
      const now = fixed.get(text.file)
      return now === undefined ? project.loaded : project.loadFile(text.file, now)
    },
    (file) => (file === text.file ? text.body : undefined),
  )
  const fixed = texts.get(text.file)
  if (fixed === undefined) return []
  const title = 'Fix all problems in this file that have a safe fix'
  return [{ title, kind: FIX_ALL, edit: text.changeTo(fixed) }]
}

/** Offers a comment that silences a rule on the next line. The rule about missing reasons then asks for the reason. */
function silence(diagnostic: Diagnostic, text: TextPlaces, project: OpenProject): readonly Offer[] {
  const { rule, line, severity } = diagnostic
  if (severity === 'error' && isFixed(rule)) return []
  const start = text.lineStart(line)
  const indent = /^[ \t]*/.exec(text.body.slice(start))?.[0] ?? ''
  const end = text.body.includes('\r\n') ? '\r\n' : '\n'
  const comment = (reason: string): string => `${indent}# ${SUPPRESSION_MARK} ${rule}:${reason}${end}`
  const silenced = text.body.slice(0, start) + comment(' why') + text.body.slice(start)
  if (!isSameContent(text, silenced)) return []
  const countIn = (loaded: LoadedProject): number =>
    ofFile(loaded.diagnostics, text).filter((one) => one.rule === rule).length
  const own = countIn(project.loadFile(text.file, text.body))
  const [before, after] =
    own > 0
      ? [own, countIn(project.loadFile(text.file, silenced))]
      : [countIn(project.loaded), countIn(project.load(new Map([[text.file, silenced]])))]
  if (after >= before) return []
  const edit = text.change({ range: text.rangeOfOffsets(start, start), newText: comment(' ') })
  return [{ title: `Silence ${rule} here, with a reason`, edit }]
}

/** Returns whether a comment changed nothing: inside a text of several lines it would become part of the text. */
function isSameContent(text: TextPlaces, after: string): boolean {
  const parsed = parseFile(text.file, Buffer.from(after))
  const valuesOf = (documents: readonly SourceDocument[] | undefined): string =>
    JSON.stringify(documents?.map(({ value }) => value))
  return valuesOf(text.documents) === valuesOf(parsed.ok ? parsed.value : undefined)
}

function ofFile(diagnostics: readonly Diagnostic[], { file }: TextPlaces): readonly Diagnostic[] {
  return diagnostics.filter((diagnostic) => diagnostic.file === file)
}

function touches(one: Range, other: Range): boolean {
  const isBefore = (a: Range, b: Range): boolean =>
    a.end.line < b.start.line || (a.end.line === b.start.line && a.end.character < b.start.character)
  return !isBefore(one, other) && !isBefore(other, one)
}

type Offer = Pick<CodeAction, 'title' | 'edit' | 'isPreferred'>

const EMPTY = 'schema/null-value'

/** Offers to write the default of an empty setting, or of settings that a problem names and nobody has written. */
function pinDefault(diagnostic: Diagnostic, text: TextPlaces, project: OpenProject): readonly Offer[] {
  const document = text.documentAt(diagnostic.line)
  if (document === undefined) return []
  const { index } = document
  const before = crawlsOf(withoutEmpty(text.body, index, { text, project }), index)
  const [crawl] = before
  if (crawl === undefined) return []
  return defaultsFor(diagnostic, crawl).flatMap(([pointer, value]) => {
    const after =
      diagnostic.rule === EMPTY
        ? filled(diagnostic, text, value)
        : rewriteText(text.body, index, set(`/request${pointer}`, value))
    if (after === undefined) return []
    const pinned = crawlsOf(withoutEmpty(after, index, { text, project }), index)
    if (meaning(pinned) !== meaning(before) || !pinned.every((one) => !isDefault(one, pointer))) return []
    const title = `Pin the default of ${settingName(pointer)}: ${formatValue(value)}`
    return [{ title, edit: text.changeTo(after) }]
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
      whole = rewriteText(whole, document, remove(pointer)) ?? whole
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

/** A URL as YAML and comments hold it. A reference may be part of it. */
const URL_TEXT = /https?:\/\/(?:\$\{[^}\s]*\}|[^\s"'`<>,()[\]{}])+/g

/** Offers to record whether the URL at a position is in scope now, as a test of the crawl. */
function scopeTestAction(text: TextPlaces, position: Position, project: OpenProject): readonly Offer[] {
  const url = urlAt(text, position)
  if (url === undefined || url.includes('${secret:') || redactSecrets(url).redacted.length > 0) return []
  const document = text.documentAt(text.place(position).line)
  if (document === undefined || jsonAt(document.value, '/request/webhook/url') === url) return []
  const { resolved, diagnostics } = project.loadFile(text.file, text.body)
  const crawl = resolved.find(({ document: { index } }) => index === document.index)
  if (crawl === undefined) return []
  const origins = [jsonAt(document.value, '/request/url'), crawl.chosen.url].map(originOf)
  const origin = originOf(url)
  const tested = origin !== undefined && origins.includes(origin) ? url.slice(origin.length) || '/' : url
  if (testsOf(document.value).some((one) => one === tested || one === url)) return []
  for (const list of ['in', 'out'] as const) {
    const after = withTest(text.body, document, list, tested)
    // A test fails by the rules of its file. The crawls of a matrix may differ, and then no test holds.
    if (after === undefined || project.loadFile(text.file, after).diagnostics.length > diagnostics.length)
      continue
    const title = `Add a scope test: "${tested}" is ${list === 'in' ? 'in the crawl' : 'not in the crawl'}`
    return [{ title, edit: text.changeTo(after) }]
  }
  return []
}

function urlAt(text: TextPlaces, position: Position): string | undefined {
  const offset = text.offset(position)
  const start = text.body.lastIndexOf('\n', offset - 1) + 1
  const end = text.body.indexOf('\n', offset)
  const line = text.body.slice(start, end === -1 ? undefined : end)
  const found = [...line.matchAll(URL_TEXT)].find(
    ({ 0: url, index }) => start + index <= offset && offset <= start + index + url.length,
  )
  return found?.[0].replace(/[.;:!?]+$/, '')
}

/** Returns the scheme and host of a URL, which may hold references. */
function originOf(url: Json | undefined): string | undefined {
  return typeof url === 'string' ? /^https?:\/\/(?:\$\{[^}]*\}|[^/?#])+/.exec(url)?.[0] : undefined
}

function testsOf(crawl: Json): readonly (Json | undefined)[] {
  return ['/tests/in', '/tests/out']
    .flatMap((pointer) => jsonAt(crawl, pointer) ?? [])
    .map((test) => (isJsonObject(test) ? test['url'] : test))
}

function withTest(
  text: string,
  { index, value }: SourceDocument,
  list: 'in' | 'out',
  url: string,
): string | undefined {
  const written = jsonAt(value, `/tests/${list}`)
  if (isJsonList(written) && written.length > 0)
    return rewriteList(text, { document: index, base: `/tests/${list}` }, { drop: [], add: [url] })
  const edit =
    jsonAt(value, '/tests') === undefined ? set('/tests', { [list]: [url] }) : set(`/tests/${list}`, [url])
  return rewriteText(text, index, edit)
}

/** Offers to rewrite a crawl file of version 0 or 1, as `crawlform migrate --write` does. */
function migrateAction(text: TextPlaces): readonly Offer[] {
  const { text: after, changes } = migrateText(text.file, text.body)
  if (after === text.body) return []
  const lossy = changes.filter(({ exact }) => !exact).length
  const loss = lossy === 0 ? '' : `, ${lossy} of them not exactly`
  const title = `Migrate this file to version 2 (${plural(changes.length, 'setting')}${loss})`
  return [{ title, edit: text.changeTo(after) }]
}
