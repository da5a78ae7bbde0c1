import { compareText } from '../util/compare-text.ts'

export type Severity = 'error' | 'warning' | 'info'

/** A stretch of a file. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Place {
  /** As people name it: relative to the project's root, with `/`. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  /** JSON Pointer into that document, or a note that no pointer names the place. */
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
