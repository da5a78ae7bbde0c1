import { diagnose, type Diagnostic, factsOf } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'
import { compileScope } from '../scope/compile-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { checkPattern } from '../scope/pattern/check-pattern.ts'
import { scopeSettingsWithDefaults } from '../request/page-settings.ts'
import { isJsonObject, isWithin, parsePointer, valueAt } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { hasTemplate, parseTemplate } from '../util/template.ts'
import { borrowedKeys, lookUp } from '../validate/borrowed-keys.ts'
import { checkRequest } from '../validate/explain-errors.ts'
import { validateCrawl } from '../validate/validate.ts'
import { type CrawlDraft, draftValue, type DraftItem, renumber } from './crawl-draft.ts'
import { redactItem, type NameSecret } from './redact-item.ts'
import type { SettledDraft } from './render-draft.ts'

/** A draft needs at most one round for each setting, and no draft has this many settings. */
const MOST_ROUNDS = 200

/**
 * Prepares the draft for writing. Secrets become references, and settings that the schema or the service refuses are dropped with
 * the reason. Undefined, with the diagnostics, when the start URL itself is refused.
 */
export function settleDraft(
  draft: CrawlDraft,
  names: NameSecret,
): { readonly settled: SettledDraft } | { readonly problems: readonly Diagnostic[] } {
  const secret = secretInStart(draft)
  if (secret !== undefined) return { problems: [secret] }
  let items = dropPatterns(redactAll(draft, names))
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const diagnostics = check(items)
    const next = amend(items, diagnostics, names)
    if (next === undefined) {
      const problems = diagnostics.filter(({ severity }) => severity === 'error')
      if (problems.length > 0) return { problems }
      break
    }
    items = next
  }
  return { settled: { name: draft.name, items, tests: draft.tests, failedTests: [] } }
}

/** Redacts headers with secret names. The validator finds secrets by their form. */
function redactAll(draft: CrawlDraft, names: NameSecret): readonly DraftItem[] {
  return draft.items.map((item) => {
    if (item.kind !== 'setting') return item
    // Only headers: callers choose the names in metadata freely.
    const match = /\/headers\/([^/]+)$/.exec(item.pointer)
    const isSecret =
      match !== null &&
      /auth|cookie|token|secret|key|passw|session|signature|credential|jwt/i.test(match[1] ?? '')
    return isSecret ? redactItem(item, item.pointer, names) : item
  })
}

function check(items: readonly DraftItem[]): readonly Diagnostic[] {
  const value = draftValue(items)
  const document = asDocument(value)
  const spec = validateCrawl(document)
  if (!spec.ok) return spec.diagnostics
  const located = (pointer: JsonPointer) => document.locate(`/request${pointer}`)
  const found = checkRequest(spec.value.request, { locate: located }).map((diagnostic) => ({
    ...diagnostic,
    pointer: pointerOf(diagnostic),
  }))
  // The values of variables and matrices are not known yet.
  const isOpen = (pointer: JsonPointer): boolean =>
    parseTemplate(JSON.stringify(valueAt(value, pointer) ?? null)).some(
      ({ kind }) => kind === 'env' || kind === 'matrix',
    )
  const reported = found.filter(({ pointer }) => !isOpen(pointer))
  return [...spec.diagnostics, ...reported]
}

/** Returns a document without a text: its places only carry the pointer. */
function asDocument(value: JsonObject): SourceDocument {
  return {
    file: '',
    text: '',
    index: 0,
    value,
    locate: (pointer) => ({ file: pointer, line: 1, column: 1, endLine: 1, endColumn: 1 }),
  }
}

function pointerOf(diagnostic: Diagnostic): JsonPointer {
  return diagnostic.pointer?.startsWith('/request') === true ? diagnostic.pointer : diagnostic.file
}

/**
 * Returns the items without the setting that one of `diagnostics` concerns, secrets first. Undefined if no setting can be
 * removed.
 */
