import { parsePointer, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { printable } from '../util/printable.ts'

/** Returns a value on one line: words bare, as YAML would have them; anything that could be misread in quotes. */
export function formatValue(value: Json): string {
  if (typeof value === 'string') return isPlainWord(value) ? printable(value) : quoted(value)
  if (Array.isArray(value)) return `[${value.map((item: Json) => formatValue(item)).join(', ')}]`
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(
      ([key, member]) => `${formatValue(key)}: ${formatValue(member)}`,
    )
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
  }
  return JSON.stringify(value)
}

/** Quotes `text` as JSON does, and also escapes characters that a terminal must not see. */
function quoted(text: string): string {
  return `"${printable(text.replaceAll('\\', '\\\\').replaceAll('"', String.raw`\"`))}"`
}

function isPlainWord(text: string): boolean {
  if (text === '' || text.trim() !== text) return false
  if (/[\n\r\t]|^["'{[]|, |: |^(?:true|false|null|~)$/i.test(text)) return false
  return Number.isNaN(Number(text))
}

/** Returns a setting's name as people write it: `scrapeOptions.formats`, `webhook.headers["X-A.B"]`, `actions[0]`. */
export function settingName(pointer: JsonPointer): string {
  let name = ''
  for (const token of parsePointer(pointer)) {
    if (/^\d+$/.test(token)) name += `[${token}]`
    else if (/^[\w$-]+$/.test(token)) name += name === '' ? token : `.${token}`
    else name += `[${quoted(token)}]`
  }
  return name
}
