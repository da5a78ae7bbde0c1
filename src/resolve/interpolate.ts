import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import { escapeToken, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import { suggest } from '../util/suggest.ts'
import { hasTemplate, parseTemplate, type TemplatePart } from '../util/template.ts'
import { isListOperator } from './merge-layers.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/** The values that references can refer to. */
export interface References {
  readonly variables: Variables
  /** The values of this matrix cell; undefined for a crawl without a matrix. */
  readonly cell: JsonObject | undefined
  /** The names that any cell of the matrix has. */
  readonly names?: ReadonlySet<string>
}

/** What each place of a reference allows: which types, and whether secrets. */
export interface Ground {
  /** The JSON Schema types wanted at a pointer; an empty list if it names no setting. */
  readonly types: (pointer: JsonPointer) => readonly string[]
  /** Names the place in words if it must not hold a secret; undefined if it may. */
  readonly closedToSecrets: (pointer: JsonPointer) => string | undefined
}

/** The origin of a value: its first variable, or else its first matrix value. */
export type ReferenceOrigin =
  | { readonly kind: 'matrix'; readonly axis: string }
  | { readonly kind: 'variable'; readonly variable: string; readonly note?: string }

/** A reference that cannot be filled in, at a pointer into the value. */
interface ReferenceProblem {
  readonly pointer: JsonPointer
  readonly report: (place: Place) => Diagnostic
}

export interface Interpolated<T> {
  readonly value: T
  /** By pointer into the value, for every text with a reference to a variable or a matrix value. */
  readonly origins: ReadonlyMap<JsonPointer, ReferenceOrigin>
  readonly problems: readonly ReferenceProblem[]
}

/**
 * Returns `value` with the references in its texts filled in; keys are left alone. A text that is one reference takes
 * the type that is wanted at its place; references to secrets stay.
 */
export function interpolate<T extends Json>(
  value: T,
  references: References,
  ground: Ground,
): Interpolated<T> {
  const run: Run = { references, ground, origins: new Map(), problems: [] }
  // Filling in keeps the shape: a mapping stays a mapping, a text at the top stays a scalar.
  const filled = walk(run, value, '', '') as T
  return { value: filled, origins: run.origins, problems: run.problems }
}

/** Returns a text outside of requests with its references filled in. `where` names the place, which must not hold a secret. */
export function interpolateText(
  text: string,
  references: References,
  where: string,
): { readonly text: string; readonly problems: readonly ReferenceProblem[] } {
  if (!hasTemplate(text)) return { text, problems: [] }
  const ground: Ground = { types: () => [], closedToSecrets: () => where }
  const { value, problems } = interpolate<Json>(text, references, ground)
  return { text: typeof value === 'string' ? value : JSON.stringify(value), problems }
}

interface Run {
  readonly references: References
  readonly ground: Ground
  readonly origins: Map<JsonPointer, ReferenceOrigin>
  readonly problems: ReferenceProblem[]
}

/**
 * Fills in the references below `value`. `wanted` is the pointer of the setting; it differs from `at` inside a list
 * operator.
 */
function walk(run: Run, value: Json, at: JsonPointer, wanted: JsonPointer): Json {
  if (typeof value === 'string') return hasTemplate(value) ? fill(run, value, at, wanted) : value
  if (typeof value !== 'object' || value === null) return value
  if (!isJsonObject(value))
    return value.map((item, index) => walk(run, item, `${at}/${index}`, `${wanted}/${index}`))
  const operator = isListOperator(value)
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const token = escapeToken(key)
      return [key, walk(run, member, `${at}/${token}`, operator ? wanted : `${wanted}/${token}`)]
    }),
  )
}

function fill(run: Run, text: string, at: JsonPointer, wanted: JsonPointer): Json {
  const parts = parseTemplate(text)
  const only = parts.length === 1 ? parts[0] : undefined
  let filled: Json
  if (only !== undefined && only.kind !== 'text') {
    const value = valueOf(run, only, at, wanted)
    filled = value === undefined ? text : toWanted(run, only, value, { at, wanted })
  } else {
    filled = parts.map((part) => asText(run, part, at, wanted)).join('')
  }
  const origin = originOf(run, parts)
  if (origin !== undefined) run.origins.set(at, origin)
  if (typeof filled === 'string') refuseForgedSecrets(run, parts, filled, at)
  return filled
}

