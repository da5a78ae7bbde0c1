import { compareDiagnostics, diagnose, factsOf, hasErrors } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import { parseFile } from '../document/document.ts'
import type { Part, SourceDocument } from '../document/source-document.ts'
import { canonicalJson, isJsonObject, jsonAt } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { validateCrawl } from '../validate/validate.ts'
import { type AppliedEdit, type MigrateOptions, MigratingRequest, settingName } from './edited-request.ts'
import { migrateValue } from './migrate.ts'
import { rewriteText, rewriteVersion } from './rewrite/rewrite-text.ts'

export interface MigrateTextOptions extends Pick<MigrateOptions, 'preserveDepth'> {
  /** Write out the old defaults that have changed. */
  readonly pinDefaults?: boolean
}

interface TextChange {
  readonly place: Place
  readonly migration: string
  /** The old setting as users write it; undefined for a default that is written out. */
  readonly from: string | undefined
  /** The new setting; undefined for a removed one. */
  readonly to: string | undefined
  /** False when something is lost or changes its meaning. */
  readonly exact: boolean
}

export interface MigratedText {
  /** The text of version 2, or the old text if it cannot be migrated. */
  readonly text: string
  /** With places in the old text. A document with an error is left unchanged. */
  readonly diagnostics: readonly Diagnostic[]
  readonly changes: readonly TextChange[]
  /** Number of crawl files of any version; other files stay unchanged. */
  readonly holdsCrawl: boolean
}

const MARK = '\uFEFF'

/** Migrates crawl files and plain request bodies of version 0 and 1 in `text` to version 2, and changes nothing else. */
export function migrateText(file: string, text: string, options: MigrateTextOptions = {}): MigratedText {
  const parsed = parseFile(file, new TextEncoder().encode(text))
  if (!parsed.ok) return { text, diagnostics: parsed.diagnostics, changes: [], holdsCrawl: true }
  const diagnostics: Diagnostic[] = [...parsed.diagnostics]
  const changes: TextChange[] = []
  const mark = text.startsWith(MARK) ? MARK : ''
  let migrated = text.slice(mark.length)
  for (const document of parsed.value) {
    const outcome = migrateDocument(document, migrated, options)
    migrated = outcome.text
    diagnostics.push(...outcome.diagnostics)
    changes.push(...outcome.changes)
  }
  return {
    text: mark + migrated,
    diagnostics: diagnostics.toSorted(compareDiagnostics),
    changes,
    holdsCrawl: parsed.value.some(({ value }) => isCrawl(value)),
  }
}

function isCrawl(value: Json): boolean {
  return (
    isJsonObject(value) &&
    ['request', 'url', 'crawlerOptions', 'pageOptions'].some((key) => Object.hasOwn(value, key))
  )
}

/** Migrates one document of `text`, the whole file, in which the documents before it are migrated already. */
function migrateDocument(
  document: SourceDocument,
  text: string,
  options: MigrateTextOptions,
): Omit<MigratedText, 'holdsCrawl'> {
  const { value } = document
  const bases = requestsIn(value)
  if (bases.length === 0 || !isJsonObject(value)) return { text, diagnostics: [], changes: [] }
  if (!isBody(value) && ![undefined, 0, 1].some((known) => value['version'] === known)) {
    // We do not know what a later version means, so we rewrite nothing of it.
    const { diagnostics } = validateCrawl(document)
    const unknown = diagnostics.filter(({ rule }) => factsOf(rule).about === 'version')
    return { text, diagnostics: unknown, changes: [] }
  }
  const { edits, diagnostics } = planEdits(document, bases, options)
  if (isBody(value) && !isOld(edits, diagnostics)) return { text, diagnostics: [], changes: [] }
  const problems = diagnostics.filter(({ severity }) => severity !== 'info')
  if (hasErrors(problems)) return { text, diagnostics: problems, changes: [] }
  const cannotRewrite = (pointer: JsonPointer): Omit<MigratedText, 'holdsCrawl'> => {
    const place = document.locate(pointer, 'key')
    const found = diagnose('migrate/cannot-rewrite', { setting: nameIn(pointer) }, place)
    return { text, diagnostics: [...problems, found], changes: [] }
  }
  const expected = new MigratingRequest(value)
  let edited = text
  for (const edit of edits) {
    const next = rewriteText(edited, document.index, edit)
    expected.apply(edit, edit.rule)
    if (next === undefined || reread(document, next, expected.value) === undefined)
      return cannotRewrite(edit.old)
    edited = next
  }
  const rewritten = isBody(value) ? edited : rewriteVersion(edited, document.index, 2)
  const wanted = isBody(value) ? expected.value : { ...expected.value, version: 2 }
  const after = rewritten === undefined ? undefined : reread(document, rewritten, wanted)
  if (rewritten === undefined || after === undefined) return cannotRewrite('/version')
  return {
    text: rewritten,
    diagnostics: [...diagnostics, ...validate(document, after, expected)],
    changes: changesOf(document, edits),
  }
}