function amend(
  items: readonly DraftItem[],
  diagnostics: readonly Diagnostic[],
  names: NameSecret,
): readonly DraftItem[] | undefined {
  const changed = (edit: (item: DraftItem) => DraftItem): readonly DraftItem[] | undefined => {
    const edited = items.map((item) => edit(item))
    return edited.some((item, index) => item !== items[index]) ? renumber(edited) : undefined
  }
  for (const diagnostic of diagnostics.filter(({ rule }) => factsOf(rule).about === 'secret')) {
    const pointer = pointerOf(diagnostic)
    const covered = changed((item) =>
      item.kind === 'setting' && isWithin(pointer, item.pointer) ? redactItem(item, pointer, names) : item,
    )
    if (covered !== undefined) return covered
  }
  for (const diagnostic of diagnostics.filter(({ severity }) => severity === 'error')) {
    const pointer = pointerOf(diagnostic)
    const instead = lookUp(borrowedKeys, parsePointer(pointer).at(-1) ?? '') ?? ''
    const why = `${diagnostic.message} ${instead}`.trim().replace(/\.$/, '')
    const left = changed((item) =>
      isRefused(item, pointer) ? { kind: 'dropped', field: item.field, why } : item,
    )
    if (left !== undefined) return left
  }
  return undefined
}

/** Returns whether `item` was refused; the start URL cannot be left out. */
function isRefused(item: DraftItem, pointer: JsonPointer): item is DraftItem & { kind: 'setting' } {
  if (item.kind !== 'setting' || item.pointer === '/request/url') return false
  return isWithin(pointer, item.pointer) || (pointer !== '/request' && isWithin(item.pointer, pointer))
}

/** Finds a secret in the start URL, which is needed before secrets are read. */
function secretInStart({ items }: CrawlDraft): Diagnostic | undefined {
  const start = items.find((item) => item.kind === 'setting' && item.pointer === '/request/url')
  const text = start?.kind === 'setting' && typeof start.value === 'string' ? start.value : ''
  const secret = parseTemplate(text).flatMap((part) => (part.kind === 'secret' ? [part.name] : []))[0]
  const place = { file: '', line: 1, column: 1, endLine: 1, endColumn: 1 }
  if (secret === undefined) return undefined
  return diagnose('resolve/secret-not-allowed', { secret, where: 'the start URL' }, place)
}

/** Drops patterns that the service's engine refuses, each with its reason, and patterns that no crawl file can express. */
function dropPatterns(items: readonly DraftItem[]): readonly DraftItem[] {
  return renumber(
    items.map((item) => {
      if (item.kind !== 'setting') return item
      const { field } = item
      if (JSON.stringify(item.value).includes('$${secret:'))
        return { kind: 'dropped', field, why: 'its text would be read as a reference to a secret' }
      if (!/\/(?:in|ex)cludePaths\/\d+$/.test(item.pointer)) return item
      if (typeof item.value === 'string' && item.value.includes('${secret:'))
        return { kind: 'dropped', field, why: 'a pattern cannot contain secrets' }
      return { ...item, value: portable(item.value) }
    }),
  )
}

/** Returns a pattern written so that it means the same to every service; the braces of a template are no pattern's. */
function portable(pattern: Json): Json {
  const problem = typeof pattern === 'string' && !hasTemplate(pattern) ? checkPattern(pattern) : undefined
  return problem?.kind === 'not-portable' ? problem.rewrite : pattern
}

/** Returns the scope of a draft's request; undefined where references decide, which are filled in later. */
export function draftScope(request: Json | undefined): Scope | undefined {
  if (!isJsonObject(request)) return undefined
  const { url = null, includePaths = null, excludePaths = null } = request
  if (JSON.stringify([url, includePaths, excludePaths]).includes('${')) return undefined
  return compileScope(scopeSettingsWithDefaults(request))
}