function asText(run: Run, part: TemplatePart, at: JsonPointer, wanted: JsonPointer): string {
  const value = valueOf(run, part, at, wanted) ?? ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Returns the value of a part. Reports a problem and returns undefined if it has no value. */
function valueOf(run: Run, part: TemplatePart, at: JsonPointer, wanted: JsonPointer): Json | undefined {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'malformed':
      // Validation refuses this before anything is resolved.
      return part.text
    case 'secret': {
      const where = run.ground.closedToSecrets(wanted)
      if (where !== undefined) {
        report(run, at, (place) =>
          diagnose('resolve/secret-not-allowed', { secret: part.name, where }, place),
        )
      }
      return `\${secret:${part.name}}`
    }
    case 'env': {
      const value = variableValue(run.references.variables, part)
      if (value === undefined) {
        report(run, at, (place) => diagnose('resolve/unset-variable', { variable: part.name }, place))
      }
      return value
    }
    case 'matrix':
      return matrixValue(run, part.axis, at)
  }
}

/** Returns the value of a variable. As in a shell, `:-` also applies to a variable that is set to nothing. */
function variableValue(
  variables: Variables,
  { name, fallback }: { readonly name: string; readonly fallback: string | undefined },
): string | undefined {
  const value = Object.hasOwn(variables, name) ? variables[name] : undefined
  return fallback === undefined ? value : value || fallback
}

function matrixValue({ references, problems }: Run, axis: string, at: JsonPointer): Json | undefined {
  const { cell = {}, names = new Set(Object.keys(cell)) } = references
  if (Object.hasOwn(cell, axis)) return cell[axis]
  problems.push({ pointer: at, report: (place) => missingAxis(axis, cell, names, place) })
  return undefined
}

function missingAxis(axis: string, cell: JsonObject, names: ReadonlySet<string>, place: Place): Diagnostic {
  if (names.has(axis)) {
    const values = Object.entries(cell).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    return diagnose('resolve/axis-without-value', { axis, cell: values.join(', ') }, place)
  }
  const args = { axis, suggestion: suggest(axis, names)[0], known: [...names].join(', ') }
  return diagnose('resolve/unknown-axis', args, place)
}

/** Returns a text that is one reference, in the type that the setting wants. */
function toWanted(
  run: Run,
  part: TemplatePart,
  value: Json,
  { at, wanted }: { at: JsonPointer; wanted: JsonPointer },
): Json {
  const types = run.ground.types(wanted)
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
  if (expected === undefined) return value
  report(run, at, (place) =>
    diagnose('resolve/variable-type', { variable: part.name, wanted: expected }, place),
  )
  return value
}

/** Returns a number, true or false as JSON writes it; any other text is itself. */
export function parseScalar(text: string): number | boolean | string {
  if (text === 'true') return true
  if (text === 'false') return false
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : text
}

function originOf(run: Run, parts: readonly TemplatePart[]): ReferenceOrigin | undefined {
  const variable = parts.find((part) => part.kind === 'env')
  if (variable !== undefined) {
    const used = variableValue(run.references.variables, { name: variable.name, fallback: undefined })
    const note =
      used === undefined || (used === '' && variable.fallback !== undefined) ? 'not set' : undefined
    return { kind: 'variable', variable: variable.name, ...(note === undefined ? {} : { note }) }
  }
  const axis = parts.find((part) => part.kind === 'matrix')
  return axis === undefined ? undefined : { kind: 'matrix', axis: axis.axis }
}

const SECRET = /\$\{secret:/g

/** Refuses secret references in text from elsewhere: they would be replaced while sending. */
function refuseForgedSecrets(
  run: Run,
  parts: readonly TemplatePart[],
  filled: string,
  at: JsonPointer,
): void {
  const written = parts.filter((part) => part.kind === 'secret').length
  if ((filled.match(SECRET)?.length ?? 0) <= written) return
  const from = parts.find((part) => part.kind === 'env' || part.kind === 'matrix')
  const source =
    from?.kind === 'env'
      ? `The variable "${from.name}"`
      : from?.kind === 'matrix'
        ? `"matrix.${from.axis}"`
        : 'This value'
  report(run, at, (place) => diagnose('resolve/literal-secret', { source }, place))
}

function report(run: Run, pointer: JsonPointer, make: (place: Place) => Diagnostic): void {
  run.problems.push({ pointer, report: make })
}
