/**
 * Input: values of other rooms, and a style.
 * Output: text, JSON, Markdown, HTML, SARIF and JUnit.
 * Must not know where a value came from or where its text goes.
 */

/** ANSI (ECMA-48 SGR) codes; each closes only what it opened, so styles nest. */
const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const

type Tint = (text: string) => string

/** Emphasis for text. Words and symbols always carry the meaning; a style only helps the eye. */
export interface Style extends Readonly<Record<keyof typeof codes, Tint>> {
  /** The cells that a line may take; undefined where lines are as long as they are. */
  readonly columns?: number
}

/** Writes no escape sequences at all. */
export const plainStyle: Style = styleOf(() => (text) => text)

export const ansiStyle: Style = styleOf(
  ([open, close]) =>
    (text) =>
      text === '' ? '' : `\u001b[${open}m${text}\u001b[${close}m`,
)

function styleOf(tint: (code: readonly [number, number]) => Tint): Style {
  const tints = Object.entries(codes).map(([name, code]) => [name, tint(code)])
  return Object.fromEntries(tints) as unknown as Style
}
