/** Marks of emphasis that are wanted at a place, outermost first, each once. */
export type Marks = readonly string[]

/** A part of a line: text, code, finished Markdown (`raw`), or one end of a bracket or tag. `hasGap`: white space before it. */
export interface Atom {
  readonly type: 'text' | 'code' | 'raw' | 'open' | 'close'
  text: string
  readonly hasGap: boolean
  readonly marks: Marks
  /** The atom that this one closes. */
  readonly opened?: Atom | undefined
}

export type Piece = Pick<Atom, 'type' | 'text' | 'hasGap'>

/** Emphasis that has begun: where its mark is, and whether it began next to another mark, as in three asterisks. */
interface OpenMark {
  readonly mark: string
  readonly at: number
  readonly isGrouped: boolean
}

const DELETED = '~~'
const SPACE_OR_PUNCTUATION = /^[\p{P}\p{S}\s]*$/u
const PUNCTUATION_BEFORE = /^[\p{P}\p{S}\s]*/u
const PUNCTUATION_AFTER = /(?<![\p{P}\p{S}\s])[\p{P}\p{S}\s]+$/u
/** Code, pictures, tags and brackets begin and end with punctuation. */
const PUNCTUATION = '*'

/**
 * Puts the marks of emphasis into a line where a reader of Markdown recognizes them (CommonMark section 6.2). Emphasis
 * begins and ends at words, and punctuation leaves it next to a letter. Where nothing helps, the marks go and the words
 * stay. Takes linear time.
 */
export function placeMarks(atoms: readonly Atom[]): readonly Piece[] {
  if (atoms.every(({ marks }) => marks.length === 0)) return atoms
  const placer = new MarkPlacer()
  for (const atom of atoms) placer.take(atom)
  return placer.end()
}

class MarkPlacer {
  /** The pieces so far; undefined for marks that were removed. */
  readonly #pieces: (Piece | undefined)[] = []
  readonly #open: OpenMark[] = []
  /** The open brackets and tags, and how much emphasis began before each. */
  readonly #brackets: { readonly atom: Atom; readonly marks: number }[] = []
  #space = ''
  /** The last character so far, without marks. */
  #last = ' '
  /** The marks that have ended right here. */
  #ended: readonly string[] = []
  /** Whether marks or a bracket have ended right here. */
  #isAfterEnd = false

  take(atom: Atom): void {
    if (atom.hasGap) this.#space += ' '
    if (atom.type === 'text') this.#takeText(atom.text, atom.marks)
    else if (atom.type === 'close') this.#takeClose(atom)
    else {
      this.#openBefore(atom.marks)
      if (atom.type === 'open') this.#brackets.push({ atom, marks: this.#open.length })
      this.#put(atom.type === 'code' ? 'code' : 'raw', atom.text, PUNCTUATION)
    }
  }

  end(): readonly Piece[] {
    this.#close(0, ' ')
    this.#putSpace()
    return this.#pieces.filter((piece) => piece !== undefined)
  }

