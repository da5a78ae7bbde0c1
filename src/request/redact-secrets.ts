import { isJsonList, isJsonObject, joinPointer, parsePointer } from '../util/json.ts'
import type { Json, JsonPointer } from '../util/json.ts'
import { sha256 } from '../util/sha256.ts'
import { REDACTED } from '../util/redactor.ts'

interface Redacted<T> {
  /** A copy with `***` in place of secrets that are written out; the value itself without secrets. */
  readonly value: T
  readonly redacted: readonly JsonPointer[]
}

/** Returns `value`, a request or the part at `path`, without secrets, for output and files. */
export function redactSecrets<T extends Json>(value: T, path: readonly string[] = []): Redacted<T> {
  const redacted: JsonPointer[] = []
  const copy = redact(value, path, redacted)
  // A redacted copy has the shape of the original.
  return redacted.length === 0 ? { value, redacted } : { value: copy as T, redacted }
}

/** Returns a pointer into a request without secrets: a member's name can be one. */
export function redactPointer(pointer: JsonPointer): JsonPointer {
  return joinPointer('', ...parsePointer(pointer).map((token) => redactName(token)))
}

function redact(value: Json, path: readonly string[], redacted: JsonPointer[]): Json {
  if (typeof value === 'string') {
    if (literalSecret(value, path) === undefined) return value
    redacted.push(redactPointer(joinPointer('', ...path)))
    return redactText(value)
  }
  if (isJsonList(value)) return value.map((item, index) => redact(item, [...path, String(index)], redacted))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const name = redactName(key)
      if (name !== key) redacted.push(joinPointer('', ...path, name))
      return [name, redact(member, [...path, key], redacted)]
    }),
  )
}

/** Redacted names stay distinct. */
function redactName(name: string): string {
  return knownKey(name) === undefined ? name : `***${sha256(name).slice(0, 4)}`
}

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
/** Names that are not settings. People still write them, with their secrets. */
const SECRET_KEY = /^(?:api_?key|(?:access_?)?token|secret|password|authorization|cookie)$/i
const SECRET_URL =
  /^(https:\/\/(?:hooks\.slack\.com\/services|(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks)\/)./
const SECRET_QUERY = /([?&](?:api_?key|key|access_token|token|secret|password|sig|signature)=)([^&#$]{8,})/i
const NO_SECRET = /^(?:[Bb]asic|[Bb]earer|[Tt]oken)?\s*(?:\$[A-Z_][A-Z0-9_]*|\{\{[^{}]*\}\})?$/
const CREDENTIALS = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@\s$]*:[^/?#@\s$]+@/i

/** Tells whether the name of a header or of a variable sounds like that of a secret. */
export function soundsSecret(name: string): boolean {
  return /auth|cookie|credential|jwt|key|pass|private|pwd|secret|session|signature|token/i.test(name)
}

/** Tells whether `text` at `path` is a secret that is written out: in headers and metadata by its name, everywhere by its form. */
export function literalSecret(text: string, path: readonly string[]): LiteralSecret | undefined {
  const what = knownKey(text)
  if (what !== undefined) return { kind: 'key', what }
  const isUrl = text.includes('://')
  if (isUrl && CREDENTIALS.test(text)) return { kind: 'credentials' }
  const map = path.at(-2)
  const key = path.at(-1) ?? ''
  const isChosen = map === 'headers' || map === 'metadata'
  const isNamed = isChosen ? SECRET_NAME.test(key) && !isPlainKey(map, key) : SECRET_KEY.test(key)
  if (!isUrl && !isChosen && !isNamed) return undefined
  const variable = isNamed ? /\$\{env:(\w+)/.exec(text)?.[1] : undefined
  if (variable !== undefined) return { kind: 'variable', name: variable }
  const isSecret = isNamed || (isUrl ? SECRET_URL.test(text) || SECRET_QUERY.test(text) : isRandom(text))
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
function redactText(text: string): string {
  if (!text.includes('://')) return authScheme(text) + REDACTED
  const redacted = text
    .replace(CREDENTIALS, `$1${REDACTED}@`)
    .replace(new RegExp(SECRET_URL.source + '.*'), `$1${REDACTED}`)
    .replaceAll(new RegExp(SECRET_QUERY, 'gi'), `$1${REDACTED}`)
  const isRedacted = text.includes(REDACTED) || redacted !== text
  return isRedacted && knownKey(redacted) === undefined ? redacted : REDACTED
}

/** Tells whether a text looks random: long, without words, with evenly spread characters. */
function isRandom(text: string): boolean {
  return text
    .split(/[\s;,=:]+/)
    .some((word) => /^[A-Za-z0-9+/_=-]{32,}$/.test(word) && /\d/.test(word) && entropy(word) > 3.5)
}

function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** Forms of keys, with the name of each kind. */
const knownKeys = (): readonly (readonly [RegExp, string])[] => [
  [/\bfc-[0-9a-f]{32}\b/, 'a Firecrawl API key'],
  [/\bsk-[A-Za-z0-9_-]{20,}\b/, 'an API key ("sk-...")'],
  [/\bgh[pousr]_[A-Za-z0-9]{36,}\b/, 'a GitHub token'],
  [/\bgithub_pat_\w{40,}\b/, 'a GitHub token'],
  [/\bglpat-[\w-]{20,}\b/, 'a GitLab token'],
  [/\bAKIA[0-9A-Z]{16}\b/, 'an AWS access key'],
  [/\bxox[abprs]-[\w-]{10,}\b/, 'a Slack token'],
  [/\bAIza[\w-]{35}\b/, 'a Google API key'],
  [/\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/, 'a signed token (JWT)'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key'],
]

/** Every known key contains one of these. */
const KEY_HINT = /fc-|sk-|gh[pousr]_|github_pat_|glpat-|AKIA|xox[abprs]-|AIza|eyJ|-----BEGIN/

/** Returns the kind of the first known key in a text, for messages; undefined without one. */
export function knownKey(text: string): string | undefined {
  return KEY_HINT.test(text) ? knownKeys().find(([form]) => form.test(text))?.[1] : undefined
}

/** Returns a name for an environment variable, from the words that lead to a secret: `WEBHOOK_AUTHORIZATION`. */
export function variableName(words: readonly string[]): string {
  const name = words
    .filter((word) => !/^(?:request|scrapeOptions|headers|metadata|\d+)$/.test(word))
    .join('_')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
    .replaceAll(/^_+|_+$/g, '')
  return /^[A-Z]/.test(name) ? name : `SECRET_${name}`.replace(/_$/, '')
}
