import type { ElementEvent, LineEvent } from './line-event.ts'

const DELETED = '~~'
/** Elements that Markdown marks (CommonMark section 6.2, GFM "strikethrough"). */
export const MARKED: Readonly<Record<string, string>> = {
  b: '**',
  strong: '**',
  dfn: '**',
  i: '*',
  em: '*',
  cite: '*',
  del: DELETED,
  s: DELETED,
  strike: DELETED,
}
/** Elements of a line that leave nothing in Markdown. */
const TRANSPARENT = words('span font small big abbr acronym bdi bdo data label time wbr nobr tt svg')
/** Elements of a line that leave punctuation. Any other ends the line, and emphasis with it. */
const INLINE = words('a button code img input ins kbd mark math q ruby samp sub sup u var')
const VERBATIM = words('code kbd math pre samp svg var')

const ALL_PUNCTUATION = /^[\p{P}\p{S}\s]*$/u
const PUNCTUATION = '*'
const LETTER = 'x'
/** Stands for a mark of emphasis, which is punctuation too. */
export const EMPHASIS = '\u2217'

/** So many pieces wait for the end of emphasis at most. */
const MOST_WAITING = 20_000

/** Where what is written ends: the last character there, and whether a link or a cell of a table is open. */
export interface EmphasisPlace {
  readonly before: string
  readonly isInLink: boolean
  readonly isInCell: boolean
}

/** Emphasis that has begun in what is written. */
interface OpenMark {
  readonly mark: string
  readonly at: number
  /** Whether it began right beside another mark: as three asterisks. */
  readonly isGrouped: boolean
}

/** Tells whether an element of a line leaves nothing in Markdown itself. */
export function isTransparent(name: string): boolean {
  return TRANSPARENT.has(name)
}

/** Returns what the start or the end of another element counts as for emphasis before it: punctuation or a space. */
export function neighbourOf(name: string): string {
  return INLINE.has(name) ? PUNCTUATION : ' '
}

/** Returns the first character of a text, of one UTF-16 unit or of two. */
export function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0x20)
}

/** An element of a line that is open: how much emphasis was around it, what stood before it, and how much content. */
interface OpenElement {
  readonly marks: number
  readonly before: string
  readonly contents: number
}
const NOTHING: OpenElement = { marks: 0, before: ' ', contents: -1 }

/**
 * Puts marks where they can be told in Markdown (CommonMark section 6.2): emphasis begins and ends at words, in each
 * block and line for itself, once for the same kind, and punctuation leaves it beside a letter. Where nothing helps it
 * goes; the words stay.
 */
export class EmphasisWriter {
  /** What is written; what has gone again is undefined. */
  #written: (LineEvent | undefined)[] = []
  readonly #wanted = new Map<string, number>()
  readonly #open: OpenMark[] = []
  readonly #around: OpenElement[] = []
  /** White space that belongs before what comes next. */
  #space = ''
  #last: string
  /** The marks that have ended right before, and whether anything has. */
  #ended: readonly string[] = []
  #isBehindEnd = false
  /** Whether an element of a line has just begun, and only white space since. */
  #isAtStart = false
  #isInLink: boolean
  readonly #place: EmphasisPlace
  /** How many links are open in another. */
  #innerLinks = 0
  /** Where the last words or picture stand in what is written. */
  #lastContent = -1
  #contents = 0
  #verbatim = 0

  constructor(place: EmphasisPlace) {
    this.#place = place
    this.#last = place.before
    this.#isInLink = place.isInLink
  }

