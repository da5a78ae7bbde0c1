import { quotePattern } from '../../scope/pattern/pattern-texts.ts'
import { canonicalJson, isJsonObject, type Json, type JsonObject, listOf, textOf } from '../../util/json.ts'
import { canParseUrl, parseUrl } from '../../util/can-parse-url.ts'
import { literalText } from '../crawl-draft.ts'
import { directoryPattern, type Divisible } from '../divide-starts.ts'

/** Signs that a start URL is a regular expression and not an address. */
export const REGEX = /[()[\]\\^$*+|]|\?(?![\w=&%-]*$)/

const VARIABLE = /\(\?P?<(\w+)>[^()]*\)/g

export interface Start extends Divisible {
  /** As written; `url` is the address that it begins with. */
  readonly text: string
  readonly template?: Template
  readonly variables: JsonObject | undefined
  readonly others: readonly string[]
  /** Variables that the text does not name. */
  readonly unused: readonly string[]
}

export type Written = Pick<Start, 'field' | 'text' | 'variables' | 'others' | 'unused'>

export function readStart(start: Json, field: string): readonly Written[] {
  if (typeof start === 'string') return [{ field, text: start, variables: undefined, others: [], unused: [] }]
  if (!isJsonObject(start)) return []
  const { url, variables, ...others } = start
  const text = textOf(url)
  if (text === undefined) return []
  const known = isJsonObject(variables) ? variables : undefined
  // A variable with one value is that value.
  const plain = text.replaceAll(VARIABLE, (group, axis: string) => {
    const [value, ...more] = listOf(known?.[axis])
    return typeof value === 'string' && more.length === 0 ? value : group
  })
  return [
    {
      field: `${field}.url`,
      text: plain,
      variables: known,
      others: Object.keys(others).map((key) => `${field}.${key}`),
      unused: Object.keys(known ?? {})
        .filter((axis) => !text.includes(`<${axis}>`))
        .map((axis) => `${field}.variables.${axis}`),
    },
  ]
}

/** Returns the origin; for an expression, that of the address it begins with. */
export function originOf(url: string): string | undefined {
  return /^\^?(https?:\/\/[^/?#()[\]*+|\s]+)/i.exec(url)?.[1]?.replaceAll(String.raw`\.`, '.')
}

/** Parses a start URL; undefined if it is not an address. */
export function asDivisible(start: Written): Start | undefined {
  const origin = originOf(start.text)
  if (origin === undefined || !canParseUrl(origin)) return undefined
  const isExpression = REGEX.test(start.text)
  const address = isExpression ? undefined : parseUrl(start.text)
  if (address !== undefined) {
    const area = { prefix: address.pathname, pattern: directoryPattern(pathPrefixPattern(start.text)) }
    return { ...start, url: start.text, area }
  }
  const template = asTemplate(start)
  if (template !== undefined && canParseUrl(template.sample)) {
    const values = (axis: string): string => `{${canonicalJson(template.axes[axis] ?? null)}}`
    const prefix = template.address.replaceAll(MATRIX, (_, axis: string) => values(axis)).slice(origin.length)
    const area = { prefix, pattern: directoryPattern(prefixPattern(start, {})) }
    return { ...start, url: template.sample, template, area, shape: 'template' }
  }
  const url = literalBeginning(start.text)
  const area = { prefix: new URL(url).pathname, pattern: prefixPattern(start, {}) }
  return { ...start, url, area, shape: 'expression' }
}

const MATRIX = /\$\{matrix\.(\w+)\}/g

interface Template {
  /** With `${matrix.AXIS}` in place of each variable, and without variables, which names the crawl. */
  readonly address: string
  readonly bare: string
  /** With a text in place of each variable. */
  readonly sample: string
  readonly axes: Readonly<Record<string, Json>>
}

/** Returns an expression with variables as an address of a matrix; undefined if it is more complex. */
function asTemplate({ text, variables }: Written): Template | undefined {
  const axes: Record<string, Json> = {}
  const filled = text.replaceAll(VARIABLE, (group, axis: string) => {
    const values = variables?.[axis]
    // Names of crawls must differ in more than case.
    if (
      !Array.isArray(values) ||
      new Set(values.map((value) => String(value).toLowerCase())).size < values.length
    )
      return group
    axes[axis] = values
    return `\${matrix.${axis}}`
  })
  const address = filled
    .replace(/^\^/, '')
    .replace(/\$$/, '')
    .replaceAll(/\\([./-])/g, '$1')
  const bare = address.replaceAll(MATRIX, '')
  if (Object.keys(axes).length === 0 || REGEX.test(bare)) return undefined
  return { address, bare, sample: address.replaceAll(MATRIX, 'x'), axes }
}

/** Returns the address that an expression begins with: its directory, or else the host's root. */
function literalBeginning(expression: string): string {
  const literal = /^[^()[\]\\^$*+|?]*\//.exec(expression.replace(/^\^/, ''))?.[0] ?? ''
  const origin = `${originOf(expression) ?? ''}/`
  return canParseUrl(literal) && literal.length > origin.length ? literal : origin
}

/** Returns the pattern of an expression, with the values of its variables, or with the axes that they are. */
export function prefixPattern({ text, variables }: Written, axes: JsonObject): string {
  const path = literalText(text).replace(/^\^?https?:\/\/[^/]+/i, '')
  return `^${path.replace(/^\^/, '')}`.replaceAll(VARIABLE, (group, axis: string) => {
    const values = listOf(variables?.[axis]).flatMap((value) => textOf(value) ?? [])
    if (values.length === 0) return group
    const isAxis = Object.hasOwn(axes, axis) && canonicalJson(axes[axis] ?? null) === canonicalJson(values)
    return isAxis ? `\${matrix.${axis}}` : `(${values.map((value) => quotePattern(value)).join('|')})`
  })
}

export function pathPrefixPattern(url: string): string {
  return `^${quotePattern(new URL(url).pathname)}`
}
