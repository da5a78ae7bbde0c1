import type { Place } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'
import { isJsonObject, type Json, type JsonObject, type JsonPointer, listOf, textOf } from '../util/json.ts'
import { type CrawlDraft, literalText, refuse } from './crawl-draft.ts'

/** A source's mapping, with the places of its fields. */
export interface Located {
  readonly value: JsonObject
  readonly locate: SourceDocument['locate']
}

/** Replaces a Ruby template in the text of a source. */
const CODE = '<%code%>'

const CODE_WHY = 'it is code, which is never executed'

const MISREAD_WHY = 'its value has an unknown kind'

export interface FieldSetting {
  readonly from: string
  readonly to: JsonPointer
  /** Takes the field; undefined where it changes nothing. */
  readonly take: (reader: FieldReader, key: string) => Json | undefined
  /** A remark on a setting with the same meaning. */
  readonly why?: string
  /** The difference, if the setting has only about the same meaning. */
  readonly about?: string
}

export function mapFields(draft: CrawlDraft, reader: FieldReader, settings: readonly FieldSetting[]): void {
  for (const { from, to, take, why, about } of settings) {
    const value = take(reader, from)
    if (value === undefined) continue
    if (about === undefined) draft.map(reader.name(from), to, value, why)
    else draft.approximate(reader.name(from), to, value, about)
  }
}

/** Takes a number, perhaps converted to another unit. */
export function aNumber(convert = (value: number): Json | undefined => value): FieldSetting['take'] {
  return (reader, key) => {
    const value = reader.takeNumber(key)
    return value === undefined ? undefined : convert(value)
  }
}

export function aText(convert: (value: string) => Json | undefined = literalText): FieldSetting['take'] {
  return (reader, key) => {
    const value = reader.takeText(key)
    return value === undefined ? undefined : convert(value)
  }
}

/** Takes true; false is what a crawl does anyway. */
export const aFlag: FieldSetting['take'] = (reader, key) => (reader.takeFlag(key) === true ? true : undefined)

/** Returns the reason for each field, from the fields of each reason, separated by spaces. */
export function reasonsOf(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([reason, keys]) => keys.split(' ').map((key) => [key, reason])),
  )
}

/** Refuses a source without a start URL in the fields `keys`; the first one should have it. @throws {Refused} */
export function refuseStart(reader: FieldReader, keys: readonly string[], place: Place): never {
  const rule = keys.some((key) => reader.hasCode(key)) ? 'import/start-url-is-code' : 'import/no-start-url'
  return refuse(rule, { field: reader.name(keys[0] ?? '') }, place)
}

/** One mapping of a source. Every member must be accounted for: taken, or dropped with a reason. */
export class FieldReader {
  readonly #value: JsonObject
  readonly #path: string
  readonly #defaults: FieldReader | undefined
  readonly #left: Set<string>
  /** Requested keys whose value has a type that cannot be read, and such items of lists, as `key[0]`. */
  readonly #misread = new Set<string>()

  /** @param defaults has the members that this mapping does not have */
  constructor(value: JsonObject, path = '', defaults?: FieldReader) {
    this.#value = value
    this.#path = path
    this.#defaults = defaults
    this.#left = new Set(Object.keys(value))
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#value, key)
  }

