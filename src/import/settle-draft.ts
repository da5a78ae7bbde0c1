import { type Diagnostic, factsOf, type Place, startOf } from '../diagnostics/diagnostic.ts'
import type { LineMap } from '../document/source-document.ts'
import { compileScope } from '../scope/compile-scope.ts'
import type { Scope } from '../scope/scope.ts'
import { globMeaning } from '../scope/pattern/glob-pattern.ts'
import { checkPattern } from '../scope/pattern/check-pattern.ts'
import { scopeSettingsWithDefaults } from '../request/page-settings.ts'
import { isWithin, parsePointer, valueAt, parentPointer, isJsonObject, textOf } from '../util/json.ts'
import type { JsonPointer, Json } from '../util/json.ts'
import { hasTemplate, parseTemplate } from '../document/template.ts'
import { borrowedKeys, lookUp } from '../validate/borrowed-keys.ts'
import { checkRequest } from '../validate/explain-errors.ts'
import { validateCrawl } from '../validate/validate.ts'
import { draftValue, listOfItem, renumber, refuse, Refused } from './crawl-draft.ts'
import type { CrawlDraft, DraftItem } from './crawl-draft.ts'
import type { SettledDraft } from './render-draft.ts'
import { authScheme, soundsSecret, variableName } from '../request/redact-secrets.ts'
import { parseUrl } from '../util/can-parse-url.ts'

/** A draft needs at most one round for each setting, and no draft has this many settings. */
const MOST_ROUNDS = 200

/**
 * Prepares the draft for writing. Secrets become references, and settings that the schema or the service refuses are dropped with
 * the reason. `lines` are the source's.
 * @throws {Refused} when the start URL itself is refused
 */
export function settleDraft(draft: CrawlDraft, names: NameSecret, lines: LineMap): SettledDraft {
  const place = startPlace(draft, lines)
  let items = dropPatterns(redactAll(draft, names))
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const diagnostics = check(items)
    const next = dropRefused(items, diagnostics, names)
    if (next === undefined) {
      const errors = diagnostics.filter(({ severity }) => severity === 'error')
      if (errors.length === 0) break
      const problems = errors.map((error) => {
        const { pointer: _, related: __, fix: ___, ...rest } = { ...error, ...place }
        return rest
      })
      throw new Refused(problems)
    }
    items = next
  }
  return { name: draft.name, items, tests: draft.tests, failedTests: [] }
}

/** Redacts headers with secret names, and the login of a start URL. The validator finds secrets by their form. */
function redactAll(draft: CrawlDraft, names: NameSecret): readonly DraftItem[] {
  const start = startOfDraft(draft)
  const { username = '', password = '' } = parseUrl(textOf(start?.value) ?? '') ?? {}
  const hasLogin = username + password !== ''
  if (hasLogin) draft.mapCredentials(start?.field ?? '', `${username}:${password}`)
  return draft.items.map((item) => {
    if (item.kind !== 'setting') return item
    if (item === start && hasLogin) return redactUrl(item)
    // Only headers: callers choose the names in metadata freely.
    const header = /\/headers\/([^/]+)$/.exec(item.pointer)?.[1]
    return header !== undefined && soundsSecret(header) ? redactItem(item, item.pointer, names) : item
  })
}

function check(items: readonly DraftItem[]): readonly Diagnostic[] {
  const value = draftValue(items)
  // Without a text, places only carry the pointer.
  const locate = (pointer: JsonPointer) => ({ ...startOf(''), pointer: `/request${pointer}` })
  const atRoot = (pointer: JsonPointer) => ({ ...startOf(''), pointer })
  const spec = validateCrawl({ file: '', text: '', index: 0, value, locate: atRoot })
  if (!spec.ok) return spec.diagnostics
  const found = checkRequest(spec.value.request, { locate })
  // The values of variables and matrices are not known yet.
  const isOpen = (pointer: JsonPointer): boolean =>
    parseTemplate(JSON.stringify(valueAt(value, pointer) ?? null)).some(
      ({ kind }) => kind === 'env' || kind === 'matrix',
    )
  const reported = found.filter(({ pointer = '' }) => !isOpen(pointer))
  return [...spec.diagnostics, ...reported]
}

