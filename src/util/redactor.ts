import { mapTextsAndNames } from './json.ts'

/** Replaces secret values by their names in text from services and sites. */
export interface Redactor {
  /** For messages: replaces every value. */
  readonly text: (text: string) => string
  /** For content of a site: replaces values of eight characters or more. Shorter ones may be the site's own words. */
  readonly content: <T>(content: T) => T
}

/** A value this long does not occur on a page by chance. */
const LEAST_IN_CONTENT = 8
/** Shorter pieces of Base64 occur in other texts by chance. */
const LEAST_BASE64 = 8

/**
 * Returns a redactor for `secrets` (name to show -> value). It finds a value in upper and lower case, percent-encoded, escaped
 * as in JSON or HTML in any mixture, and inside Base64. Line breaks inside a value do not hide it.
 */
export function createRedactor(secrets: ReadonlyMap<string, string>): Redactor {
  // Longest first, because one value may be part of another.
  const known = [...secrets]
    .map(([label, value]) => ({ label, value: value.trim() }))
    .filter(({ value }) => value !== '')
    .toSorted((a, b) => b.value.length - a.value.length)
  const inText = replacer(known)
  const tellable = known.filter(({ value }) => value.length >= LEAST_IN_CONTENT)
  const inContent = replacer(tellable)
  return {
    text: inText,
    content: (content) => (tellable.length === 0 ? content : mapTextsAndNames(content, inContent)),
  }
}

interface Secret {
  readonly label: string
  readonly value: string
}

function replacer(secrets: readonly Secret[]): (text: string) => string {
  if (secrets.length === 0) return (text) => text
  const pattern = new RegExp(secrets.map(({ value }) => `(${patternOf(value)})`).join('|'), 'giu')
  return (text) =>
    text.replaceAll(pattern, (...found: readonly unknown[]) => {
      const index = secrets.findIndex((_, group) => found[group + 1] !== undefined)
      return secrets[index]?.label ?? ''
    })
}

function patternOf(value: string): string {
  const spelled = value.split(/(\s+|\\+)/u).map((part) => {
    if (part.startsWith('\\')) return BACKSLASHES
    return /^\s/u.test(part) ? SPACE : spellings(part)
  })
  return [spelled.join(''), ...withinBase64(value)].join('|')
}

/** Runs of white space match loosely, because other code joins lines. */
const SPACE = String.raw`(?:\s|\+|%(?:25)*[\da-f]{2}|\\+(?:[nrtfv]|u[\da-f]{4}))+`
/** A line break within a value, with the indentation of the next line. */
const BREAK = String.raw`(?:(?:\r?\n|(?:\\+r)?\\+n)[ \t]{0,8})?`
/** Each level of escaping doubles the backslashes. A run is one unit, so that the search stays linear. */
const BACKSLASHES = String.raw`(?:\\|%(?:25)*5c|u005c)+`

const HTML: Readonly<Record<string, string>> = {
  '&': '&(?:amp|#38|#x26);',
  '<': '&(?:lt|#60|#x3c);',
  '>': '&(?:gt|#62|#x3e);',
  '"': '&(?:quot|#34|#x22);',
  "'": '&(?:apos|#0?39|#x27);',
}

/** Returns a pattern for `char` in every form in which it may be written. */
function spellings(text: string): string {
  return Array.from(text, (character) => `(?:${spellingsOf(character).join('|')})`).join(BREAK)
}

function spellingsOf(character: string): readonly string[] {
  const bytes = [...new TextEncoder().encode(character)]
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  const html = HTML[character]
  return [
    ...(html === undefined ? [] : [html]),
    bytes.map((byte) => `%(?:25)*${hex(byte, 2)}`).join(''),
    units.map((unit) => String.raw`\\+u${hex(unit, 4)}`).join(''),
    ...(/["'/]/.test(character) ? [String.raw`\\+${literal(character)}`] : []),
    literal(character),
  ]
}

function literal(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}

const BASE64: Readonly<Record<string, string>> = { '+': '(?:[-+]|%2b)', '/': '(?:[_/]|%2f)' }

/** Returns the three forms of a value's Base64 in a longer text, by where the value begins: 3 bytes make 4 characters. */
function withinBase64(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value)
  return [0, 1, 2].flatMap((before) => {
    const encoded = btoa(String.fromCodePoint(...new Uint8Array(before), ...bytes))
    const core = encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
    if (core.length < LEAST_BASE64) return []
    const either = Array.from(core, (character) => BASE64[character] ?? character)
    return [either.join(BREAK)]
  })
}

/** Replaces a secret in shown text. */
export const REDACTED = '***'

/** Returns the part of `text` that each `***` of `copy` replaces; undefined when the texts around them differ. */
export function redactedParts(text: string, copy: string): readonly string[] | undefined {
  const [first = '', ...parts] = copy.split(REDACTED)
  if (!text.startsWith(first)) return undefined
  let at = first.length
  const redacted: string[] = []
  for (const [index, part] of parts.entries()) {
    // The last `***` extends to the last possible place.
    const end = index === parts.length - 1 ? text.length - part.length : text.indexOf(part, at)
    if (end < at || !text.startsWith(part, end)) return undefined
    redacted.push(text.slice(at, end))
    at = end + part.length
  }
  return at === text.length ? redacted : undefined
}
