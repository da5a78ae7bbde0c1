import { groupBy } from '../util/group-by.ts'
import { type Splice, spliceText } from '../util/splice-text.ts'
import type { Diagnostic, TextEdit } from './diagnostic.ts'

/**
 * Applies the fixes of one file's diagnostics to its text, each as a whole. A fix that edits the same range as an earlier one
 * is left for the next round. A fix that edits another file is not applied. Returns the fixed text, and the diagnostics whose fixes
 * were applied.
 */
export function applyFixes(text: string, diagnostics: readonly Diagnostic[]) {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const body = text.slice(mark.length)
  const offsets = lineOffsets(body)
  const accepted: Splice[] = []
  const applied: Diagnostic[] = []
  for (const diagnostic of diagnostics) {
    const { fix, file } = diagnostic
    if (fix === undefined || fix.edits.some(({ place }) => place.file !== file)) continue
    const splices = fix.edits.map((edit) => spliceOf(edit, offsets))
    const isFree = splices.every((splice) => !accepted.some((other) => overlap(splice, other)))
    if (!isFree) continue
    accepted.push(...splices)
    applied.push(diagnostic)
  }
  return { text: mark + spliceText(body, accepted), applied }
}

/** The most rounds of fixing: a fix may uncover another problem with a fix. */
const MOST_ROUNDS = 20

/**
 * Applies fixes until nothing is left to fix. `load` returns the problems with other texts for some files, and `read` the text of a
 * file; undefined for one that must not change. Returns the fixed texts by file, what was loaded with them, and how many problems
 * were fixed.
 */
export function applyAllFixes<T extends { readonly diagnostics: readonly Diagnostic[] }>(
  load: (texts: ReadonlyMap<string, string>) => T,
  read: (file: string) => string | undefined,
): { readonly texts: ReadonlyMap<string, string>; readonly loaded: T; readonly count: number } {
  const texts = new Map<string, string>()
  let loaded = load(texts)
  let count = 0
  for (let round = 1, before = -1; round <= MOST_ROUNDS && count > before; round++) {
    before = count
    const fixable = loaded.diagnostics.filter(({ fix }) => fix !== undefined)
    for (const [file, diagnostics] of groupBy(fixable, (one) => one.file)) {
      const text = texts.get(file) ?? read(file)
      const fixed = text === undefined ? undefined : applyFixes(text, diagnostics)
      if (fixed === undefined || fixed.applied.length === 0) continue
      count += fixed.applied.length
      texts.set(file, fixed.text)
    }
    if (count > before) loaded = load(texts)
  }
  return { texts, loaded, count }
}

/** Two insertions at one place overlap too, because their order would be a guess. */
function overlap(one: Splice, other: Splice): boolean {
  return one.start === other.start || (one.start < other.end && other.start < one.end)
}

function spliceOf({ place, text }: TextEdit, offsets: readonly number[]): Splice {
  const at = (line: number, column: number): number => (offsets[line - 1] ?? 0) + column - 1
  return { start: at(place.line, place.column), end: at(place.endLine, place.endColumn), text }
}

/** Returns where each line begins. A line ends with a line feed, a carriage return, or both (YAML 1.2, 5.4). */
function lineOffsets(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ 0: end, index }) => index + end.length)]
}