/** Returns the items without a setting that `diagnostics` refuse, secrets first; undefined if they refuse no setting. */
function dropRefused(
  items: readonly DraftItem[],
  diagnostics: readonly Diagnostic[],
  names: NameSecret,
): readonly DraftItem[] | undefined {
  const changed = (edit: (item: DraftItem) => DraftItem): readonly DraftItem[] | undefined => {
    const edited = items.map((item) => edit(item))
    return edited.some((item, index) => item !== items[index]) ? renumber(edited) : undefined
  }
  for (const { pointer = '' } of diagnostics.filter(({ rule }) => factsOf(rule).about === 'secret')) {
    const covered = changed((item) =>
      item.kind === 'setting' && isWithin(pointer, item.pointer) ? redactItem(item, pointer, names) : item,
    )
    if (covered !== undefined) return covered
  }
  for (const { pointer = '', message } of diagnostics.filter(({ severity }) => severity === 'error')) {
    const instead = lookUp(borrowedKeys, parsePointer(pointer).at(-1) ?? '') ?? ''
    const why = `${message} ${instead}`.trim().replace(/\.$/, '')
    const left = changed((item) => (isRefused(item, pointer) ? without(item, pointer, why) : item))
    if (left !== undefined) return left
  }
  return undefined
}

/** Leaves out the refused item of a list, or else the whole setting. */
function without(item: SettingItem, pointer: JsonPointer, why: string): DraftItem {
  const refused = /^\/(\d+)/.exec(pointer.slice(item.pointer.length))?.[1]
  const kept = Array.isArray(item.value) ? item.value.filter((_, at) => String(at) !== refused) : []
  if (kept.length === 0 || refused === undefined) return { kind: 'dropped', field: item.field, why }
  return { ...item, value: kept, outcome: 'approximated', why: joined(item.why, `${why}, so it is left out`) }
}

/** Returns whether `item` was refused; the start URL cannot be left out. */
function isRefused(item: DraftItem, pointer: JsonPointer): item is DraftItem & { kind: 'setting' } {
  if (item.kind !== 'setting' || item.pointer === '/request/url') return false
  return isWithin(pointer, item.pointer) || (pointer !== '/request' && isWithin(item.pointer, pointer))
}

function startOfDraft({ items }: CrawlDraft): SettingItem | undefined {
  return items.find((item): item is SettingItem => item.kind === 'setting' && item.pointer === '/request/url')
}

