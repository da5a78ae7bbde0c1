/** A change with its place; `before` and `after` are the lines it is about, as one. */
export interface Mutant {
  readonly start: number
  readonly end: number
  readonly replacement: string
  readonly statement?: boolean
  readonly file: string
  readonly line: number
  readonly before: string
  readonly after: string
}

export interface Equivalent {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

/** Finds all mutants of a room: a directory below src, or one file of it without its ending. */
export function mutantsOfRoom(room: string): readonly Mutant[]

/** Finds all mutants of a module. */
export function mutantsOfText(source: string, file: string): readonly Mutant[]

/** Names the entries of the list of equivalents that are no mutant any more: their file is gone, or reads otherwise now. */
export function staleEntries(known: readonly Equivalent[]): readonly string[]

/** Leaves away the mutants that are known to change nothing. */
export function withoutEquivalent(mutants: readonly Mutant[], known: readonly Equivalent[]): readonly Mutant[]

/** Takes `count` mutants by chance; the same for the same seed. */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: string): readonly Mutant[]
