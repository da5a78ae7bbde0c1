import { isJsonList, type Json } from './json.ts'

/**
 * Returns `value` as RFC 8785 (JSON Canonicalization Scheme) text: equal values give equal text. Keys sort by UTF-16 code units
 * (section 3.2.3); numbers and strings are written as ECMAScript writes them (3.2.2). Keys whose value is undefined are left out.
 * @throws {TypeError} for a number that JSON cannot hold or a lone surrogate (3.2.2.2)
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`JSON has no ${value}`)
  if (typeof value === 'string') return quote(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isJsonList(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`
  let members = ''
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member === undefined) continue
    members += `${members === '' ? '' : ','}${quote(key)}:${canonicalJson(member)}`
  }
  return `{${members}}`
}

function quote(text: string): string {
  if (!text.isWellFormed()) throw new TypeError('JSON text cannot hold a lone surrogate')
  return JSON.stringify(text)
}