/** Returns the pointers to requests of an old version; an empty list if the document is not a crawl or is of version 2. */
function requestsIn(value: Json): readonly JsonPointer[] {
  if (!isJsonObject(value) || value['version'] === 2) return []
  if (!isBody(value)) {
    const include = jsonAt(value, '/matrix/include')
    const cells = Array.isArray(include) ? include.map((_, index) => `/matrix/include/${index}/request`) : []
    return ['/request', ...cells.filter((cell) => isJsonObject(jsonAt(value, cell)))]
  }
  const isRequest = ['url', 'crawlerOptions', 'pageOptions'].some((key) => Object.hasOwn(value, key))
  return isRequest && !Object.hasOwn(value, 'version') ? [''] : []
}

/** Returns true for a request without a crawl file around it. */
function isBody(value: Json): boolean {
  return !isJsonObject(value) || !isJsonObject(value['request'])
}

function planEdits(
  document: SourceDocument,
  bases: readonly JsonPointer[],
  { preserveDepth = false, pinDefaults = false }: MigrateTextOptions,
): { readonly edits: readonly AppliedEdit[]; readonly diagnostics: readonly Diagnostic[] } {
  const edits: AppliedEdit[] = []
  const diagnostics: Diagnostic[] = []
  for (const [index, base] of bases.entries()) {
    const request = jsonAt(document.value, base)
    if (!isJsonObject(request)) continue
    // A matrix cell holds only differing settings, so it has no defaults of its own.
    const defaults = pinDefaults ? 'pin' : 'report'
    const migrated = migrateValue(request, { preserveDepth, ...(index === 0 ? { defaults } : {}) })
    for (const { pointer, part, report } of migrated.problems) {
      diagnostics.push(report(document.locate(base + pointer, part)))
    }
    edits.push(...migrated.edits.map((edit) => rebase(edit, base)))
  }
  return { edits, diagnostics }
}

/** Returns whether a plain body is old. It names no version, so old setting names decide. */
function isOld(edits: readonly AppliedEdit[], diagnostics: readonly Diagnostic[]): boolean {
  if (edits.some(({ rule }) => rule !== 'changed-defaults')) return true
  return diagnostics.some(({ rule, severity }) => severity === 'error' && factsOf(rule).about !== 'question')
}

/** Returns the document as it is now in `text`, if it equals the expected request. */
function reread(document: SourceDocument, text: string, wanted: Json): SourceDocument | undefined {
  const parsed = parseFile(document.file, new TextEncoder().encode(text))
  const found = parsed.ok ? parsed.value[document.index] : undefined
  return found !== undefined && canonicalJson(found.value) === canonicalJson(wanted) ? found : undefined
}

/** Returns the remaining problems of the migrated document, at places of the old one. */
function validate(
  old: SourceDocument,
  migrated: SourceDocument,
  edited: MigratingRequest,
): readonly Diagnostic[] {
  const document = isBody(old.value) ? asFile(migrated) : migrated
  const base = isBody(old.value) ? '/request' : ''
  return validateCrawl(document).diagnostics.map((diagnostic) => {
    const { pointer, fix: _, related: __, ...others } = diagnostic
    if (pointer === undefined) return diagnostic
    const key = document.locate(pointer, 'key')
    const part: Part = key.line === diagnostic.line && key.column === diagnostic.column ? 'key' : 'value'
    const before = edited.oldPointer(pointer.slice(base.length))
    return { ...others, ...old.locate(before, part), pointer: before }
  })
}

function asFile(body: SourceDocument): SourceDocument {
  const request: JsonObject = isJsonObject(body.value) ? body.value : {}
  return {
    ...body,
    value: { version: 2, request },
    locate: (pointer, part) => ({ ...body.locate(pointer.replace(/^\/request/, ''), part), pointer }),
  }
}

/** Turns an edit of a request into an edit of its document. */
function rebase(edit: AppliedEdit, base: JsonPointer): AppliedEdit {
  const old = base + edit.old
  if (edit.kind === 'move') return { ...edit, from: base + edit.from, to: base + edit.to, old }
  if (edit.kind === 'remove') return { ...edit, at: base + edit.at, old }
  const source = edit.source === undefined ? undefined : base + edit.source
  return { ...edit, at: base + edit.at, source, old }
}

function nameIn(pointer: JsonPointer): string {
  return settingName(pointer.replace(/^(?:\/matrix\/include\/\d+)?\/request(?=\/)/, ''))
}

/** Returns one change for each old setting, regardless of its number of steps. */
function changesOf(document: SourceDocument, edits: readonly AppliedEdit[]): readonly TextChange[] {
  const changes = new Map<JsonPointer, TextChange>()
  for (const edit of edits) {
    const isNew = edit.kind === 'set' && edit.source === undefined
    const to = edit.kind === 'move' ? edit.to : edit.kind === 'set' ? edit.at : undefined
    const key = isNew ? (to ?? '') : edit.old
    const before = changes.get(key)
    changes.set(key, {
      place: document.locate(edit.old, 'key'),
      migration: edit.rule,
      from: isNew ? undefined : nameIn(edit.old),
      to: to === undefined ? before?.to : nameIn(to),
      exact: edit.exact && before?.exact !== false,
    })
  }
  return [...changes.values()].toSorted(
    (a, b) => a.place.line - b.place.line || a.place.column - b.place.column,
  )
}
