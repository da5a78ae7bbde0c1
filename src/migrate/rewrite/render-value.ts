import { isJsonObject, type Json } from '../../util/json.ts'

/** How the surrounding text writes keys and texts: as YAML without quotes, or as JSON. */
export type Style = 'yaml' | 'json'

/** Returns `value` on one line, so that it fits anywhere. */
export function renderInline(value: Json, style: Style): string {
  if (typeof value === 'string') return renderText(value, style)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (!isJsonObject(value)) return `[${value.map((item) => renderInline(item, style)).join(', ')}]`
  const members = Object.entries(value).map(([key, member]) => renderMember(key, member, style))
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

export function renderMember(key: string, value: Json, style: Style): string {
  return `${renderText(key, style)}: ${renderInline(value, style)}`
}

const PLAIN = /^[A-Za-z_][\w@./-]*$/
const NOT_TEXT = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** Returns a text in the lightest quotes that keep it a text. */
export function renderText(text: string, style: Style): string {
  if (style === 'json') return JSON.stringify(text)
  if (PLAIN.test(text) && !NOT_TEXT.test(text)) return text
  // Backslashes, common in patterns, need no doubling in single quotes.
  return text.includes('\\') && /^[^'\n\r]*$/.test(text) ? `'${text}'` : JSON.stringify(text)
}
