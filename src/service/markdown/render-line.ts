import { backslashed, codeSpan, escapeHeading, escapeStart, inlineText } from './inline-text.ts'
import { placeMarks, type Atom } from './place-marks.ts'

/** Where a line is: a cell and a heading are one line of Markdown each, a paragraph may have several. */
export type LineKind = 'paragraph' | 'heading' | 'cell'

/** Says where a part of a line is, which decides what must be escaped in it. */
interface LinePlace {
  readonly kind: LineKind
  /** Whether it continues a paragraph after a line break. */
  readonly isContinued: boolean
}

/** Returns atoms as one line of Markdown. Text next to text is escaped as one, and code next to code becomes one span. */
export function renderLine(atoms: readonly Atom[], { kind, isContinued }: LinePlace): string {
  let line = ''
  /** Text or code that may go on. */
  let run = ''
  let isCode = false
  let isInLink = false
  const escaped = (): string => {
    const text = inlineText(run, { isInLink, isInCell: kind === 'cell' })
    if (kind === 'heading') return escapeHeading(text)
    return line === '' && kind === 'paragraph' ? escapeStart(text, isContinued) : text
  }
  const endRun = (next: string): void => {
    if (run === '') return
    const shown = isCode ? codeSpan(run) : escaped()
    run = ''
    if (isCode) line += kind === 'cell' ? backslashed(shown, /\|/g) : shown
    // An exclamation mark before a link would make it a picture.
    else line += next === '[' && shown.endsWith('!') ? `${shown.slice(0, -1)}\\!` : shown
  }
  const addRun = (text: string, isTextOfCode: boolean): void => {
    if (isTextOfCode !== isCode) endRun('')
    isCode = isTextOfCode
    run += text
  }
  for (const { type, text, hasGap } of placeMarks(atoms)) {
    if (hasGap) addRun(' ', false)
    if (type === 'text' || type === 'code') addRun(text, type === 'code')
    else {
      endRun(text)
      line += text
      if (text === '[') isInLink = true
      else if (text.startsWith('](')) isInLink = false
    }
  }
  endRun('')
  return line
}
