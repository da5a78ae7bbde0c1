/** A run of text on one line, placed as if lines were level; `y` counts upwards, as PDF does. Lengths are in units of the page. */
export interface TextRun {
  readonly text: string
  readonly x: number
  readonly right: number
  /** The baseline. */
  readonly y: number
  /** Font size. */
  readonly size: number
  /** Where the text leads to. */
  readonly link?: string | undefined
}

/** A run that may still grow. */
export type RunDraft = { -readonly [Key in keyof TextRun]: TextRun[Key] }

/** The runs of one line, from left to right. */
export type TextRow = readonly TextRun[]

const FROM_RIGHT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/g

/** Tells whether most letters are Arabic or Hebrew. */
export function isRightToLeft(runs: readonly TextRun[]): boolean {
  const text = runs.map((run) => run.text).join('')
  return (text.match(FROM_RIGHT)?.length ?? 0) * 2 > text.replaceAll(/[^\p{L}]/gu, '').length
}
