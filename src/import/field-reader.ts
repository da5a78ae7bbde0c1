import { isJsonList, isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import type { CrawlDraft } from './crawl-draft.ts'

/** Replaces a Ruby template in the text of a source. */
const CODE = '<%code%>'

const CODE_WHY = 'it is code, which is never executed'

const MISREAD_WHY = 'its value has an unknown kind'

/** One mapping of a source. Every member must be accounted for: taken, or dropped with a reason. */
export class FieldReader {
  readonly #value: JsonObject
  readonly #path: string
  readonly #left: Set<string>
  /** Requested keys whose value has a type that cannot be read. */
  readonly #misread = new Set<string>()

  constructor(value: JsonObject, path = '') {
    this.#value = value
    this.#path = path
    this.#left = new Set(Object.keys(value))
  }

  /** Returns the field as users write it. */
  name(key: string): string {
    return this.#path === '' ? key : `${this.#path}.${key}`
  }

  /**
   * Returns the value of `key` and marks it as read. Returns undefined for a missing key, and for code, which is not marked.
   */
  take(key: string): Json | undefined {
    const value = Object.hasOwn(this.#value, key) ? this.#value[key] : undefined
    if (value === undefined || value === null || isCode(value)) return undefined
    this.#left.delete(key)
    return value
  }

  takeText(key: string): string | undefined {
    const value = this.#value[key]
    return typeof value === 'string' ? textOf(this.take(key)) : this.#misreads(key)
  }

  /** Takes a number, also one in quotes, which these formats read as a number. */
  takeNumber(key: string): number | undefined {
    const value = this.#value[key]
    const number =
      typeof value === 'string' && /^\d[\d_]*(?:\.\d+)?$/.test(value)
        ? Number(value.replaceAll('_', ''))
        : value
    if (typeof number !== 'number') return this.#misreads(key)
    this.take(key)
    return number
  }

  takeFlag(key: string): boolean | undefined {
    const value = this.#value[key]
    return typeof value === 'boolean' && this.take(key) !== undefined ? value : this.#misreads(key)
  }

  /** Returns a list of texts, or one text. */
  takeTexts(key: string): readonly string[] {
    const value = this.#value[key]
    const isTexts =
      typeof value === 'string' || (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    const taken = isTexts ? this.take(key) : this.#misreads(key)
    return taken === undefined ? [] : listOf(taken).flatMap((item) => textOf(item) ?? [])
  }

  #misreads(key: string): undefined {
    if (Object.hasOwn(this.#value, key)) this.#misread.add(key)
    return undefined
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
    for (const [key, value] of Object.entries(this.#value)) {
      const name = this.name(key)
      if (drafts.some((draft) => draft.speaksOf(name))) continue
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

/**
 * Replaces Ruby templates in a text: whole lines of code become comments, other code becomes a mark. Lines keep their numbers.
 */
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

export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return []
  // isArray narrows a readonly list to any.
  return isJsonList(value) ? value : [value]
}

export function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
