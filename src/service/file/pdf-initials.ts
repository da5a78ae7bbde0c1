import type { TextRun } from './text-run.ts'

/** In sizes of the text: the least size of a large first letter, its height in a font, and how far it may be off. */
const LARGE = 1.8
const CAPITAL_HEIGHT = 0.7
const NEAR = 0.5
/** On one page; a chart may have thousands of letters. */
const MOST_INITIALS = 20
const INITIAL = /^\s*\p{Pi}?["'¿¡]?\p{Lu}\s*$/u

/**
 * Puts a large first letter, which stands beside several lines, before the rest of its word in the first of them. It reaches
 * from the top of that line down.
 */
export function joinInitials(runs: readonly TextRun[]): readonly TextRun[] {
  const initials = runs.filter(({ text }) => INITIAL.test(text))
  if (initials.length === 0 || initials.length > MOST_INITIALS) return runs
  const joined = new Map<TextRun, TextRun>()
  for (const initial of initials) {
    const rest = runs.find((run) => isRestOf(run, initial))
    if (rest === undefined) continue
    joined.set(rest, { ...rest, text: initial.text.trim() + rest.text.trimStart(), x: initial.x })
    joined.set(initial, { ...initial, text: '' })
  }
  return runs.map((run) => joined.get(run) ?? run).filter(({ text }) => text !== '')
}

function isRestOf({ text, x, y, size }: TextRun, initial: TextRun): boolean {
  const top = y + size * CAPITAL_HEIGHT
  const distance = x - initial.right
  return (
    initial.size >= size * LARGE &&
    /^\s*['’]?\p{Ll}/u.test(text) &&
    y - initial.y > size * NEAR &&
    Math.abs(initial.y + initial.size * CAPITAL_HEIGHT - top) <= size * NEAR &&
    distance > -initial.size * NEAR &&
    distance <= size * NEAR
  )
}
