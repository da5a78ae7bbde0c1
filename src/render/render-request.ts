import { JSON_TEXT_FUNCTION, jsonTextOf } from '../util/json-text.ts'
import { isJsonList, type Json, type JsonObject } from '../util/json.ts'
import { posixQuote } from '../util/shell-quote.ts'

/** One submission: its address and body, with secrets by name only. */
export interface RequestView {
  /** Absolute URL of the operation. */
  readonly endpoint: string
  /** The environment's key as a template such as `${secret:FIRECRAWL_API_KEY}`; undefined when none is sent. */
  readonly apiKey: string | undefined
  /** The variable of the key, and the JSON file whose member `apiKey` it is read from first. Absent if the variable is set. */
  readonly keyFile?: { readonly variable: string; readonly file: string } | undefined
  readonly body: JsonObject
}

export function renderRequestJson(body: JsonObject): string {
  return `${JSON.stringify(body, null, 2)}\n`
}

/**
 * Returns a shell command that sends the request. Secrets are environment variables of that shell, escaped for JSON in the body.
 */
export function renderRequestCurl({ endpoint, apiKey, keyFile, body }: RequestView): string {
  const data = JSON.stringify(body, null, 2)
  const hasSecret = splitSecrets(data).length > 1
  const lines = [
    `curl --request POST ${posixQuote(endpoint)}`,
    ...(apiKey === undefined ? [] : [`--header ${shellText(`Authorization: Bearer ${apiKey}`)}`]),
    `--header ${posixQuote('Content-Type: application/json')}`,
    `--data-raw ${shellText(data, jsonTextOf)}`,
  ]
  const key = keyFile === undefined ? '' : `${readKey(keyFile)}\n`
  return `${key}${hasSecret ? `${JSON_TEXT_FUNCTION}\n` : ''}${lines.join(' \\\n  ')}\n`
}

/** Returns a shell command that sets the variable of the key, so that the key itself is not shown. */
function readKey({ variable, file }: NonNullable<RequestView['keyFile']>): string {
  return String.raw`${variable}=$(sed -n 's/.*"apiKey":"\([^"]*\)".*/\1/p' ${posixQuote(file)})`
}

/** Returns single-quoted shell text with a variable's value in place of each secret. */
function shellText(text: string, valueOf = (variable: string): string => `$${variable}`): string {
  const parts = splitSecrets(text).map((part, index, all) => {
    if (index % 2 === 1) return `"${valueOf(part)}"`
    return part === '' && all.length > 1 ? '' : `'${part.replaceAll("'", String.raw`'\''`)}'`
  })
  return parts.join('')
}

/** Returns a TypeScript module that sends the request with `fetch`; secrets come from `process.env`. */
export function renderRequestTypescript({ endpoint, apiKey, body }: RequestView): string {
  return [
    `const response = await fetch(${quote(endpoint)}, {`,
    `  method: 'POST',`,
    `  headers: {`,
    ...(apiKey === undefined ? [] : [`    Authorization: ${literal(`Bearer ${apiKey}`)},`]),
    `    'Content-Type': 'application/json',`,
    `  },`,
    `  body: JSON.stringify(${expression(body, '  ')}),`,
    `})`,
    'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)',
    `const { id, url } = await response.json()`,
    '',
  ].join('\n')
}

function expression(value: Json, indent: string): string {
  if (typeof value === 'string') return literal(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}  `
  if (isJsonList(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((item) => `${inner}${expression(item, inner)},\n`).join('')}${indent}]`
  }
  const members = Object.entries(value)
  if (members.length === 0) return '{}'
  return `{\n${members.map(([key, member]) => `${inner}${propertyName(key)}: ${expression(member, inner)},\n`).join('')}${indent}}`
}

function propertyName(key: string): string {
  // `__proto__: x` in a literal sets the prototype; as a computed name it is a name like any other.
  if (key === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key)
}

function literal(text: string): string {
  const parts = splitSecrets(text)
  if (parts.length === 1) return quote(text)
  const inside = parts.map((part, index) =>
    index % 2 === 1
      ? `\${process.env.${part}}`
      : escaped(part).replaceAll(/`|\$\{/g, (found) => `\\${found}`),
  )
  return `\`${inside.join('')}\``
}

function quote(text: string): string {
  return `'${escaped(text).replaceAll("'", String.raw`\'`)}'`
}

/** Escapes a text for JavaScript. JSON has the same escapes; only the quotes differ. */
function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
}

/** Splits `Bearer ${secret:TOKEN}` into literal texts and, between two of them, the name of a secret. */
function splitSecrets(text: string): readonly string[] {
  return text.split(/\$\{secret:([A-Za-z_]\w*)\}/)
}
