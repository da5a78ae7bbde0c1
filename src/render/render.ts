/**
 * Input: values of other rooms, and a style.
 * Output: text, JSON, Markdown, HTML, SARIF and JUnit.
 * Must not know where a value came from or where its text goes.
 */

/** Emphasis for text. Words and symbols always carry the meaning; a style only helps the eye. */
export interface Style {
  /** The cells that a line may take; undefined where lines are as long as they are. */
  readonly columns?: number
  readonly bold: (text: string) => string
  readonly dim: (text: string) => string
  readonly red: (text: string) => string
  readonly green: (text: string) => string
  readonly yellow: (text: string) => string
  readonly blue: (text: string) => string
  readonly cyan: (text: string) => string
}

const same = (text: string): string => text

/** Writes no escape sequences at all. */
export const plainStyle: Style = {
  bold: same,
  dim: same,
  red: same,
  green: same,
  yellow: same,
  blue: same,
  cyan: same,
}

/** ANSI (ECMA-48 SGR) sequences; each closes only what it opened, so styles nest. */
export const ansiStyle: Style = {
  bold: sgr(1, 22),
  dim: sgr(2, 22),
  red: sgr(31, 39),
  green: sgr(32, 39),
  yellow: sgr(33, 39),
  blue: sgr(34, 39),
  cyan: sgr(36, 39),
}

function sgr(open: number, close: number): (text: string) => string {
  return (text) => (text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`)
}