/** Returns where the source writes the start URL. Refuses placeholders and secrets in it: it is needed before secrets are read. */
function startPlace(draft: CrawlDraft, lines: LineMap): Place {
  const { value = '', field = '' } = startOfDraft(draft) ?? {}
  const text = textOf(value) ?? ''
  const at = lines.text.indexOf(text)
  const place = at === -1 ? startOf(lines.file) : lines.place(at, at + text.length)
  if (/\{\{|^\$(?!\{env:)/.test(text)) refuse('import/start-url-is-code', { field }, place)
  const [secret] = secretsIn(text)
  if (secret !== undefined) refuse('resolve/secret-not-allowed', { secret, where: 'the start URL' }, place)
  return place
}

/** Translates globs that are no regular expressions, and drops patterns that no crawl file can express. */
function dropPatterns(items: readonly DraftItem[]): readonly DraftItem[] {
  const isFull = items.some(
    (item) => item.kind === 'setting' && item.pointer === '/request/regexOnFullURL' && item.value === true,
  )
  return renumber(
    items.map((item) => {
      if (item.kind !== 'setting') return item
      const { field } = item
      if (JSON.stringify(item.value).includes('$${secret:'))
        return { kind: 'dropped', field, why: 'its text would be read as a reference to a secret' }
      if (listOfItem(item)?.endsWith('cludePaths') !== true) return item
      if (typeof item.value === 'string' && item.value.includes('${secret:'))
        return { kind: 'dropped', field, why: 'a pattern cannot contain secrets' }
      return portable(item, isFull)
    }),
  )
}

/** Returns the item with a pattern that means the same to every service; the braces of a template are no pattern's. */
function portable(item: SettingItem, isFull: boolean): SettingItem {
  const pattern = textOf(item.value)
  const problem = pattern === undefined || hasTemplate(pattern) ? undefined : checkPattern(pattern)
  if (pattern === undefined || problem === undefined) return item
  const meant = globMeaning(pattern, isFull)
  if (meant === undefined) return problem.kind === 'not-portable' ? { ...item, value: problem.rewrite } : item
  const why = joined(item.why, 'it was a glob; patterns are regular expressions')
  return { ...item, value: meant, outcome: 'approximated', why }
}

/** Returns the scope of a draft's request; undefined where references decide, which are filled in later. */
export function draftScope(request: Json | undefined): Scope | undefined {
  if (!isJsonObject(request)) return undefined
  const { url = null, includePaths = null, excludePaths = null } = request
  if (JSON.stringify([url, includePaths, excludePaths]).includes('${')) return undefined
  return compileScope(scopeSettingsWithDefaults(request))
}

/** Returns the names of the secrets that a text refers to. */
export function secretsIn(text: string): readonly string[] {
  return parseTemplate(text).flatMap((part) => (part.kind === 'secret' ? [part.name] : []))
}

type SettingItem = DraftItem & { readonly kind: 'setting' }

export type NameSecret = (pointer: JsonPointer, text: string) => string

/** Names secrets of one source. One that several crawls have at a place is named after `stem`, another one after its crawl. */
export function secretNamer(stem: string): (crawl: string) => NameSecret {
  const texts = new Map<string, string>()
  return (crawl) => (pointer, text) => {
    const known = [stem, crawl]
      .map((name) => variableName([name, ...parsePointer(pointer)]))
      .find((name) => !texts.has(name) || texts.get(name) === text)
    const own = variableName([crawl, ...parsePointer(pointer)])
    let name = known ?? own
    for (let count = 2; (texts.get(name) ?? text) !== text; count++) name = `${own}_${count}`
    texts.set(name, text)
    return name
  }
}

const NO_SECRETS = /^\/request\/(?:url$|includePaths\/|excludePaths\/)/

/** Replaces the secret at `pointer` (the item's or below) by a reference, or drops it if references are not allowed there. */
function redactItem(item: SettingItem, pointer: JsonPointer, nameSecret: NameSecret): DraftItem {
  if (item.pointer === '/request/url') return redactUrl(item)
  if (NO_SECRETS.test(item.pointer))
    return {
      kind: 'dropped',
      field: item.field,
      why: 'it contains what looks like a secret, which patterns must not',
    }
  const rest = pointer.startsWith(item.pointer) ? pointer.slice(item.pointer.length) : ''
  const secret = valueAt(item.value, rest)
  if (typeof secret !== 'string' || isReference(secret)) return item
  const redacted = reference(secret, nameSecret(pointer, secret))
  return {
    ...item,
    value: replaceAt(item.value, rest, redacted),
    why: joined(
      item.why,
      `set ${secretsIn(redacted).join(' and ')} in the environment; the value is not stored`,
    ),
  }
}

/** The login and the query of a start URL cannot be references, so they are left out. */
function redactUrl(item: SettingItem): DraftItem {
  const url = parseUrl(textOf(item.value) ?? '')
  if (url === undefined)
    return { kind: 'dropped', field: item.field, why: 'it contains what looks like a secret' }
  const hasLogin = url.username + url.password !== ''
  Object.assign(url, { username: '', password: '', ...(hasLogin ? {} : { search: '' }) })
  const how = hasLogin
    ? 'its user name and password became a header'
    : 'its query looked like a secret and was removed'
  return { ...item, value: url.href, outcome: 'approximated', why: joined(item.why, how) }
}

function joined(before: string | undefined, more: string): string {
  return before === undefined ? more : `${before}; ${more}`
}

/** Returns true when every secret in `text` is a reference already. */
function isReference(text: string): boolean {
  const parts = parseTemplate(text)
  return parts.some(({ kind }) => kind === 'secret') && !parts.some(({ kind }) => kind === 'env')
}

const ONLY_VARIABLES = /^(?:(?:Basic|Bearer|Token)\s+)?(?:\$\{env:\w+(?::-[^}]*)?\})+$/i

/** Returns a text with references for its secrets. An authorization scheme stays; a shell variable becomes the secret's name. */
function reference(text: string, name: string): string {
  if (ONLY_VARIABLES.test(text)) return text.replaceAll(/\$\{env:(\w+)[^}]*\}/g, '${secret:$1}')
  return `${authScheme(text)}\${secret:${name}}`
}

function replaceAt(value: Json, pointer: JsonPointer, by: string): Json {
  if (pointer === '') return by
  const copy = structuredClone(value)
  const holder = valueAt(copy, parentPointer(pointer)) as Record<string, Json>
  holder[parsePointer(pointer).at(-1) ?? ''] = by
  return copy
}
