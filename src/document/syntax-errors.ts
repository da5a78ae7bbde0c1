import type { CST, ErrorCode } from 'yaml'
import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { LineMap } from './line-map.ts'
import { MOST_LEVELS } from './scan-tokens.ts'

interface YamlError {
  readonly code: ErrorCode
  readonly message: string
  readonly pos: readonly [start: number, end: number]
}

/** An error of the library, with the text around it and the tokens read so far. */
class Trouble {
  readonly at: number
  readonly text: string
  readonly code: ErrorCode
  readonly message: string
  readonly tokens: readonly CST.Token[]

  readonly #lines: LineMap

  constructor(error: YamlError, lines: LineMap, tokens: readonly CST.Token[]) {
    this.at = Math.min(error.pos[0], lines.text.length)
    this.code = error.code
    this.message = error.message
    this.text = lines.text
    this.tokens = tokens
    this.#lines = lines
  }

  get lineStart(): number {
    return this.text.lastIndexOf('\n', this.at - 1) + 1
  }

  /** The first character from `at` on that is neither a space nor a line break. */
  get word(): number {
    const found = this.text.slice(this.at).search(/\S/)
    return found === -1 ? this.at : this.at + found
  }

  place(start: number, end: number): ReturnType<LineMap['place']> {
    return this.#lines.place(start, end)
  }

  /** Returns the last line above `offset`'s that is not blank. */
  lineAbove(offset: number): string {
    const above = this.text.slice(0, this.text.lastIndexOf('\n', offset - 1) + 1).trimEnd()
    return above.slice(above.lastIndexOf('\n') + 1)
  }

  /** Returns the text from `start` to the end of its line, without trailing spaces. */
  line(start: number): string {
    const end = this.text.indexOf('\n', start)
    return this.text.slice(start, end === -1 ? undefined : end).trimEnd()
  }
}

/**
 * Explains an error of the YAML library at the place that must change: at the opening quote or bracket, where the library names
 * the end of the file; at the tab, where it names the text after it.
 */
export function explainSyntax(error: YamlError, lines: LineMap, tokens: readonly CST.Token[]): Diagnostic {
  const trouble = new Trouble(error, lines, tokens)
  return (
    explainTab(trouble) ??
    explainQuote(trouble) ??
    explainBracket(trouble) ??
    explainCharacter(trouble) ??
    explainLine(trouble) ??
    diagnose('syntax/invalid-yaml', {}, trouble.place(trouble.at, trouble.at + 1))
  )
}

function explainTab(trouble: Trouble): Diagnostic | undefined {
  const margin = /^[ \t]*/.exec(trouble.line(trouble.lineStart))?.[0] ?? ''
  const tab = margin.indexOf('\t')
  if (tab === -1) return undefined
  const at = trouble.lineStart + tab
  return diagnose('syntax/tab-indentation', {}, trouble.place(at, at + 1))
}

function explainQuote(trouble: Trouble): Diagnostic | undefined {
  const { at, code, message, text } = trouble
  if (code === 'BAD_DQ_ESCAPE') {
    const escape = /^\\(?:x.{0,2}|u.{0,4}|U.{0,8}|.)?/s.exec(text.slice(at, at + 10))?.[0] ?? '\\'
    return diagnose('syntax/bad-escape', { escape }, trouble.place(at, at + escape.length))
  }
  const quoted = isBetweenBrackets(message) ? undefined : lastQuoted(trouble)
  if (quoted === undefined) return undefined
  const quote = text[quoted.offset] ?? '"'
  const opening = (): Diagnostic =>
    diagnose('syntax/unclosed-quote', { quote }, trouble.place(quoted.offset, quoted.offset + 1))
  if (message.startsWith('Missing closing')) return opening()
  const end = quoted.offset + quoted.source.length
  const isAbout = code === 'BLOCK_AS_IMPLICIT_KEY' ? quoted.offset >= at : text.slice(end, at).trim() === ''
  if (!isAbout) return undefined
  // A quote that took in whole lines and was closed by the opening quote of a later value.
  if (quoted.source.includes('\n')) return opening()
  if (!text.slice(end, text.indexOf('\n', end) >>> 0).trim()) return undefined
  return diagnose(
    'syntax/text-after-value',
    { close: 'quote' },
    trouble.place(end, end + trouble.line(end).length),
  )
}

/** Returns the quoted text that ends nearest before the error, or that the error is about. */
function lastQuoted(trouble: Trouble): CST.FlowScalar | undefined {
  const wanted = trouble.code === 'BLOCK_AS_IMPLICIT_KEY' ? trouble.line(trouble.at).length : 0
  let found: CST.FlowScalar | undefined
  for (const token of eachToken(trouble.tokens)) {
    if (token.type !== 'double-quoted-scalar' && token.type !== 'single-quoted-scalar') continue
    if (token.offset + token.source.length <= trouble.at + wanted) found = token
  }
  return found
}

