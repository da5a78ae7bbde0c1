import { REDACTED } from '../util/redacted-text.ts'
import { knownKey } from './known-key.ts'

/** Why a text is a secret that is written out. */
export type LiteralSecret =
  /** A key by its form; `what` names its kind. */
  | { readonly kind: 'key'; readonly what: string }
  /** A user name and password before the host of a URL. */
  | { readonly kind: 'credentials' }
  /** A secret by its name, read from an ordinary variable. */
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'text' }

const SECRET_NAME =
  /^(?:authorization|proxy-authorization|cookie)$|(?:^|[-_.])(?:api-?key|key|token|secret|password|passwd|auth|session|credentials?)$|apikey$/i
/** Names, in lower case, that are not settings. People still write them, with their secrets. */
const SECRET_KEYS: ReadonlySet<string> = new Set([
  'apikey',
  'api_key',
  'token',
  'accesstoken',
  'access_token',
  'secret',
  'password',
  'authorization',
  'cookie',
])
const SECRET_URL =
  /^(https:\/\/(?:hooks\.slack\.com\/services|(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks)\/)./
const SECRET_QUERY = /([?&](?:api_?key|key|access_token|token|secret|password|sig|signature)=)([^&#$]{8,})/i
const NO_SECRET = /^(?:[Bb]asic|[Bb]earer|[Tt]oken)?\s*(?:\$[A-Z_][A-Z0-9_]*|\{\{[^{}]*\}\})?$/
const CREDENTIALS = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@\s$]*:[^/?#@\s$]+@/i

/**
 * Tells whether `text` at `path` is a secret that is written out: in headers and metadata by its name, everywhere by its form.
 */
export function literalSecret(text: string, path: readonly string[]): LiteralSecret | undefined {
  const what = knownKey(text)
  if (what !== undefined) return { kind: 'key', what }
  const isUrl = text.includes('://')
  if (isUrl && CREDENTIALS.test(text)) return { kind: 'credentials' }
  const map = path.at(-2)
  const key = path.at(-1) ?? ''
  const isChosen = map === 'headers' || map === 'metadata'
  const isNamed = isChosen
    ? SECRET_NAME.test(key) && !isPlainKey(map, key)
    : SECRET_KEYS.has(key.toLowerCase())
  if (!isUrl && !isChosen && !isNamed) return undefined
  const variable = isNamed ? /\$\{env:(\w+)/.exec(text)?.[1] : undefined
  if (variable !== undefined) return { kind: 'variable', name: variable }
  const isSecret = isNamed || (isUrl ? isSecretUrl(text) : isRandom(text))
  // A scheme alone, a template and another tool's placeholder are not secrets.
  return !isSecret || text.includes('${') || NO_SECRET.test(text) ? undefined : { kind: 'text' }
}

/** In metadata, a key is usually the name of a thing: `any_key`, `sort-key`. */
function isPlainKey(map: string, key: string): boolean {
  return map === 'metadata' && /key$/i.test(key) && !/(?:api|access|secret|private)[-_.]?key$/i.test(key)
}

/** Returns the scheme at the start of an Authorization header, with its space; empty without one. */
export function authScheme(text: string): string {
  return /^(?:Basic|Bearer|Token|Digest)\s+/i.exec(text)?.[0] ?? ''
}

/** Returns `text`, which is a secret, with `***` in place of its secret part. */
export function redactText(text: string): string {
  if (!text.includes('://')) return authScheme(text) + REDACTED
  const redacted = text
    .replace(CREDENTIALS, `$1${REDACTED}@`)
    .replace(new RegExp(SECRET_URL.source + '.*'), `$1${REDACTED}`)
    .replaceAll(new RegExp(SECRET_QUERY, 'gi'), `$1${REDACTED}`)
  const isRedacted = text.includes(REDACTED) || redacted !== text
  return isRedacted && knownKey(redacted) === undefined ? redacted : REDACTED
}

/** Tells whether a URL holds a secret. */
function isSecretUrl(url: string): boolean {
  return SECRET_URL.test(url) || SECRET_QUERY.test(url)
}

/** Tells whether a text looks random: long, without words, with evenly spread characters. */
function isRandom(text: string): boolean {
  return text
    .split(/[\s;,=:]+/)
    .some((word) => /^[A-Za-z0-9+/_=-]{32,}$/.test(word) && /\d/.test(word) && entropy(word) > 3.5)
}

/** Computes the Shannon entropy in bits for each character. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}
