import { isUtf8 } from 'node:buffer'
import { canParseUrl } from '../../util/can-parse-url.ts'

/**
 * Returns the absolute URL of an address in a header, or undefined if it is not a URL. Headers have one character per
 * byte. Bytes beyond ASCII are read as UTF-8 if valid; otherwise they are escaped one by one, as in browsers.
 */
export function urlOfHeader(value: string, base: string): string | undefined {
  const address = asUrlText(value)
  return canParseUrl(address, base) ? new URL(address, base).href : undefined
}

function asUrlText(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value) || /[\u0100-\uffff]/.test(value)) return value
  const bytes = Buffer.from(value, 'latin1')
  if (isUtf8(bytes)) return bytes.toString('utf8')
  return value.replaceAll(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
}