function explainBracket(trouble: Trouble): Diagnostic | undefined {
  const { at, code, message, text } = trouble
  if (/^Flow (?:map|sequence)/.test(message)) {
    const open = innermostOpen(trouble)
    if (open === undefined) return undefined
    const bracket = open.start.source
    const args = { open: bracket, close: bracket === '[' ? ']' : '}' }
    return diagnose('syntax/unclosed-bracket', args, trouble.place(open.offset, open.offset + 1))
  }
  if (/^Unexpected flow-(?:seq|map)-end/.test(message)) {
    return diagnose('syntax/unopened-bracket', { close: text[at] ?? ']' }, trouble.place(at, at + 1))
  }
  if (text[at] === '{' && text[at - 1] === '$') {
    return diagnose('syntax/unquoted-template', {}, trouble.place(at - 1, at + 1))
  }
  if (code === 'BLOCK_IN_FLOW' || isBetweenBrackets(message)) {
    return diagnose('syntax/flow-separator', {}, trouble.place(at, at + 1))
  }
  if (message.endsWith('at node end') && /[\]}][ ]*$/.test(text.slice(trouble.lineStart, at))) {
    return diagnose(
      'syntax/text-after-value',
      { close: 'bracket' },
      trouble.place(at, at + trouble.line(at).length),
    )
  }
  return undefined
}

function isBetweenBrackets(message: string): boolean {
  return /Missing , |Unexpected (?:,|empty item)|Missing space after : in/.test(message)
}

function innermostOpen(trouble: Trouble): CST.FlowCollection | undefined {
  let found: CST.FlowCollection | undefined
  for (const token of eachToken(trouble.tokens)) {
    if (token.type !== 'flow-collection' || token.offset > trouble.at) continue
    const wanted = token.start.source === '[' ? 'flow-seq-end' : 'flow-map-end'
    if (!token.end.some((end) => end.type === wanted)) found = token
  }
  return found
}

function explainCharacter(trouble: Trouble): Diagnostic | undefined {
  const { at, code, message, text } = trouble
  if (code === 'RESOURCE_EXHAUSTION')
    return diagnose('syntax/too-deep', { most: MOST_LEVELS }, trouble.place(at, at + 1))
  if (code === 'BAD_SCALAR_START' || /^(?:Alias|Anchor) cannot be an empty/.test(message)) {
    return diagnose('syntax/reserved-character', { character: text[at] ?? '' }, trouble.place(at, at + 1))
  }
  if (/^(?:Block scalar header|Not a YAML token)/.test(message)) {
    const start = Math.max(text.lastIndexOf('|', at), text.lastIndexOf('>', at))
    if (start < trouble.lineStart) return undefined
    const character = text[start] ?? '|'
    return diagnose(
      'syntax/block-text',
      { character },
      trouble.place(start, start + trouble.line(start).length),
    )
  }
  return undefined
}

function explainLine(trouble: Trouble): Diagnostic | undefined {
  const { at, code, message, text } = trouble
  if (message.startsWith('Unexpected block-seq-ind')) {
    return diagnose('syntax/list-on-key-line', {}, trouble.place(at, at + 1))
  }
  if (message.startsWith('Nested mappings')) return explainNested(trouble)
  const word = trouble.word
  const line = trouble.line(word)
  if (code === 'BAD_INDENT' || (/^-\s/.test(line) && /^\s*-\s/.test(trouble.lineAbove(word)))) {
    return diagnose('syntax/bad-indentation', {}, trouble.place(word, word + line.length))
  }
  if (/^-(?:\s|$)/.test(line) || (message.endsWith('at node end') && isAfterList(trouble))) {
    return diagnose('syntax/list-item', {}, trouble.place(word, word + line.length))
  }
  if (message.endsWith('at node end') && text.slice(trouble.lineStart, at).trim() === '') {
    return diagnose('syntax/bad-indentation', {}, trouble.place(word, word + line.length))
  }
  if (code === 'MULTILINE_IMPLICIT_KEY' || message.startsWith('Implicit map keys'))
    return missingColon(line, trouble.place(word, word + line.length))
  return undefined
}

/**
 * Explains a value that contains another "key: value": on the same line one colon is too many, below it the line is
 * indented too far.
 */
function explainNested(trouble: Trouble): Diagnostic {
  const line = trouble.line(trouble.at)
  if (/:(?:\s|$)/.test(line))
    return diagnose('syntax/colon-in-value', {}, trouble.place(trouble.at, trouble.at + line.length))
  const below = trouble.text.slice(trouble.at + line.length).search(/\S/)
  const start = trouble.at + line.length + Math.max(0, below)
  return diagnose('syntax/bad-indentation', {}, trouble.place(start, start + trouble.line(start).length))
}

function isAfterList(trouble: Trouble): boolean {
  return trouble.tokens.some(
    (token) => token.type === 'document' && token.value?.type === 'block-seq' && token.offset < trouble.at,
  )
}

/** Explains a line without ": ". It names only the first word, because the rest may be a secret. */
export function missingColon(line: string, place: ReturnType<LineMap['place']>): Diagnostic {
  const key = /^[\w.-]{1,40}/.exec(line)?.[0] ?? line.slice(0, 1)
  return diagnose(
    'syntax/missing-colon',
    { key, tight: line[key.length] === ':' && !line.startsWith('//', key.length + 1) },
    place,
  )
}

/** Returns every token, depth first in written order. Recursion is safe: the nesting was bounded before. */
function* eachToken(tokens: Iterable<CST.Token | null | undefined>): Generator<CST.Token> {
  for (const token of tokens) {
    if (token === null || token === undefined) continue
    yield token
    if (token.type === 'document') yield* eachToken([token.value])
    if (token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection') {
      for (const item of token.items) yield* eachToken([item.key, item.value])
    }
  }
}
