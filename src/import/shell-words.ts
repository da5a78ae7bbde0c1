import { JSON_TEXT_CALL } from '../util/json-text.ts'

/** Why a command cannot be split. Offsets count UTF-16 units from 0. */
export type ShellProblem = { readonly offset: number } & (
  | { readonly kind: 'syntax'; readonly problem: string }
  /** Something that a shell would have to execute to know the words. */
  | { readonly kind: 'code'; readonly code: string }
)

export interface ShellWord {
  /** Quotes removed; a variable of the shell is `${env:NAME}`. */
  readonly text: string
  readonly offset: number
}

export type SplitCommand =
  | {
      readonly ok: true
      readonly words: readonly ShellWord[]
      /** The input from a here-document or here-string; variables as in words. */
      readonly input?: string
      /** The text after the command, mostly another command. */
      readonly rest: string
    }
  | { readonly ok: false; readonly problem: ShellProblem }

class Refused extends Error {
  readonly problem: ShellProblem
  constructor(problem: ShellProblem) {
    super()
    this.problem = problem
  }
}

/**
 * Returns the words of the first command in `text`, as a POSIX shell splits them (Shell Command Language, 2.2 and 2.3). It also
 * knows bash's `$'...'` and the one function that rendered commands call. Nothing is executed and no variable is read. A pipe,
 * `;`, `&` or redirection ends the command; a here-document or here-string is its input.
 */
export function shellWords(text: string): SplitCommand {
  const splitter = new Splitter(text)
  try {
    const words = splitter.split()
    const { input, rest } = splitter
    return input === undefined ? { ok: true, words, rest } : { ok: true, words, input, rest }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, problem: error.problem }
    throw error
  }
}

interface HereDelimiter {
  readonly word: string
  /** The end word is quoted, so nothing in the document is expanded. */
  readonly isLiteral: boolean
  readonly withoutTabs: boolean
  readonly offset: number
}

class Splitter {
  readonly #text: string
  readonly #words: ShellWord[] = []
  input: string | undefined
  #delimiter: HereDelimiter | undefined
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  get rest(): string {
    return this.#text.slice(this.#at)
  }

  split(): readonly ShellWord[] {
    for (;;) {
      this.#skipBlanks()
      const next = this.#text[this.#at]
      if (next === undefined) return this.#words
      if (next === '\n') {
        // Empty lines before the command are ignored; the line feed after it ends it.
        this.#at += 1
        if (this.#delimiter !== undefined) this.input = this.#hereDocument(this.#delimiter)
        if (this.#words.length > 0) return this.#words
      } else if (this.#words.length > 0 && this.#text.startsWith('<<', this.#at)) this.#here()
      else if (/[|;&<>()]/.test(next)) {
        if (this.#words.length > 0) return this.#words
        throw this.#syntax(`it begins with "${next}"`)
      } else this.#words.push(this.#word())
    }
  }

  /** Reads `<<<` and its word, or `<<` and the word that ends the document, which begins on the next line. */
  #here(): void {
    if (this.#text.startsWith('<<<', this.#at)) {
      this.#at += 3
      this.#skipBlanks()
      this.input = `${this.#word().text}\n`
      return
    }
    const opening = /<<(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([\w.+-]+))/y
    opening.lastIndex = this.#at
    const match = opening.exec(this.#text)
    if (match === null) throw this.#syntax('the end word of its here-document cannot be read')
    const [whole, dash, single, double, bare] = match
    const word = single ?? double ?? bare ?? ''
    const isLiteral = bare === undefined || whole.includes('\\')
    this.#delimiter = { word, isLiteral, withoutTabs: dash === '-', offset: this.#at }
    this.#at = opening.lastIndex
  }

  #hereDocument({ word, isLiteral, withoutTabs, offset }: HereDelimiter): string {
    const lines: string[] = []
    let end = this.#at
    for (;;) {
      const lineEnd = this.#text.indexOf('\n', end)
      const written = this.#text.slice(end, lineEnd === -1 ? undefined : lineEnd).replace(/\r$/, '')
      const line = withoutTabs ? written.replace(/^\t+/, '') : written
      if (line === word) break
      lines.push(`${line}\n`)
      if (lineEnd === -1) {
        this.#at = offset
        throw this.#syntax(`its here-document does not end with a line "${word}"`)
      }
      end = lineEnd + 1
    }
    const text = lines.join('')
    return isLiteral ? text : new Splitter(text).#expanded()
  }

  /** Returns all of the text as a here-document expands it: as double quotes do, but a quote is only a quote. */
  #expanded(): string {
    let content = ''
    for (;;) {
      const next = this.#text[this.#at]
      if (next === undefined) return content
      content += this.#piece(next, /^\\(?:[$`\\]|\n)/)
    }
  }

  #skipBlanks(): void {
    const blank = /(?:[ \t\r]|\\\r?\n)*(?:#[^\n]*)?/y
    blank.lastIndex = this.#at
    blank.exec(this.#text)
    this.#at = blank.lastIndex
  }

  #word(): ShellWord {
    const offset = this.#at
    let word = ''
    for (;;) {
      const next = this.#text[this.#at]
      if (next === undefined || /[\s|;&<>()]/.test(next)) return { text: word, offset }
      if (next === "'") word += this.#singleQuoted()
      else if (next === '"') word += this.#doubleQuoted()
      else if (next === '\\') word += this.#escaped()
      else if (next === '$') word += this.#dollar(false)
      else if (next === '`') throw this.#code('`...`')
      else {
        word += next
        this.#at += 1
      }
    }
  }

  #singleQuoted(): string {
    const end = this.#text.indexOf("'", this.#at + 1)
    if (end === -1) throw this.#syntax('a single quote is not closed')
    const content = this.#text.slice(this.#at + 1, end)
    this.#at = end + 1
    return content
  }

  #doubleQuoted(): string {
    const start = this.#at
    this.#at += 1
    let content = ''
    for (;;) {
      const next = this.#text[this.#at]
      if (next === undefined) {
        this.#at = start
        throw this.#syntax('a double quote is not closed')
      }
      if (next === '"') {
        this.#at += 1
        return content
      }
      content += this.#piece(next, /^\\(?:[$`"\\]|\r?\n)/)
    }
  }

