import { assert } from '../util/invariant.ts'
import { compareText, printable, printableLines } from '../util/text.ts'
import { catalogue } from './diagnostics.ts'
import { type Rule, type RuleFacts, type Severity, write } from './rule.ts'

/** A range of a file. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Place {
  /** As people name it: relative to the project's root, with `/`. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  /** JSON Pointer into that document, if one names the place. */
  readonly pointer?: string | undefined
}

/** A replacement of one place's text. */
export interface TextEdit {
  readonly place: Place
  readonly text: string
}

/** A change that certainly fixes the problem. */
export interface Fix {
  readonly description: string
  readonly edits: readonly TextEdit[]
}

export interface RelatedPlace {
  readonly message: string
  readonly place: Place
}

export interface Diagnostic extends Place {
  /** `area/kebab-name`, public and never reused. */
  readonly rule: string
  readonly severity: Severity
  /** One sentence: what was found, then what is allowed. */
  readonly message: string
  readonly help?: string
  /** JSON Pointer into the document, if one names the place. */
  readonly pointer?: string
  /** JSON Pointers to further values that are part of the same mistake. */
  readonly covers?: readonly string[]
  readonly related?: readonly RelatedPlace[]
  readonly fix?: Fix
  /** True when the place's text is a secret: no output may repeat it. */
  readonly sensitive?: true
  /** A place that no output may repeat, if it is not the diagnostic's own. */
  readonly redacted?: Place
}

/** The result of a stage: a value with warnings, or errors without a value. */
export type Checked<T> =
  | { readonly ok: true; readonly value: T; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/** Returns the place of a problem that concerns a whole file. */
export function startOf(file: string): Place {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1 }
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error')
}

/** Returns `value` with its diagnostics, or only the diagnostics when one is an error. */
export function checked<T>(value: T, diagnostics: readonly Diagnostic[]): Checked<T> {
  return hasErrors(diagnostics) ? { ok: false, diagnostics } : { ok: true, value, diagnostics }
}

/** Orders diagnostics by file, then position, then rule, as every output shows them. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column ||
    compareText(a.rule, b.rule) ||
    compareText(a.message, b.message)
  )
}

type Catalogue = ReturnType<typeof catalogue>

export type RuleId = keyof Catalogue

export type RuleArgs = { readonly [Id in RuleId]: ArgsOf<Id> }

/** A rule with its arguments, as data. */
export type Finding = {
  readonly [Id in RuleId]: { readonly rule: Id; readonly arguments: RuleArgs[Id] }
}[RuleId]

type ArgsOf<Id extends RuleId> = Catalogue[Id] extends Rule<infer Args> ? Args : never

export function ruleIds(): string[] {
  return Object.keys(catalogue())
}

export function factsOf(id: string): RuleFacts {
  assert(isRuleId(id), `there is no rule ${id}`)
  return catalogue()[id].facts
}

/** Returns true for a rule whose findings cannot be silenced. */
export function isFixed(id: string): boolean {
  return isRuleId(id) && catalogue()[id].facts.excludesCrawl && catalogue()[id].severity === 'error'
}

/** Returns true for a rule that a file's JSON schema also checks. */
export function isSchemaRule(id: string): boolean {
  return id.startsWith('schema/')
}

function isRuleId(id: string): id is RuleId {
  return Object.hasOwn(catalogue(), id)
}

export interface DiagnosticExtras {
  readonly covers?: readonly string[]
  readonly related?: readonly RelatedPlace[]
  readonly fix?: Fix
  readonly sensitive?: true
}

/** Returns a diagnostic of rule `id` at `place`, with its pointer. */
export function diagnose<Id extends RuleId>(
  id: Id,
  args: ArgsOf<Id>,
  place: Place,
  extras: DiagnosticExtras = {},
): Diagnostic {
  // The index type loses the link between an id and its arguments; `ArgsOf` has checked it for the caller.
  const entry = catalogue()[id] as unknown as Rule<ArgsOf<Id>>
  const help = write(entry.help, args)
  return {
    rule: id,
    severity: entry.severity,
    // Names and values of files reach every output this way.
    message: printable(write(entry.message, args) ?? ''),
    ...(help === undefined ? {} : { help: printableLines(help) }),
    file: place.file,
    line: place.line,
    column: place.column,
    endLine: place.endLine,
    endColumn: place.endColumn,
    ...(place.pointer === undefined ? {} : { pointer: place.pointer }),
    ...extras,
  }
}

export function diagnoseFinding(finding: Finding, place: Place, extras?: DiagnosticExtras): Diagnostic {
  // The arguments are the rule's, which a union of rules cannot pass on.
  return diagnose(finding.rule, finding.arguments as never, place, extras)
}

export function describeFinding(finding: Finding): string {
  const entry = catalogue()[finding.rule] as unknown as Rule<Finding['arguments']>
  return [entry.message, entry.help].flatMap((words) => write(words, finding.arguments) ?? []).join(' ')
}

const MOST_PER_FILE = 100

/** Returns one file's diagnostics in order: at most 100, then one line that counts the others. Errors come first. */
export function capDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= 1) return diagnostics
  const sorted = diagnostics.toSorted(compareDiagnostics)
  if (sorted.length <= MOST_PER_FILE) return sorted
  const errors = sorted.filter(({ severity }) => severity === 'error')
  const others = sorted.filter(({ severity }) => severity !== 'error')
  const shown = [...errors, ...others].slice(0, MOST_PER_FILE).toSorted(compareDiagnostics)
  const last = shown.at(-1)
  if (last === undefined) return shown
  return [...shown, diagnose('syntax/more-problems', { count: diagnostics.length - MOST_PER_FILE }, last)]
}
