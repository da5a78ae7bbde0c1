/** Letters and numbers of Latin script. The long s is not among them: patterns without Unicode do not know that it is an s. */
const LETTERS = String.raw`A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u017e\u0180-\u024f`
const OTHER_NUMBERS = String.raw`\xb2\xb3\xb9\xbc-\xbe`
/** Punctuation and signs that are neither letters, marks nor numbers. */
const SIGNS = String.raw`\0-\x7f\xa0-\xbf\xd7\xf7\u2000-\u206f\u20a0-\u20bf\u2190-\u23ff\u2500-\u26ff`
const OTHER_SCRIPT = new RegExp(`[^${LETTERS}${OTHER_NUMBERS}${SIGNS}]`)

/** Assertions before a match: no letter, mark or number, or only no letter or mark. */
export const NOT_IN_WORD = String.raw`(?<![\p{L}\p{M}\p{N}])`
export const NOT_AFTER_LETTER = String.raw`(?<![\p{L}\p{M}])`

/** Classes of Unicode as they are in a text of Latin script, which has no marks. */
const LATIN: Readonly<Record<string, string>> = {
  L: LETTERS,
  M: '',
  Nd: '0-9',
  N: `0-9${OTHER_NUMBERS}`,
}

/** Returns a pattern with its classes of Unicode written out for texts of Latin script. */
function inLatin(source: string): string {
  const written = (part: string): string =>
    part.replaceAll(/\\p\{(\w+)\}/g, (_, name: string) => LATIN[name] ?? '')
  return source.replaceAll(/\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}/g, (part) =>
    part.startsWith('[') ? written(part) : `[${written(part)}]`,
  )
}

/** The same pattern with and without what must be before a match. */
interface Forms {
  readonly exact: RegExp
  /** Found much faster, and wherever `exact` is: all that must be before a match keeps ASCII letters out. */
  readonly loose: RegExp
}

/**
 * A pattern that ignores case and has classes of Unicode, which V8 searches slowly: a page has a dozen of them. So a text of Latin
 * script is searched with plain classes, and what must be before a match is only looked at in a text that has the rest.
 */
export class TextPattern {
  readonly #unicode: Forms
  readonly #latin: Forms

  /**
   * @param before an assertion about what is before a match
   * @param source the rest
   */
  constructor(before: string, source: string) {
    const formsOf = (written: (part: string) => string, flags: string): Forms => ({
      exact: new RegExp(written(before + source), `g${flags}`),
      loose: new RegExp(`${before === '' ? '' : '(?:^|[^A-Za-z])'}(?:${written(source)})`, flags),
    })
    this.#unicode = formsOf((part) => part, 'iu')
    this.#latin = formsOf(inLatin, 'i')
  }

  /** Returns the matches of a pattern that most texts have. */
  matchAll(text: string): readonly RegExpExecArray[] {
    const { exact } = this.#formsFor(text)
    const found: RegExpExecArray[] = []
    exact.lastIndex = 0
    for (let match = exact.exec(text); match !== null; match = exact.exec(text)) found.push(match)
    return found
  }

  replace(text: string, write: Parameters<string['replace']>[1]): string {
    const { exact, loose } = this.#formsFor(text)
    return loose.test(text) ? text.replace(exact, write) : text
  }

  #formsFor(text: string): Forms {
    return isLatin(text) ? this.#latin : this.#unicode
  }
}

/** The text that was asked about last: each is asked about many times. */
let last = { text: '', isLatin: true }

/** Tells whether a text has letters, marks and numbers of Latin script only. */
function isLatin(text: string): boolean {
  if (text !== last.text) last = { text, isLatin: !OTHER_SCRIPT.test(text) }
  return last.isLatin
}

/** Tells whether a text has a digit of any script. */
export function hasDigit(text: string): boolean {
  return isLatin(text) ? /\d/.test(text) : /\p{Nd}/u.test(text)
}
