import { type Json, type JsonPointer, parentPointer, parsePointer, valueAt } from '../util/json.ts'
import { parseTemplate } from '../util/template.ts'
import { authScheme, variableName } from '../request/redact-secrets.ts'
import type { DraftItem } from './crawl-draft.ts'
import { parseUrl } from '../util/can-parse-url.ts'

type SettingItem = DraftItem & { readonly kind: 'setting' }

export type NameSecret = (pointer: JsonPointer, text: string) => string

/**
 * Returns names for the secrets of one source, whose crawls have `stem` in common. A secret that several crawls have at one
 * place is one variable, named after `stem`. Another text there is named after its crawl.
 */
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
export function redactItem(item: SettingItem, pointer: JsonPointer, nameSecret: NameSecret): DraftItem {
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
  const variables = parseTemplate(redacted).flatMap((part) => (part.kind === 'secret' ? [part.name] : []))
  return {
    ...item,
    value: replaceAt(item.value, rest, redacted),
    why: joined(item.why, `set ${variables.join(' and ')} in the environment; the value is not stored`),
  }
}

/** Credentials and the query of a start URL cannot be references, so they are left out. */
function redactUrl(item: SettingItem): DraftItem {
  const text = typeof item.value === 'string' ? item.value : ''
  const url = parseUrl(text)
  if (url === undefined)
    return { kind: 'dropped', field: item.field, why: 'it contains what looks like a secret' }
  const had = url.username !== '' || url.password !== '' ? 'credentials' : 'query'
  url.username = ''
  url.password = ''
  if (had === 'query') url.search = ''
  const how =
    had === 'query'
      ? 'its query looked like a secret and was removed'
      : 'its credentials were removed; send them as a header: Authorization: Basic ${secret:NAME}'
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

/**
 * Returns a text with references for its secrets. The scheme of an Authorization header is not part of the secret, and
 * a shell variable becomes a secret of the same name.
 */
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
