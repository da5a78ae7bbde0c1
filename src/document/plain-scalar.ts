import { DIGIT_NINE, DIGIT_ZERO, DOT, HYPHEN, PLUS } from '../util/character-codes.ts'
import { unsupported } from './unsupported.ts'

const SIMPLE_NUMBER = /^(?:0|-?[1-9]\d{0,14})(?:\.\d{1,6})?$/
/** Other forms that the core schema reads as a number (YAML 1.2.2 section 10.3.2). */
const NUMBER =
  /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/

/** Returns the value of a plain scalar in the core schema; numbers of unusual form are left to the YAML library. */
export function plainScalar(raw: string): string | number | boolean | null {
  const first = raw.charCodeAt(0)
  const isDigit = first >= DIGIT_ZERO && first <= DIGIT_NINE
  // Signs and a point may start a number too.
  if (isDigit || first === HYPHEN || first === PLUS || first === DOT) {
    if (isShortInteger(raw) || SIMPLE_NUMBER.test(raw)) return Number(raw)
    return NUMBER.test(raw) ? unsupported() : raw
  }
  return raw.length > 5 ? raw : word(raw)
}

/** Tells whether `raw` is a short integer. Most numbers are, and this needs no regular expression. */
function isShortInteger(raw: string): boolean {
  if (raw.length > 15 || (raw.startsWith('0') && raw.length > 1)) return false
  for (let at = 0; at < raw.length; at++) {
    const code = raw.charCodeAt(at)
    if (code < DIGIT_ZERO || code > DIGIT_NINE) return false
  }
  return true
}

function word(raw: string): string | boolean | null {
  switch (raw) {
    case 'true':
    case 'True':
    case 'TRUE':
      return true
    case 'false':
    case 'False':
    case 'FALSE':
      return false
    case 'null':
    case 'Null':
    case 'NULL':
    case '~':
      return null
    default:
      return raw
  }
}