  take(event: LineEvent): void {
    if (this.#verbatim > 0) this.#takeVerbatim(event)
    else if (event.type === 'text') this.#text(event.text)
    else if (event.type === 'mark')
      this.#wanted.set(event.mark, (this.#wanted.get(event.mark) ?? 0) + (event.isEnd ? -1 : 1))
    else if (event.type === 'open') this.#openElement(event)
    else this.#closeElement(event)
  }

  /** Returns what nothing can change any more. */
  settled(): readonly LineEvent[] {
    if (this.#open.length > 0 && this.#written.length >= MOST_WAITING) this.#close(0, LETTER)
    if (this.#open.length > 0 || this.#written.length === 0) return []
    const settled = this.#written.filter((event) => event !== undefined)
    this.#written = []
    this.#lastContent = -1
    return settled
  }

  /** @param after the character behind it */
  end(after: string): readonly LineEvent[] {
    this.#close(0, this.#space === '' ? after : ' ')
    this.#put(undefined, ' ')
    return this.settled()
  }

  #takeVerbatim(event: LineEvent): void {
    if (event.type === 'open' && VERBATIM.has(event.kind.name)) this.#verbatim++
    if (event.type === 'close' && VERBATIM.has(event.kind.name) && --this.#verbatim === 0)
      return this.#closeElement(event)
    if (event.type !== 'mark') this.#write(event)
  }

  #write(event: LineEvent): void {
    if (event.type === 'text' ? event.text.trim() !== '' : event.type === 'open' && event.kind.isVoid) {
      this.#lastContent = this.#written.length
      this.#contents++
    }
    this.#written.push(event)
  }

  #openElement(event: ElementEvent): void {
    const { name, isVoid } = event.kind
    if (VERBATIM.has(name)) this.#verbatim++
    if (TRANSPARENT.has(name)) return void this.#written.push(event)
    if (!INLINE.has(name)) return this.#block(event)
    if (name === 'a') {
      // No mark can begin in a link and end behind it, so one in another ends nothing here: it is text.
      if (this.#isInLink || this.#place.isInLink) return void this.#innerLinks++
      this.#isInLink = true
    }
    this.#closeUnwanted(PUNCTUATION)
    const before = this.#space === '' ? this.#last : ' '
    this.#put(undefined, before)
    if (isSpaceOrPunctuation(before)) this.#openWanted(before, PUNCTUATION)
    this.#around.push({ marks: this.#open.length, before, contents: this.#contents })
    this.#put(event, PUNCTUATION)
    this.#isAtStart = !isVoid
  }

  #closeElement(event: ElementEvent): void {
    const { name, isVoid } = event.kind
    if (TRANSPARENT.has(name)) return void this.#written.push(event)
    if (!INLINE.has(name)) return this.#block(event)
    if (name === 'a') {
      if (this.#innerLinks > 0) return void this.#innerLinks--
      if (!this.#isInLink) return this.#closeMovedLink(event)
      this.#isInLink = false
    }
    const { marks, before, contents } = this.#around.pop() ?? NOTHING
    this.#close(marks, PUNCTUATION)
    // An empty element leaves nothing.
    this.#put(event, contents === this.#contents ? before : PUNCTUATION)
    this.#isBehindEnd = !isVoid
  }

  /** Ends a link that went into a heading: it leaves nothing here. */
  #closeMovedLink(event: ElementEvent): void {
    this.#around.pop()
    this.#written.push(event)
  }

  #block(event: ElementEvent): void {
    // In a link, which is one line, blocks are words apart. Only a heading is more.
    if (this.#isInLink && (this.#place.isInCell || event.kind.role !== 'heading')) {
      this.#written.push(event)
      if (this.#space === '') this.#space = ' '
      return
    }
    this.#close(0, ' ')
    this.#put(event, ' ')
    // It takes the link with it.
    if (event.type === 'close') this.#isInLink = false
  }

  #text(text: string): void {
    const core = text.trimStart()
    if (core === '') return void (this.#space += text)
    this.#space += text.slice(0, text.length - core.length)
    const first = firstOf(core)
    this.#closeUnwanted(first)
    const before = this.#space === '' ? this.#last : ' '
    this.#put(undefined, before)
    const isWanted = [...this.#wanted.keys()].some((mark) => this.#isMissing(mark))
    const moved = isWanted && !isSpaceOrPunctuation(before) ? punctuationBefore(core) : 0
    if (moved > 0) {
      const words = core.slice(0, moved).trimEnd()
      this.#put({ type: 'text', text: words }, PUNCTUATION)
      return this.#text(core.slice(words.length))
    }
    const words = core.trimEnd()
    this.#openWanted(before, first)
    this.#put({ type: 'text', text: words }, lastOf(words))
    this.#space = core.slice(words.length)
  }

  #put(event: LineEvent | undefined, last: string): void {
    if (this.#space !== '') this.#push({ type: 'text', text: this.#space })
    this.#space = ''
    if (event !== undefined) this.#push(event)
    this.#last = last
  }

  #push(event: LineEvent): void {
    this.#write(event)
    this.#ended = []
    this.#isBehindEnd = false
    this.#isAtStart &&= event.type === 'text' && event.text.trim() === ''
  }

  /**
   * Begins what is wanted between two characters, but nothing right where the same has ended, and nothing that would be
   * read as an end of what is open: inside a word a mark can be both, and only one and two asterisks are told apart.
   */
  #openWanted(before: string, next: string): void {
    if (before === EMPHASIS) return
    const missing = [...this.#wanted.keys()].filter((mark) => this.#isMissing(mark))
    const outer = this.#open.filter(({ mark }) => mark !== DELETED)
    const isBlocked =
      (outer.length > 1 || outer[0]?.isGrouped === true) && this.#mayEnd(missing, before, next)
    const marks = missing.filter((mark) => !this.#ended.includes(mark) && (mark === DELETED || !isBlocked))
    // Beside a letter no mark may follow on tildes.
    const isAlone = marks.length === 1 || isSpaceOrPunctuation(before)
    if (marks.includes(DELETED) && !isAlone) marks.splice(marks.indexOf(DELETED), 1)
    const isGrouped = this.#isBehindEnd || (marks.includes('*') && marks.includes('**'))
    for (const mark of marks) {
      this.#open.push({ mark, at: this.#written.length, isGrouped })
      this.#written.push({ type: 'mark', mark, isEnd: false })
    }
  }

  /** Tells whether asterisks of marks between two characters would be read as an end of emphasis too. */
  #mayEnd(marks: readonly string[], before: string, next: string): boolean {
    const isPunctuationNext = isSpaceOrPunctuation(next)
    // Tildes come between white space and what begins after them.
    if (marks[0] === DELETED && isPunctuationNext) return true
    if (!isSpaceOrPunctuation(before)) return true
    // White space at the start of an element is written before it.
    const isBesideText = before.trim() !== '' || this.#isAtStart
    return isBesideText && (isPunctuationNext || marks.includes(DELETED))
  }

  /** Tells whether emphasis is wanted that has not begun. */
  #isMissing(mark: string): boolean {
    return (this.#wanted.get(mark) ?? 0) > 0 && !this.#open.some((open) => open.mark === mark)
  }

  #closeUnwanted(next: string): void {
    const first = this.#open.findIndex(({ mark }) => (this.#wanted.get(mark) ?? 0) <= 0)
    if (first !== -1) this.#close(first, this.#space === '' ? next : ' ')
  }

  /** Ends all emphasis but the outermost `kept`, before the character `next`. */
  #close(kept: number, next: string): void {
    const ending = this.#open.splice(kept)
    // What has marked nothing goes.
    while ((ending.at(-1)?.at ?? -1) > this.#lastContent) this.#written[ending.pop()?.at ?? 0] = undefined
    if (ending.length === 0) return
    const isBesideLetter = !isSpaceOrPunctuation(next)
    // Beside a letter only one mark can end: that something is deleted is more than that it is emphasized.
    const del = ending.find(({ mark }) => mark === DELETED)
    if (del !== undefined && isBesideLetter)
      for (const { at } of ending.splice(0, ending.length, del))
        if (at !== del.at) this.#written[at] = undefined
    if (!isBesideLetter || !isSpaceOrPunctuation(this.#last)) return this.#end(ending)
    const last = this.#written.pop()
    const text = last?.type === 'text' ? last.text : ''
    const wordsEnd = endBeforePunctuation(text)
    if (wordsEnd > 0) {
      this.#written.push({ type: 'text', text: text.slice(0, wordsEnd) })
      this.#end(ending)
      return this.#push({ type: 'text', text: text.slice(wordsEnd) })
    }
    for (const { at } of ending) this.#written[at] = undefined
    this.#written.push(last)
  }

  /** Returns where marks end: before white space, and before elements that hold nothing, or nothing yet. */
  #endOfContent(): number {
    let at = this.#written.length
    let closed = 0
    for (let index = at - 1; index > this.#lastContent; index--) {
      const type = this.#written[index]?.type
      if (type === 'mark') break
      if (type === 'close') closed++
      else if (type === 'open' && closed > 0) closed--
      if (closed === 0) at = index
    }
    return at
  }

  #end(ending: readonly OpenMark[]): void {
    const marks = ending.toReversed().map(({ mark }) => mark)
    const at = this.#endOfContent()
    const ends = marks.map((mark): LineEvent => ({ type: 'mark', mark, isEnd: true }))
    this.#written.splice(at, 0, ...ends)
    this.#ended = marks
    this.#isBehindEnd = true
  }
}

function isSpaceOrPunctuation(character: string): boolean {
  return ALL_PUNCTUATION.test(character)
}

/** Returns the last character of a text, of one UTF-16 unit or of two. */
export function lastOf(text: string): string {
  return /[^]$/u.exec(text.slice(-2))?.[0] ?? ' '
}

/** Returns how much punctuation and space a text begins with. */
function punctuationBefore(text: string): number {
  let at = 0
  while (at < text.length) {
    const character = firstOf(text.slice(at, at + 2))
    if (!isSpaceOrPunctuation(character)) break
    at += character.length
  }
  return at
}

/** Returns where the punctuation and space begin that a text ends with. */
function endBeforePunctuation(text: string): number {
  let end = text.length
  while (end > 0) {
    const character = lastOf(text.slice(Math.max(0, end - 2), end))
    if (!isSpaceOrPunctuation(character)) break
    end -= character.length
  }
  return end
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
