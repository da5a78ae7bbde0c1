import type { RunDraft, TextRun } from './text-run.ts'

/** Accents that have a width of their own, and those that are put on the letter before them. */
const COMBINING: Readonly<Record<string, string>> = {
  '`': '\u0300',
  '´': '\u0301',
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '¯': '\u0304',
  '˘': '\u0306',
  '˙': '\u0307',
  '¨': '\u0308',
  '˚': '\u030A',
  '˝': '\u030B',
  ˇ: '\u030C',
  '¸': '\u0327',
  '˛': '\u0328',
}
const WITHOUT_DOT: Readonly<Record<string, string>> = { ı: 'i', ȷ: 'j' }
/** How many characters are looked at: PDFium gives the rest of a word before the accent on it. */
const LAST = 64
/** Longer runs are no lines that anybody reads, and take as long for each accent. */
const LONGEST_RUN = 5000

/** A character that was added to a run, and where it is in its text. */
interface Added {
  readonly run: RunDraft
  readonly at: number
  readonly character: TextRun
}

/** Puts accents on their letters. TeX and others draw them apart. */
export class AccentFinder {
  #added: Added[] = []

  /** Notes the character that a run ends with now. */
  keep(run: RunDraft, character: TextRun): void {
    this.#added.push({ run, at: run.text.length - character.text.length, character })
    if (this.#added.length >= LAST * 2) this.#added = this.#added.slice(-LAST)
  }

  /** Tells whether a character is an accent on one of the last letters, or the letter below the last accent. If so, it is added. */
  compose(character: TextRun): boolean {
    if (COMBINING[character.text] !== undefined)
      return this.#added.some((added) => this.#replace(added, onLetter(added.character, character)))
    const last = this.#added.at(-1)
    return last !== undefined && this.#replace(last, onLetter(character, last.character))
  }

  #replace({ run, at, character }: Added, letter: string | undefined): boolean {
    const end = at + character.text.length
    if (letter === undefined || run.text.length > LONGEST_RUN || run.text.slice(at, end) !== character.text)
      return false
    run.text = run.text.slice(0, at) + letter + run.text.slice(end)
    return true
  }
}

function onLetter(letter: TextRun, accent: TextRun): string | undefined {
  const mark = COMBINING[accent.text]
  const center = (accent.x + accent.right) / 2
  if (mark === undefined || center <= letter.x || center >= letter.right) return undefined
  if (Math.abs(accent.y - letter.y) > letter.size / 2 || !/^\p{L}$/u.test(letter.text)) return undefined
  const whole = ((WITHOUT_DOT[letter.text] ?? letter.text) + mark).normalize('NFC')
  return whole.length === 1 ? whole : undefined
}
