import { hasTemplate, parseTemplate } from '../util/template.ts'
import { isJsonObject, type Json } from '../util/json.ts'

/**
 * Escapes `value` for a crawl file: a `${` that does not begin a crawlform reference stays literal. References are kept,
 * because `crawlform render` prints them.
 */
export function literalText<T extends Json>(value: T): T
export function literalText(value: Json): Json {
  if (typeof value === 'string') return hasTemplate(value) ? escapeText(value) : value
  if (Array.isArray(value)) return value.map((item: Json) => literalText(item))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, literalText(member)]))
}

function escapeText(text: string): string {
  let escaped = ''
  for (const part of parseTemplate(text)) {
    const source = text.slice(part.start, part.end)
    escaped += part.kind === 'malformed' || part.kind === 'matrix' ? `$${source}` : source
  }
  return escaped
}
