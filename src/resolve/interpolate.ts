import { diagnose } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, Place, RuleArgs, RuleId } from '../diagnostics/diagnostic.ts'
import { escapeToken, isJsonList, isJsonObject, objectOf } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { suggest } from '../util/suggest.ts'
import { hasTemplate, parseTemplate, type TemplatePart } from '../document/template.ts'

export type Variables = Readonly<Record<string, string | undefined>>

export interface References {
  readonly variables: Variables
  /** The values of this matrix cell; undefined for a crawl without a matrix. */
  readonly cell: JsonObject | undefined
  /** The names that any cell of the matrix has. */
  readonly names?: ReadonlySet<string>
}

/** What is known of the place of each reference, by a pointer into the value. */
export interface ReferenceContext {
  /** The JSON Schema types wanted for a setting; an empty list if the pointer names none. */
  readonly types: (setting: JsonPointer) => readonly string[]
  /** Names the setting in words if it must not hold a secret; undefined if it may. */
  readonly closedToSecrets: (setting: JsonPointer) => string | undefined
  readonly place: (pointer: JsonPointer) => Place
}

/** The origin of a value: its first variable, or else its first matrix value. */
export type ReferenceOrigin =
  | { readonly kind: 'matrix'; readonly axis: string }
  | { readonly kind: 'variable'; readonly variable: string; readonly note?: string }

/** Returns a text outside of requests with its references filled in. `where` names the place, which must not hold a secret. */
export function interpolateText(
  text: string,
  references: References,
  { where, place }: { readonly where: string; readonly place: () => Place },
): { readonly text: string; readonly problems: readonly Diagnostic[] } {
  if (!hasTemplate(text)) return { text, problems: [] }
  const context = { types: () => [], closedToSecrets: () => where, place }
  const { value, problems } = new Interpolation<Json>(text, references, context)
  return { text: typeof value === 'string' ? value : JSON.stringify(value), problems }
}

/** A value with its references filled in, but for secrets. A text that is one reference takes the type wanted at its place. */
export class Interpolation<T extends Json> {
  readonly value: T
  /** By pointer into the value, for every text with a reference to a variable or a matrix value. */
  readonly origins = new Map<JsonPointer, ReferenceOrigin>()
  /** References that cannot be filled in. */
  readonly problems: Diagnostic[] = []
  readonly #references: References
  readonly #context: ReferenceContext

  constructor(value: T, references: References, context: ReferenceContext) {
    this.#references = references
    this.#context = context
    // Filling in keeps the shape: a mapping stays a mapping, a text at the top stays a scalar.
    this.value = this.#walk(value) as T
  }

