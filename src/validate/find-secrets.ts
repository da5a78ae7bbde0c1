import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { type JsonPointer, parsePointer } from '../util/json-pointer.ts'
import { eachText } from './each-text.ts'
import { type Subject, subjectName } from './subject.ts'

/** Keys whose form gives them away, by what they open. */
const KNOWN_KEYS: readonly (readonly [RegExp, string])[] = [
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

const SECRET_NAME =
  /^(?:authorization|proxy-authorization|cookie)$|(?:^|[-_.])(?:api-?key|key|token|secret|password|passwd|auth|session|credentials?)$|apikey$/i
const SECRET_URL =
  /^https:\/\/(?:hooks\.slack\.com\/services|(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks)\/./
const SECRET_QUERY = /[?&](?:api_?key|key|access_token|token|secret|password|sig|signature)=([^&#$]{8,})/i
const CREDENTIALS = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s$]*:[^/?#@\s$]+@/i

// What any of the above needs; most files hold none of it, and this is what they pay.
const HINT =
  /authorization|cookie|key|token|secret|passw|auth|session|credential|hooks\.slack|discord|sig(?:nature)?=|@|fc-|sk-|gh[pousr]_|github_pat|glpat|AKIA|xox[abprs]-|AIza|eyJ|PRIVATE|[A-Za-z0-9+/_=-]{32}/i

/** Literal secrets in the settings of `subject`, except at `known` places: in headers and metadata by name, anywhere by form. */
export function findSecrets(subject: Subject, known: ReadonlySet<string>): Diagnostic[] {
  if (subject.text !== undefined && !HINT.test(subject.text)) return []
  const found: Diagnostic[] = []
  eachText(subject.root, (text, pointer) => {
    if (known.has(pointer)) return
    const problem = judge(subject, text, pointer)
    if (problem !== undefined) found.push(problem)
  })
  return found
}

function judge(subject: Subject, text: string, pointer: JsonPointer): Diagnostic | undefined {
  // Key-like texts in patterns, prompts and selectors are nobody's keys.
  const tokens = parsePointer(pointer)
  const key = tokens.at(-1) ?? ''
  const name = subjectName(pointer)
  const place = subject.locate.bind(subject, pointer, 'value')
  const extras = { pointer, sensitive: true } as const
  for (const [form, kind] of KNOWN_KEYS) {
    if (form.test(text)) {
      return diagnose(
        'security/literal-key',
        { subject: name, kind, name: variableName(tokens) },
        place(),
        extras,
      )
    }
  }
  if (CREDENTIALS.test(text)) return diagnose('security/url-credentials', { subject: name }, place(), extras)
  const isNamed = isNamedSecret(tokens, key)
  const variable = isNamed ? /\$\{env:(\w+)/.exec(text)?.[1] : undefined
  if (variable !== undefined) {
    return diagnose('security/secret-as-variable', { subject: name, name: variable }, place(), { pointer })
  }
  if (text.includes('${') || text.trim() === '' || /^(?:Basic|Bearer|Token)?\s*$/i.test(text))
    return undefined
  if (isNamed || SECRET_URL.test(text) || SECRET_QUERY.test(text) || isRandom(tokens, text)) {
    return diagnose('security/literal-secret', { subject: name, name: variableName(tokens) }, place(), extras)
  }
  return undefined
}

/** True in the maps of names that people choose, where the name says that its value is secret. */
function isNamedSecret(tokens: readonly string[], key: string): boolean {
  const map = tokens.at(-2)
  return (map === 'headers' || map === 'metadata') && SECRET_NAME.test(key)
}

/** Long, without words, and of evenly spread characters: what no person would type. */
function isRandom(tokens: readonly string[], text: string): boolean {
  const map = tokens.at(-2)
  if (map !== 'headers' && map !== 'metadata') return false
  return text
    .split(/[\s;,=:]+/)
    .some((word) => /^[A-Za-z0-9+/_=-]{32,}$/.test(word) && /\d/.test(word) && entropy(word) > 3.5)
}

/** Shannon entropy in bits for each character. */
function entropy(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** A name for the environment variable, from where the secret stands: `WEBHOOK_AUTHORIZATION`. */
function variableName(tokens: readonly string[]): string {
  const words = tokens.filter((token) => !/^(?:request|scrapeOptions|headers|metadata|\d+)$/.test(token))
  const name = words
    .join('_')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
    .replaceAll(/^_+|_+$/g, '')
  return /^[A-Z]/.test(name) ? name : 'NAME'
}