  /** Opens the wanted marks before code, a picture, a tag or a bracket, all of which begin with punctuation. */
  #openBefore(wanted: Marks): void {
    this.#closeUnwanted(wanted, PUNCTUATION)
    const before = this.#before
    this.#putSpace()
    if (isSpaceOrPunctuation(before)) this.#openWanted(wanted, before, PUNCTUATION)
  }

  #takeClose({ text, opened }: Atom): void {
    const index = this.#brackets.findLastIndex(({ atom }) => atom === opened)
    const bracket = index === -1 ? undefined : this.#brackets[index]
    if (bracket !== undefined) this.#brackets.length = index
    // One that was opened before a break is around all that follows the break.
    this.#close(bracket?.marks ?? 0, PUNCTUATION)
    this.#put('raw', text, PUNCTUATION)
    this.#isAfterEnd = true
  }

  #takeText(text: string, wanted: Marks): void {
    const core = text.trimStart()
    this.#space += text.slice(0, text.length - core.length)
    if (core === '') return
    const first = String.fromCodePoint(core.codePointAt(0) ?? 0x20)
    this.#closeUnwanted(wanted, first)
    const before = this.#before
    this.#putSpace()
    const isWanted = this.#missing(wanted).length > 0
    const moved =
      isWanted && !isSpaceOrPunctuation(before) ? (PUNCTUATION_BEFORE.exec(core)?.[0].length ?? 0) : 0
    if (moved > 0) {
      const outside = core.slice(0, moved).trimEnd()
      this.#put('text', outside, PUNCTUATION)
      return this.#takeText(core.slice(outside.length), wanted)
    }
    const words = core.trimEnd()
    this.#openWanted(wanted, before, first)
    this.#put('text', words, lastOf(words))
    this.#space = core.slice(words.length)
  }

  get #before(): string {
    return this.#space === '' ? this.#last : ' '
  }

  #putSpace(): void {
    if (this.#space !== '' && this.#pieces.length > 0) this.#push('text', this.#space)
    this.#space = ''
  }

  #put(type: Piece['type'], text: string, last: string): void {
    this.#putSpace()
    this.#push(type, text)
    this.#last = last
  }

  #push(type: Piece['type'], text: string): void {
    this.#pieces.push(piece(type, text))
    this.#ended = []
    this.#isAfterEnd = false
  }

  /**
   * Opens the wanted marks between two characters. It never opens a mark right after the end of the same mark, or one that
   * would also end an open mark: an asterisk inside a word can be both. Readers know only one and two asterisks.
   */
  #openWanted(wanted: Marks, before: string, next: string): void {
    const missing = this.#missing(wanted)
    if (missing.length === 0) return
    const outer = this.#open.filter(({ mark }) => mark !== DELETED)
    const isBlocked = (outer.length > 1 || outer[0]?.isGrouped === true) && mayEnd(missing, before, next)
    const marks = missing.filter((mark) => !this.#ended.includes(mark) && (mark === DELETED || !isBlocked))
    // Next to a letter, no mark may follow tildes.
    const isAlone = marks.length === 1 || isSpaceOrPunctuation(before)
    if (marks.includes(DELETED) && !isAlone) marks.splice(marks.indexOf(DELETED), 1)
    const isGrouped = this.#isAfterEnd || (marks.includes('*') && marks.includes('**'))
    for (const mark of marks) {
      this.#open.push({ mark, at: this.#pieces.length, isGrouped })
      this.#pieces.push(piece('raw', mark))
    }
  }

  #missing(wanted: Marks): string[] {
    return wanted.filter((mark) => !this.#open.some((open) => open.mark === mark))
  }

  #closeUnwanted(wanted: Marks, next: string): void {
    const first = this.#open.findIndex(({ mark }) => !wanted.includes(mark))
    if (first !== -1)
      this.#close(Math.max(first, this.#brackets.at(-1)?.marks ?? 0), this.#space === '' ? next : ' ')
  }

  /** Ends all emphasis but the outermost `kept`, before the character `next`. */
  #close(kept: number, next: string): void {
    const ending = this.#open.splice(kept)
    if (ending.length === 0) return
    const isNextToLetter = this.#space === '' && !isSpaceOrPunctuation(next)
    // Next to a letter only one mark can end, and deleted text says more than emphasis.
    const deleted = ending.find(({ mark }) => mark === DELETED)
    if (deleted !== undefined && isNextToLetter)
      this.#remove(ending.splice(0, ending.length, deleted).filter((mark) => mark !== deleted))
    if (!isNextToLetter || !isSpaceOrPunctuation(this.#last)) return this.#end(ending)
    const last = this.#pieces.pop()
    const text = last?.type === 'text' ? last.text : ''
    const wordsEnd = text.search(PUNCTUATION_AFTER)
    if (wordsEnd > 0) {
      this.#pieces.push(piece('text', text.slice(0, wordsEnd)))
      this.#end(ending)
      return this.#push('text', text.slice(wordsEnd))
    }
    this.#remove(ending)
    this.#pieces.push(last)
  }

  #end(ending: readonly OpenMark[]): void {
    const marks = ending.toReversed().map(({ mark }) => mark)
    for (const mark of marks) this.#pieces.push(piece('raw', mark))
    this.#ended = marks
    this.#isAfterEnd = true
  }

  #remove(marks: readonly OpenMark[]): void {
    for (const { at } of marks) this.#pieces[at] = undefined
  }
}

function piece(type: Piece['type'], text: string): Piece {
  return { type, text, hasGap: false }
}

/** Tells whether asterisks of marks between two characters would also be read as an end of emphasis. */
function mayEnd(marks: Marks, before: string, next: string): boolean {
  const isPunctuationNext = isSpaceOrPunctuation(next)
  // Tildes come between white space and the mark after them.
  if (marks[0] === DELETED && isPunctuationNext) return true
  if (!isSpaceOrPunctuation(before)) return true
  return before.trim() !== '' && (isPunctuationNext || marks.includes(DELETED))
}

function isSpaceOrPunctuation(character: string): boolean {
  return SPACE_OR_PUNCTUATION.test(character)
}

/** Returns the last character of a text, of one UTF-16 unit or of two. */
function lastOf(text: string): string {
  const two = text.slice(-2)
  const isPair = (two.codePointAt(0) ?? 0) > 0xffff
  return isPair ? two : text.slice(-1) || ' '
}
