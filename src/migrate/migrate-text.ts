import { diagnose } from '../diagnostics/catalogue.ts'
import { compareDiagnostics, hasErrors, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import { parseFile } from '../document/parse-file.ts'
import type { Part, SourceDocument } from '../document/source-document.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import { jsonAt, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import { validateCrawl } from '../validate/validate-crawl.ts'
import { EditedRequest } from './edited-request.ts'
import { migrateValue, type AppliedEdit } from './migrate-request.ts'
import type { MigrateOptions } from './migration.ts'
import { settingName } from './read-flag.ts'
import { rewriteText } from './rewrite/rewrite-text.ts'

export interface MigrateTextOptions {
  /** Keep what `maxDepth` meant, through a pattern, where that is exact. */
  readonly preserveDepth?: boolean
  /** Write out the old defaults that are different now. */
  readonly pinDefaults?: boolean
}

/** One thing that was changed, for a summary. */
export interface TextChange {
  /** In the old text. */
  readonly place: Place
  /** Id of the migration. */
  readonly migration: string
  /** The old setting as people write it; undefined for a default that is written out. */
  readonly from: string | undefined
  /** The new setting; undefined for one that is gone. */
  readonly to: string | undefined
  /** False when something is lost or means something else now. */
  readonly exact: boolean
}

export interface MigratedText {
  /** The text of version 2, or the text as it was where it cannot be migrated. */
  readonly text: string
  /** At places of the old text. With an error about a document, that document is left as it was. */
  readonly diagnostics: readonly Diagnostic[]
  readonly changes: readonly TextChange[]
}

const MARK = '\uFEFF'

/**
 * Brings the crawls in `text`, crawl files and plain request bodies of version 0 and 1, to version 2. Everything that does
 * not change stays character for character. What is already of version 2 stays as it is.
 */
export function migrateText(file: string, text: string, options: MigrateTextOptions = {}): MigratedText {
  const marked = text.startsWith(MARK)
  const parsed = parseFile(file, new TextEncoder().encode(text))
  if (!parsed.ok) return { text, diagnostics: parsed.diagnostics, changes: [] }
  const diagnostics: Diagnostic[] = [...parsed.diagnostics]
  const changes: TextChange[] = []
  let migrated = marked ? text.slice(1) : text
  for (const document of parsed.value) {
    const outcome = migrateDocument(document, migrated, options)
    migrated = outcome.text
    diagnostics.push(...outcome.diagnostics)
    changes.push(...outcome.changes)
  }
  diagnostics.sort(compareDiagnostics)
  return { text: marked ? MARK + migrated : migrated, diagnostics, changes }
}

/** `text` is the whole file, in which documents before this one are migrated already. */
function migrateDocument(document: SourceDocument, text: string, options: MigrateTextOptions): MigratedText {
  const unchanged: MigratedText = { text, diagnostics: [], changes: [] }
  const bases = requestsIn(document.value)
  if (bases.length === 0) return unchanged
  const diagnostics: Diagnostic[] = []
  const expected = new EditedRequest(isJsonObject(document.value) ? document.value : {})
  const edits: PlacedEdit[] = []
  for (const base of bases) {
    const request = jsonAt(document.value, base)
    if (!isJsonObject(request)) continue
    const isCell = base !== '' && base !== '/request'
    const migrated = migrateValue(request, isCell ? depthOnly(options) : migrateOptions(options))
    diagnostics.push(
      ...migrated.problems.map((one) => one.report(document.locate(base + one.pointer, one.part))),
    )
    for (const edit of migrated.edits) {
      edits.push({ base, edit })
      expected.apply(rebase(edit, base), edit.rule)
    }
  }
  const isBody = bases[0] === ''
  if (isBody && !isOld(edits, diagnostics)) return unchanged
  if (hasErrors(diagnostics)) return { ...unchanged, diagnostics }
  const rewritten = rewrite(document, text, edits)
  const value: Json = isBody ? expected.value : { ...expected.value, version: 2 }
  const after = rewritten.text === undefined ? undefined : reread(document, rewritten.text, value)
  if (rewritten.text === undefined || after === undefined) {
    const failed = rewritten.failed ?? edits[0]
    const setting = failed === undefined ? 'version' : settingName(failed.edit.old)
    const place =
      failed === undefined ? document.locate('') : document.locate(failed.base + failed.edit.old, 'key')
    return {
      ...unchanged,
      diagnostics: [...diagnostics, diagnose('migrate/cannot-rewrite', { setting }, place)],
    }
  }
  return {
    text: rewritten.text,
    diagnostics: [...diagnostics, ...validate(document, after, expected)],
    changes: edits.map((edit) => changeOf(document, edit)),
  }
}

interface PlacedEdit {
  /** Where the edited request stands in the document. */
  readonly base: JsonPointer
  readonly edit: AppliedEdit
}

/** Where the requests of an old version stand; none in a document that is no crawl, or is of version 2 already. */
function requestsIn(value: Json): readonly JsonPointer[] {
  if (!isJsonObject(value) || value['version'] === 2) return []
  if (isJsonObject(value['request'])) {
    const include = jsonAt(value, '/matrix/include')
    const cells = Array.isArray(include) ? include.map((_, index) => `/matrix/include/${index}/request`) : []
    return ['/request', ...cells.filter((cell) => isJsonObject(jsonAt(value, cell)))]
  }
  const isBody = ['url', 'crawlerOptions', 'pageOptions'].some((key) => Object.hasOwn(value, key))
  return isBody && !Object.hasOwn(value, 'version') ? [''] : []
}

/** A body says no version: it is old when it says something in old words. */
function isOld(edits: readonly PlacedEdit[], diagnostics: readonly Diagnostic[]): boolean {
  if (edits.some(({ edit }) => edit.rule !== 'changed-defaults')) return true
  return diagnostics.some(({ rule, severity }) => severity === 'error' && rule !== 'migrate/needs-options')
}

function migrateOptions({ pinDefaults, preserveDepth = false }: MigrateTextOptions): MigrateOptions {
  return { preserveDepth, defaults: pinDefaults === true ? 'pin' : 'tell' }
}

/** A matrix cell says only what is different in it, so it has no defaults of its own. */
function depthOnly({ preserveDepth = false }: MigrateTextOptions): MigrateOptions {
  return { preserveDepth }
}

function rewrite(
  document: SourceDocument,
  text: string,
  edits: readonly PlacedEdit[],
): { readonly text: string | undefined; readonly failed?: PlacedEdit } {
  let rewritten = text
  for (const placed of edits) {
    const next = rewriteText(rewritten, { document: document.index, base: placed.base }, placed.edit)
    if (next === undefined) return { text: undefined, failed: placed }
    rewritten = next
  }
  const isFile = isJsonObject(document.value) && Object.hasOwn(document.value, 'request')
  if (!isFile) return { text: rewritten }
  const version = { kind: 'set', at: '/version', value: 2, source: undefined, exact: true } as const
  return { text: rewriteText(rewritten, { document: document.index, base: '' }, version) }
}

/** The document as it is in `text` now, when it says exactly what it should. */
function reread(document: SourceDocument, text: string, value: Json): SourceDocument | undefined {
  const parsed = parseFile(document.file, new TextEncoder().encode(text))
  const found = parsed.ok ? parsed.value[document.index] : undefined
  return found !== undefined && canonicalJson(found.value) === canonicalJson(value) ? found : undefined
}

/** What is still wrong with the migrated document, at the places of the old one. */
function validate(
  old: SourceDocument,
  migrated: SourceDocument,
  edited: EditedRequest,
): readonly Diagnostic[] {
  const isBody = !(isJsonObject(old.value) && Object.hasOwn(old.value, 'request'))
  const base = isBody ? '/request' : ''
  const toOld = (pointer: JsonPointer, part: Part): Place =>
    old.locate(edited.oldPointer(pointer.slice(base.length)), part)
  const document = isBody ? asFile(migrated) : migrated
  return validateCrawl(document).diagnostics.map((diagnostic) => {
    const { pointer } = diagnostic
    if (pointer === undefined) return diagnostic
    const key = document.locate(pointer, 'key')
    const isKey = key.line === diagnostic.line && key.column === diagnostic.column
    const { fix: _, related: __, ...others } = diagnostic
    return { ...others, ...toOld(pointer, isKey ? 'key' : 'value') }
  })
}

/** A body as the crawl file around it would be. */
function asFile(body: SourceDocument): SourceDocument {
  const request: JsonObject = isJsonObject(body.value) ? body.value : {}
  return {
    file: body.file,
    text: body.text,
    index: body.index,
    value: { version: 2, request },
    locate: (pointer, part) => body.locate(pointer.replace(/^\/request/, ''), part),
  }
}

function rebase(edit: AppliedEdit, base: JsonPointer): AppliedEdit {
  const { old } = edit
  switch (edit.kind) {
    case 'move':
      return { ...edit, from: base + edit.from, to: base + edit.to, old: base + old }
    case 'set':
      return {
        ...edit,
        at: base + edit.at,
        source: edit.source === undefined ? undefined : base + edit.source,
        old: base + old,
      }
    case 'remove':
      return { ...edit, at: base + edit.at, old: base + old }
  }
}

function changeOf(document: SourceDocument, { base, edit }: PlacedEdit): TextChange {
  const isNew = edit.kind === 'set' && edit.source === undefined
  const to = edit.kind === 'move' ? edit.to : edit.kind === 'set' ? edit.at : undefined
  return {
    place: document.locate(base + edit.old, 'key'),
    migration: edit.rule,
    from: isNew ? undefined : settingName(edit.old),
    to: to === undefined ? undefined : settingName(to),
    exact: edit.exact,
  }
}