  /** Fills in the references below `value`. `wanted` is the pointer of the setting; it differs from `at` inside a list operator. */
  #walk(value: Json, at: JsonPointer = '', wanted: JsonPointer = ''): Json {
    if (typeof value === 'string') return hasTemplate(value) ? this.#fill(value, at, wanted) : value
    if (isJsonList(value))
      return value.map((item, index) => this.#walk(item, `${at}/${index}`, `${wanted}/${index}`))
    if (!isJsonObject(value)) return value
    const isOperator = isListOperator(value)
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const token = escapeToken(key)
        return [key, this.#walk(member, `${at}/${token}`, isOperator ? wanted : `${wanted}/${token}`)]
      }),
    )
  }

  #fill(text: string, at: JsonPointer, wanted: JsonPointer): Json {
    const parts = parseTemplate(text)
    const values = parts.map((part) => this.#valueOf(part, at, wanted))
    const [part] = parts
    const [value] = values
    let filled: Json
    if (parts.length > 1 || part === undefined || part.kind === 'text')
      filled = values.map((one = '') => (typeof one === 'object' ? JSON.stringify(one) : one)).join('')
    else filled = value === undefined ? text : this.#toWanted(part, value, at, wanted)
    const origin = this.#originOf(parts)
    if (origin !== undefined) this.origins.set(at, origin)
    if (typeof filled === 'string') this.#refuseForgedSecrets(parts, filled, at)
    return filled
  }

  /** Returns the value of a part. Reports a problem and returns undefined if it has no value. */
  #valueOf(part: TemplatePart, at: JsonPointer, wanted: JsonPointer): Json | undefined {
    switch (part.kind) {
      case 'text':
      // Validation refuses a malformed part before anything is resolved.
      case 'malformed':
        return part.text
      case 'secret': {
        const where = this.#context.closedToSecrets(wanted)
        if (where !== undefined) this.#report('resolve/secret-not-allowed', { secret: part.name, where }, at)
        return `\${secret:${part.name}}`
      }
      case 'env': {
        const value = this.#variable(part.name)
        // As in a shell, `:-` also applies to a variable that is set to nothing.
        const used = part.fallback === undefined ? value : value || part.fallback
        if (used === undefined)
          this.#report('resolve/unset-variable', { variable: part.name, state: 'not set' }, at)
        return used
      }
      case 'matrix':
        return this.#matrixValue(part.axis, at)
    }
  }

  #variable(name: string): string | undefined {
    const { variables } = this.#references
    return Object.hasOwn(variables, name) ? variables[name] : undefined
  }

  #matrixValue(axis: string, at: JsonPointer): Json | undefined {
    const { cell = {}, names = new Set(Object.keys(cell)) } = this.#references
    if (Object.hasOwn(cell, axis)) return cell[axis]
    if (names.has(axis)) {
      const values = Object.entries(cell).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
      return this.#report('resolve/axis-without-value', { axis, cell: values.join(', ') }, at)
    }
    const args = { axis, suggestion: suggest(axis, names)[0], known: [...names].join(', ') }
    return this.#report('resolve/unknown-axis', args, at)
  }

  /** Returns a text that is one reference, in the type that the setting wants. */
  #toWanted(part: TemplatePart, value: Json, at: JsonPointer, wanted: JsonPointer): Json {
    const types = this.#context.types(wanted)
    if (part.kind !== 'env') {
      const onlyText = types.length === 1 && types[0] === 'string'
      return onlyText && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : value
    }
    if (typeof value !== 'string' || types.length === 0 || types.includes('string')) return value
    const scalar = parseScalar(value)
    const numeric = types.includes('number') || types.includes('integer')
    if (typeof scalar === 'number' ? numeric : typeof scalar === 'boolean' && types.includes('boolean'))
      return scalar
    const expected = numeric ? 'a number' : types.includes('boolean') ? 'true or false' : undefined
    // Lists and mappings cannot come from a variable. The check of the whole request says what is wanted.
    if (expected !== undefined)
      this.#report('resolve/variable-type', { variable: part.name, wanted: expected }, at)
    return value
  }

  #originOf(parts: readonly TemplatePart[]): ReferenceOrigin | undefined {
    const part = parts.find(({ kind }) => kind === 'env') ?? parts.find(({ kind }) => kind === 'matrix')
    if (part?.kind === 'matrix') return { kind: 'matrix', axis: part.axis }
    if (part?.kind !== 'env') return undefined
    const { name, fallback } = part
    const value = this.#variable(name)
    const isUnset = value === undefined || (value === '' && fallback !== undefined)
    return { kind: 'variable', variable: name, ...(isUnset ? { note: 'not set' } : {}) }
  }

  /** Refuses secret references in text from elsewhere: they would be replaced while sending. */
  #refuseForgedSecrets(parts: readonly TemplatePart[], filled: string, at: JsonPointer): void {
    const written = parts.filter((part) => part.kind === 'secret').length
    if ((filled.match(SECRET)?.length ?? 0) <= written) return
    const from = parts.find((part) => part.kind === 'env' || part.kind === 'matrix')
    const ofMatrix = from?.kind === 'matrix' ? `"matrix.${from.axis}"` : 'This value'
    const source = from?.kind === 'env' ? `The variable "${from.name}"` : ofMatrix
    this.#report('resolve/literal-secret', { source }, at)
  }

  #report<Id extends RuleId>(rule: Id, args: RuleArgs[Id], at: JsonPointer): undefined {
    this.problems.push(diagnose(rule, args, this.#context.place(at)))
  }
}

/** A list written as a change of the inherited list. */
export interface ListOperator {
  readonly remove?: readonly Json[]
  readonly prepend?: readonly Json[]
  readonly append?: readonly Json[]
}

/** Returns true for mappings like `{ append: [...] }`: at least one operator, no other key, all values lists. */
export function isListOperator(value: Json): value is Json & ListOperator {
  const members = Object.entries(objectOf(value) ?? {})
  return (
    members.length > 0 &&
    members.every(([key, member]) => /^(?:append|prepend|remove)$/.test(key) && isJsonList(member))
  )
}

const SECRET = /\$\{secret:/g

/** Returns a number, true or false as JSON writes it; any other text is itself. */
export function parseScalar(text: string): number | boolean | string {
  if (text === 'true') return true
  if (text === 'false') return false
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : text
}