  /** Returns the value of the `next` characters of a quoted text; a backslash escapes only characters that `escape` finds. */
  #piece(next: string, escape: RegExp): string {
    if (next === '\\' && escape.test(this.#text.slice(this.#at, this.#at + 3))) return this.#escaped()
    if (next === '$') return this.#dollar(true)
    if (next === '`') throw this.#code('`...`')
    this.#at += 1
    return next
  }

  /** Returns the character after a backslash; empty at the end of a line, which continues on the next. */
  #escaped(): string {
    const lineEnd = /^\\\r?\n/.exec(this.#text.slice(this.#at, this.#at + 3))?.[0]
    if (lineEnd !== undefined) {
      this.#at += lineEnd.length
      return ''
    }
    const character = String.fromCodePoint(this.#text.codePointAt(this.#at + 1) ?? 0x5c)
    this.#at += 1 + (this.#at + 1 < this.#text.length ? character.length : 0)
    return character
  }

  #dollar(isQuoted: boolean): string {
    const rest = this.#text.slice(this.#at)
    if (!isQuoted && rest.startsWith("$'")) return this.#ansiQuoted()
    if (!isQuoted && rest.startsWith('$"')) {
      this.#at += 1
      return this.#doubleQuoted()
    }
    const asJson = JSON_TEXT_CALL.exec(rest)
    if (asJson !== null) {
      this.#at += asJson[0].length
      return `\${env:${asJson[1]}}`
    }
    if (rest.startsWith('$(')) throw this.#code('$(...)')
    const variable = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::-([^{}$`\\"']*))?\})/.exec(rest)
    if (variable !== null) {
      const [whole, plain, braced, fallback] = variable
      this.#at += whole.length
      return `\${env:${plain ?? braced}${fallback === undefined ? '' : `:-${fallback}`}}`
    }
    if (/^\$[{\d?$!@*#-]/.test(rest)) throw this.#code(rest.startsWith('${') ? '${...}' : rest.slice(0, 2))
    this.#at += 1
    return '$'
  }

  /** Reads bash's `$'...'` with C escapes. */
  #ansiQuoted(): string {
    const quoted = /^\$'((?:[^'\\]|\\[^])*)'/.exec(this.#text.slice(this.#at))
    if (quoted === null) throw this.#syntax('a quote that begins with $ is not closed')
    this.#at += quoted[0].length
    return (quoted[1] ?? '').replaceAll(
      /\\(?:x([\dA-Fa-f]{1,2})|u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|([0-7]{1,3})|c(.)|([^]))/g,
      (_, ...groups: (string | undefined)[]) => unescape(groups),
    )
  }

  #syntax(problem: string): Refused {
    return new Refused({ kind: 'syntax', offset: this.#at, problem })
  }

  #code(code: string): Refused {
    return new Refused({ kind: 'code', offset: this.#at, code })
  }
}

const letters: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

function unescape([hex, short, long, octal, control, letter]: readonly (string | undefined)[]): string {
  const digits = hex ?? short ?? long
  if (digits !== undefined) return codePoint(Number.parseInt(digits, 16))
  if (octal !== undefined) return codePoint(Number.parseInt(octal, 8))
  if (control !== undefined) return codePoint(control.charCodeAt(0) & 0x1f)
  return letters[letter ?? ''] ?? (/["'?\\]/.test(letter ?? '') ? (letter ?? '') : `\\${letter ?? ''}`)
}

function codePoint(code: number): string {
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD'
}