  /** Returns the field as users write it. */
  name(key: string): string {
    if (this.#defaults?.has(key) === true && !this.has(key)) return this.#defaults.name(key)
    return this.#path === '' ? key : `${this.#path}.${key}`
  }

  /** Returns the spelling of a field that is used here, or else in the defaults. */
  spelling(...keys: readonly [string, ...string[]]): string {
    const own = keys.find((key) => this.has(key))
    return own ?? this.#defaults?.spelling(...keys) ?? keys[0]
  }

  /** Returns the value of `key` and marks it as read. Returns undefined for a missing key, and for code, which is not marked. */
  take(key: string): Json | undefined {
    return this.#take(key, (value) => value)
  }

  takeText(key: string): string | undefined {
    return this.#take(key, textOf)
  }

  /** Takes a number, also one in quotes, which these formats read as a number. */
  takeNumber(key: string): number | undefined {
    return this.#take(key, (value) => {
      const isQuoted = typeof value === 'string' && /^\d[\d_]*(?:\.\d+)?$/.test(value)
      const number = isQuoted ? Number(value.replaceAll('_', '')) : value
      return typeof number === 'number' ? number : undefined
    })
  }

  takeFlag(key: string): boolean | undefined {
    return this.#take(key, (value) => (typeof value === 'boolean' ? value : undefined))
  }

  takeTexts(key: string): readonly string[] {
    return this.takeItems(key).map(({ text }) => text)
  }

  /** Takes a list of texts, or one text, each with its field. Other items cannot be read. */
  takeItems(key: string): readonly { readonly field: string; readonly text: string }[] {
    const taken = this.#take(key, (value) => {
      const items = listOf(value).map((text, at) => ({ item: `${key}[${at}]`, text }))
      const others = items.filter(({ text }) => typeof text !== 'string')
      if (others.length > 0 && others.length === items.length) return undefined
      for (const { item } of others) this.#misread.add(item)
      return items.flatMap(({ item, text }) =>
        typeof text === 'string' ? [{ field: this.name(key) + item.slice(key.length), text }] : [],
      )
    })
    return taken ?? []
  }

  #take<T>(key: string, read: (value: Json) => T | undefined): T | undefined {
    if (!this.has(key)) return this.#defaults === undefined ? undefined : this.#defaults.#take(key, read)
    const value = this.#value[key] ?? null
    if (value === null || isCode(value)) return undefined
    const taken = read(value)
    if (taken === undefined) this.#misread.add(key)
    else this.#left.delete(key)
    return taken
  }

  hasCode(key: string): boolean {
    return Object.hasOwn(this.#value, key) && isCode(this.#value[key] ?? null)
  }

  /** Drops every field that no draft mentions, with a reason: it cannot be read, or it has no effect. */
  dropRest(
    drafts: readonly CrawlDraft[],
    reasons: Readonly<Record<string, string>>,
    otherwise: string,
  ): void {
    for (const item of this.#misread)
      if (item.endsWith(']')) for (const draft of drafts) draft.drop(this.name(item), MISREAD_WHY)
    for (const [key, value] of Object.entries(this.#value)) {
      const name = this.name(key)
      if (drafts.some((draft) => draft.mentions(name))) continue
      // `elasticsearch.host` is the flat way to write `host` below `elasticsearch`.
      const known = [key, key.replace(/\..*$/, '')].find((one) => Object.hasOwn(reasons, one))
      const reason = known === undefined ? undefined : reasons[known]
      const isLeft = this.#left.has(key)
      const unread = this.#misread.has(key) ? MISREAD_WHY : otherwise
      const why = reason ?? (isCode(value) ? CODE_WHY : isLeft ? unread : 'the crawl is the same without it')
      for (const draft of drafts) draft.drop(name, why)
    }
  }
}

/** Replaces Ruby templates in a text: whole lines of code become comments, other code becomes a mark. Lines keep their numbers. */
export function replaceTemplates(text: string): string {
  return text
    .replaceAll(/^[ \t]*<%(?!=)[^]*?%>[ \t]*$/gm, (code) => code.replaceAll(/[^\n]+/g, '#'))
    .replaceAll(/<%[^]*?%>/g, CODE)
}

/** Returns true when code is in `value`: a template of Ruby's, or a function of JavaScript's as Algolia exports it. */
function isCode(value: Json): boolean {
  if (typeof value === 'string') return value.includes(CODE)
  if (Array.isArray(value)) return value.some((item: Json) => isCode(item))
  if (!isJsonObject(value)) return false
  return value['__type'] === 'function' || Object.values(value).some((member) => isCode(member))
}

/** Text in quotation marks, which may hold slashes, a comment, or a variable. A slash in an unquoted URL follows a colon. */
const QUOTED_OR_OTHER =
  /"(?:[^"\\\n]|\\.)*"?|(?<![^\s,[\]{}"\d])(?:\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?=\$)(?<=[:,[]\s*)\$\{env:[^{}]*\}(?=\s*[,\]}])/g

/** Returns JSON without comments (`//` and `/* *\/`, as in JSONC), and with quotes around variables; other text unchanged. */
export function plainJson(text: string): string {
  if (!/^\s*(?:[[{]|\/\/|\/\*)/.test(text)) return text
  return text.replaceAll(QUOTED_OR_OTHER, (found) => {
    if (found.startsWith('$')) return `"${found}"`
    return found.startsWith('/') ? found.replaceAll(/[^\n]/g, ' ') : found
  })
}
