import { decodeHTML } from 'entities'
import { scanHtml, type ScanSink } from '../html/scan-html.ts'
import { StartTag } from '../html/start-tag.ts'
import { LINE_GUARD, NO_SPACE } from './stand-ins.ts'

/** Elements that Markdown marks, as the converter knows them. */
const MARKED: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  dfn: 'strong',
  i: 'em',
  em: 'em',
  cite: 'em',
  del: 'del',
  s: 'del',
  strike: 'del',
}
/** Elements of a line that leave nothing in Markdown. */
const TRANSPARENT = words('span font small big abbr acronym bdi bdo data label time wbr nobr tt')
/** Elements of a line that leave punctuation. Any other ends the line, and emphasis with it. */
const INLINE = words('a button code img input ins kbd mark q ruby samp sub sup u var')
const VERBATIM = words('code kbd pre samp var')

const BLANK = /^(?:\s|&nbsp;|&#160;|&#xa0;)+/i
const LAST_CHARACTER = /(?:&#?\w{1,30};|[^])$/u
const FIRST_CHARACTER = /^(?:&#?\w{1,30};|[^])/u
const ALL_PUNCTUATION = new RegExp(`^[\\p{P}\\p{S}\\s${LINE_GUARD}]*$`, 'u')
const PUNCTUATION = '*'
/** Stands for a mark of emphasis, which is punctuation too. */
const EMPHASIS = '\u2217'
const START_OF_ELEMENT = /^<(?!img|input)[a-z]/i
/** More tags in a row are no neighbours of text. */
const MAX_TAGS = 20

/** Emphasis that has begun in what is written. */
interface OpenMark {
  readonly mark: string
  readonly at: number
  /** Whether it began right beside another mark: as three asterisks. */
  readonly isGrouped: boolean
}

/**
 * Rewrites balanced HTML so that its emphasis can be told in Markdown (CommonMark section 6.2): it begins and ends at
 * words, in each block and line for itself, once for the same kind, and punctuation leaves it beside a letter. Where
 * nothing helps it goes; the words stay.
 * @param before the character before it, and `after` the one after it
 */
export function settleEmphasis(html: string, before: string, after: string): string {
  const writer = new EmphasisWriter(html, before)
  scanHtml(html, writer.tag, writer)
  return writer.end(after)
}

/** Returns the character that stands before the end of some HTML, as flanking counts it. */
export function characterBefore(html: string): string {
  let end = html.length
  for (let tags = 0; tags < MAX_TAGS && html.charAt(end - 1) === '>'; tags++) {
    const start = html.lastIndexOf('<', end - 1)
    const kind = start === -1 ? 'x' : neighbour(html.slice(start, end))
    if (kind !== '') return kind
    end = start
  }
  return end === 0 ? ' ' : characterOf(LAST_CHARACTER, html.slice(Math.max(0, end - 40), end))
}

/** Returns the character that stands at a place of some HTML, as flanking counts it. */
export function characterAfter(html: string, from: number): string {
  let at = from
  for (let tags = 0; tags < MAX_TAGS && html.charAt(at) === '<'; tags++) {
    const end = html.indexOf('>', at)
    const kind = end === -1 ? 'x' : neighbour(html.slice(at, end + 1))
    // Emphasis is not written right beside other emphasis: what comes is its text.
    if (kind !== '') return kind === EMPHASIS ? 'x' : kind
    at = end + 1
  }
  return at >= html.length ? ' ' : characterOf(FIRST_CHARACTER, html.slice(at, at + 40))
}

/** Returns what a tag counts as: punctuation, a space, or nothing; what is no tag counts as a letter. */
function neighbour(tag: string): string {
  const name = /^<\/?([a-z][^\s/>]*)/i.exec(tag)?.[1]?.toLowerCase()
  if (name === undefined) return 'x'
  if (TRANSPARENT.has(name)) return ''
  if (name in MARKED) return EMPHASIS
  return INLINE.has(name) ? PUNCTUATION : ' '
}

function characterOf(pattern: RegExp, text: string): string {
  return decodeHTML(pattern.exec(text)?.[0] ?? ' ')
}

class EmphasisWriter implements ScanSink {
  readonly tag: StartTag
  readonly #html: string
  readonly #written: string[] = []
  readonly #wanted = new Map<string, number>()
  readonly #open: OpenMark[] = []
  /** For each open element of a line, how much emphasis was open around it. */
  readonly #around: number[] = []
  /** White space that belongs before what comes next. */
  #space = ''
  #last: string
  #cursor = 0
  #verbatim = 0

  constructor(html: string, before: string) {
    this.#html = html
    this.tag = new StartTag(html)
    this.#last = before
  }

  openTag(nameEnd: number): undefined {
    const { start, end } = this.tag
    this.#readTo(start)
    const name = this.#html.slice(start + 1, nameEnd).toLowerCase()
    const source = this.#take(end)
    if (this.#verbatim > 0) {
      if (VERBATIM.has(name)) this.#verbatim++
      this.#written.push(source)
      return
    }
    const mark = MARKED[name]
    if (mark !== undefined) this.#wanted.set(mark, (this.#wanted.get(mark) ?? 0) + 1)
    else if (!TRANSPARENT.has(name)) this.#element(name, source)
  }

  closeTag(start: number, nameEnd: number, end: number): void {
    this.#readTo(start)
    const name = this.#html.slice(start + 2, nameEnd).toLowerCase()
    const source = this.#take(end)
    if (this.#verbatim > 0 && VERBATIM.has(name)) this.#verbatim--
    if (this.#verbatim > 0) return void this.#written.push(source)
    const mark = MARKED[name]
    if (mark !== undefined) this.#wanted.set(mark, (this.#wanted.get(mark) ?? 1) - 1)
    else if (INLINE.has(name)) {
      this.#close(this.#around.pop() ?? 0, PUNCTUATION)
      this.#put(source, PUNCTUATION)
    } else if (!TRANSPARENT.has(name)) this.#block(source)
  }

  drop(start: number, end: number): void {
    this.#readTo(start)
    this.#written.push(this.#take(end))
  }

  isInForeignContext(): boolean {
    return false
  }

  isInNoscript(): boolean {
    return false
  }

  end(after: string): string {
    this.#readTo(this.#html.length)
    this.#close(0, this.#space === '' ? after : ' ')
    return this.#written.join('') + this.#space
  }

  #element(name: string, source: string): void {
    if (VERBATIM.has(name)) this.#verbatim++
    if (!INLINE.has(name)) return this.#block(source)
    this.#closeUnwanted(PUNCTUATION)
    const before = this.#space === '' ? this.#last : ' '
    this.#put('', before)
    if (isSpaceOrPunctuation(before)) this.#openWanted(before, PUNCTUATION)
    if (name !== 'img' && name !== 'input') this.#around.push(this.#open.length)
    this.#put(source, PUNCTUATION)
  }

  #block(source: string): void {
    this.#close(0, ' ')
    this.#put(source, ' ')
  }

  #readTo(position: number): void {
    const text = this.#take(position)
    if (this.#verbatim > 0) this.#written.push(text)
    else this.#text(text)
  }

  #take(position: number): string {
    const text = this.#html.slice(this.#cursor, position)
    this.#cursor = position
    return text
  }

  #text(text: string): void {
    const core = text.slice(BLANK.exec(text)?.[0].length ?? 0)
    if (core === '') return void (this.#space += text)
    this.#space += text.slice(0, text.length - core.length)
    const first = characterOf(FIRST_CHARACTER, core)
    this.#closeUnwanted(first)
    const before = this.#space === '' ? this.#last : ' '
    this.#put('', before)
    const isWanted = [...this.#wanted.keys()].some((mark) => this.#isMissing(mark))
    const moved = isWanted && !isSpaceOrPunctuation(before) ? punctuationBefore(core) : 0
    if (moved > 0) {
      const { end } = endOfWords(core.slice(0, moved))
      this.#put(core.slice(0, end), PUNCTUATION)
      return this.#text(core.slice(end))
    }
    const { end, last } = endOfWords(core)
    this.#openWanted(before, first)
    this.#put(core.slice(0, end), last)
    this.#space = core.slice(end)
  }

  #put(source: string, last: string): void {
    if (this.#space !== '') this.#written.push(this.#space)
    this.#space = ''
    if (source !== '') this.#written.push(source)
    this.#last = last
  }

  /**
   * Begins what is wanted between two characters, but nothing right where the same has ended, and nothing that would be
   * read as an end of what is open: inside a word a mark can be both, and only one and two asterisks are told apart.
   */
  #openWanted(before: string, next: string): void {
    if (before === EMPHASIS) return
    const ended = this.#written.at(-1) ?? ''
    const missing = [...this.#wanted.keys()].filter((mark) => this.#isMissing(mark))
    const outer = this.#open.filter(({ mark }) => mark !== 'del')
    const isBlocked =
      (outer.length > 1 || outer[0]?.isGrouped === true) && this.#mayEnd(missing, before, next)
    const marks = missing.filter(
      (mark) => !(ended.startsWith('</') && ended.includes(`</${mark}>`)) && (mark === 'del' || !isBlocked),
    )
    // The converter puts a space between deletion marks and a link. Beside a letter no mark may follow on tildes.
    const isAlone = marks.length === 1 || isSpaceOrPunctuation(before)
    if (marks.includes('del') && (next === PUNCTUATION || !isAlone)) marks.splice(marks.indexOf('del'), 1)
    const isGrouped = ended.startsWith('</') || (marks.includes('em') && marks.includes('strong'))
    for (const mark of marks) {
      this.#open.push({ mark, at: this.#written.length, isGrouped })
      this.#written.push(mark === 'del' && before.trim() !== '' ? `${NO_SPACE}<del>` : `<${mark}>`)
    }
  }

  /** Tells whether asterisks of marks between two characters would be read as an end of emphasis too. */
  #mayEnd(marks: readonly string[], before: string, next: string): boolean {
    const isPunctuationNext = isSpaceOrPunctuation(next)
    // Tildes come between white space and what begins after them.
    if (marks[0] === 'del' && isPunctuationNext) return true
    if (!isSpaceOrPunctuation(before)) return true
    // White space between a tag and a mark gets lost in the converter.
    const isInText = before.trim() !== '' || START_OF_ELEMENT.test(this.#written.at(-2) ?? '')
    return isInText && (isPunctuationNext || marks.includes('del'))
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
    if (ending.length === 0) return
    const isBesideLetter = !isSpaceOrPunctuation(next)
    // Beside a letter only one mark can end: that something is deleted is more than that it is emphasized.
    const del = ending.find(({ mark }) => mark === 'del')
    if (del !== undefined && isBesideLetter)
      for (const { at } of ending.splice(0, ending.length, del)) if (at !== del.at) this.#written[at] = ''
    const ends = ending
      .toReversed()
      .map(({ mark }) => `</${mark}>`)
      .join('')
    if (!isBesideLetter || !isSpaceOrPunctuation(this.#last)) return void this.#written.push(ends)
    const text = this.#written.pop() ?? ''
    const wordsEnd = text.startsWith('<') ? 0 : endBeforePunctuation(text)
    if (wordsEnd > 0) return void this.#written.push(text.slice(0, wordsEnd), ends, text.slice(wordsEnd))
    for (const { at } of ending) this.#written[at] = ''
    this.#written.push(text)
  }
}

function isSpaceOrPunctuation(character: string): boolean {
  return ALL_PUNCTUATION.test(character)
}

/** Returns how much punctuation and space a text begins with. */
function punctuationBefore(text: string): number {
  let at = 0
  while (at < text.length) {
    const source = FIRST_CHARACTER.exec(text.slice(at, at + 40))?.[0] ?? ''
    if (!isSpaceOrPunctuation(decodeHTML(source))) break
    at += source.length
  }
  return at
}

/** Returns where the punctuation and space begin that a text ends with. */
function endBeforePunctuation(text: string): number {
  let end = text.length
  while (end > 0) {
    const source = LAST_CHARACTER.exec(text.slice(Math.max(0, end - 40), end))?.[0] ?? ''
    if (!isSpaceOrPunctuation(decodeHTML(source))) break
    end -= source.length
  }
  return end
}

/** Returns where the white space begins that a text ends with, and the last character before it. */
function endOfWords(text: string): { end: number; last: string } {
  let end = text.length
  let last = ' '
  while (end > 0) {
    const source = LAST_CHARACTER.exec(text.slice(Math.max(0, end - 40), end))?.[0] ?? ''
    last = decodeHTML(source)
    if (/\S/.test(last)) break
    end -= source.length
  }
  return { end, last }
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
