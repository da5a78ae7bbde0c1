import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import { eachText, type Path, pointerOf } from './each-text.ts'
import { knownKey, mayHoldKnownKey } from './known-key.ts'
import { type Subject, subjectName } from './subject.ts'

const SECRET_NAME =
  /^(?:authorization|proxy-authorization|cookie)$|(?:^|[-_.])(?:api-?key|key|token|secret|password|passwd|auth|session|credentials?)$|apikey$/i
/** Names that are settings nowhere else. People write them all the same, with their secrets. In lower case. */
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
  /^https:\/\/(?:hooks\.slack\.com\/services|(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks)\/./
const SECRET_QUERY = /[?&](?:api_?key|key|access_token|token|secret|password|sig|signature)=([^&#$]{8,})/i
const NO_SECRET = /^(?:[Bb]asic|[Bb]earer|[Tt]oken)?\s*(?:\$[A-Z_][A-Z0-9_]*|\{\{[^{}]*\}\})?$/
const CREDENTIALS = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s$]*:[^/?#@\s$]+@/i

/**
 * Finds literal secrets in the settings of `subject`, except at `known` places: in headers and metadata by name,
 * everywhere by form.
 */
export function findSecrets(subject: Subject, known: ReadonlySet<string>): Diagnostic[] {
  const found: Diagnostic[] = []
  const mayHoldKey = subject.text === undefined || mayHoldKnownKey(subject.text)
  eachText(subject.root, {
    text: (text, path) => {
      const problem = judge(text, path, mayHoldKey)
      if (problem === undefined) return
      const pointer = pointerOf(path)
      if (!known.has(pointer)) found.push(problem(subject, pointer))
    },
  })
  return found
}

type Problem = (subject: Subject, pointer: JsonPointer) => Diagnostic

function judge(text: string, path: Path, mayHoldKey: boolean): Problem | undefined {
  const kind = mayHoldKey ? knownKey(text) : undefined
  if (kind !== undefined) return report('security/literal-key', path, kind)
  const isUrl = text.includes('://')
  // A start URL with credentials is refused, which is said where the request is whole.
  if (isUrl && text.includes('@') && CREDENTIALS.test(text))
    return path.at(-1) === 'url' && path.at(-2) === 'request' ? undefined : credentials
  const map = path.at(-2)
  const key = path.at(-1) ?? ''
  const isChosen = map === 'headers' || map === 'metadata'
  const isNamed = isChosen ? SECRET_NAME.test(key) : SECRET_KEYS.has(key.toLowerCase())
  if (!isUrl && !isChosen && !isNamed) return undefined
  const variable = isNamed ? /\$\{env:(\w+)/.exec(text)?.[1] : undefined
  if (variable !== undefined) return asVariable(variable)
  const isSecret = isNamed || (isUrl ? isSecretUrl(text) : isRandom(text))
  // A scheme alone, a template and another tool's placeholder are not secrets.
  if (!isSecret || text.includes('${') || NO_SECRET.test(text)) return undefined
  return report('security/literal-secret', path, '')
}

/**
 * Tells whether a URL holds a secret. Most URLs need no regular expression, and the first use of one costs as much as
 * checking a file.
 */
function isSecretUrl(url: string): boolean {
  const mayBeHook = url.includes('slack') || url.includes('discord')
  return (mayBeHook && SECRET_URL.test(url)) || (url.includes('?') && SECRET_QUERY.test(url))
}

function report(id: 'security/literal-key' | 'security/literal-secret', path: Path, kind: string): Problem {
  const name = variableName(path)
  return (subject, pointer) =>
    diagnose(id, { subject: subjectName(pointer), kind, name }, subject.locate(pointer), {
      pointer,
      sensitive: true,
    })
}

function credentials(subject: Subject, pointer: JsonPointer): Diagnostic {
  const args = { subject: subjectName(pointer) }
  return diagnose('security/url-credentials', args, subject.locate(pointer), { pointer, sensitive: true })
}

function asVariable(name: string): Problem {
  return (subject, pointer) =>
    diagnose(
      'security/secret-as-variable',
      { subject: subjectName(pointer), name },
      subject.locate(pointer),
      { pointer },
    )
}

/** Tells whether a text looks random: long, without words, of evenly spread characters, as nobody types. */
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

/** Returns a name for the environment variable, from where the secret stands: `WEBHOOK_AUTHORIZATION`. */
function variableName(tokens: Path): string {
  const words = tokens.filter((token) => !/^(?:request|scrapeOptions|headers|metadata|\d+)$/.test(token))
  const name = words
    .join('_')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
    .replaceAll(/^_+|_+$/g, '')
  return /^[A-Z]/.test(name) ? name : 'NAME'
}
