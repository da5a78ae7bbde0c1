import type * as yaml from 'yaml'
import type { CST, YAMLError } from 'yaml'
import { diagnose, type Diagnostic, type RuleArgs, type RuleId } from '../diagnostics/diagnostic.ts'
import type { LineMap } from './source-document.ts'

/** Returns all tokens depth first. */
export function flattenTokens(tokens: readonly CST.Token[], { CST }: typeof yaml): readonly CST.Token[] {
  const found: CST.Token[] = []
  for (const token of tokens) {
    found.push(token)
    if (token.type !== 'document') continue
    CST.visit(token, ({ start, key, sep = [], value }) => {
      const props = value?.type === 'block-scalar' ? value.props : []
      for (const part of [...start, key, ...sep, value, ...props]) {
        if (part !== undefined && part !== null) found.push(part)
      }
    })
  }
  return found
}

/** Returns the problems that are visible before values are composed: tags and directives. */
export function refuseTokens(tokens: readonly CST.Token[], lines: LineMap): readonly Diagnostic[] {
  for (const token of tokens) {
    if (token.type !== 'scalar' || !isIndentedKey(token, lines.text)) continue
    const code = token.source.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    const place = lines.place(token.offset, token.offset + 1)
    return [diagnose('syntax/tab-indentation', { character: `The character U+${code}` }, place)]
  }
  return tokens.flatMap((token) => {
    if (token.type !== 'tag' && token.type !== 'directive') return []
    const source = token.source.trimEnd()
    const place = lines.place(token.offset, token.offset + source.length)
    if (token.type === 'tag') return [diagnose('syntax/tag', { tag: source }, place)]
    const isKnown = /^%YAML\s+1\.2\s*(?:#.*)?$/.test(source)
    return isKnown ? [] : [diagnose('syntax/directive', { directive: source }, place)]
  })
}

/** Tells whether a key starts with a character that looks like a space or like nothing. */
function isIndentedKey({ source, offset }: CST.FlowScalar, text: string): boolean {
  return /^[\u00A0\u2000-\u200B\u202F\u3000\uFEFF]/.test(source) && text[offset + source.length] === ':'
}

/** An error of the library, with the text around it and the tokens read so far. */
class SyntaxFailure {
  readonly at: number
  readonly text: string
  readonly code: YAMLError['code']
  readonly message: string
  readonly tokens: readonly CST.Token[]

  readonly #lines: LineMap

  constructor(error: YAMLError, lines: LineMap, tokens: readonly CST.Token[]) {
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

  /** Returns a problem with `length` characters from `start` on. */
  report<Id extends RuleId>(rule: Id, args: RuleArgs[Id], start: number, length = 1): Diagnostic {
    return diagnose(rule, args, this.#lines.place(start, start + length))
  }

  /** Returns a problem with the rest of the line from `start` on. */
  reportLine<Id extends RuleId>(rule: Id, args: RuleArgs[Id], start: number): Diagnostic {
    return this.report(rule, args, start, this.line(start).length)
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

/** Explains an error at the place that must change. The library names the end of the file for an open quote or bracket. */
export function explainSyntax(error: YAMLError, lines: LineMap, tokens: readonly CST.Token[]): Diagnostic {
  const failure = new SyntaxFailure(error, lines, tokens)
  return (
    explainConflict(failure) ??
    explainTab(failure) ??
    explainQuote(failure) ??
    explainBracket(failure) ??
    explainCharacter(failure) ??
    explainLine(failure) ??
    failure.report('syntax/invalid-yaml', {}, failure.at)
  )
}

function explainConflict(failure: SyntaxFailure): Diagnostic | undefined {
  const at = failure.text.search(/^(?:<{7}|>{7}) /m)
  return at === -1 ? undefined : failure.reportLine('syntax/merge-conflict', {}, at)
}

function explainTab(failure: SyntaxFailure): Diagnostic | undefined {
  for (const at of [failure.at, failure.word]) {
    const start = failure.text.lastIndexOf('\n', at - 1) + 1
    const tab = /^ *\t/.exec(failure.line(start))?.[0].length
    if (tab !== undefined)
      return failure.report('syntax/tab-indentation', { character: 'A tab' }, start + tab - 1)
  }
  return undefined
}

function explainQuote(failure: SyntaxFailure): Diagnostic | undefined {
  const { at, code, message, text } = failure
  if (code === 'BAD_DQ_ESCAPE') {
    const escape = /^\\(?:x.{0,2}|u.{0,4}|U.{0,8}|.)?/s.exec(text.slice(at, at + 10))?.[0] ?? '\\'
    return failure.report('syntax/bad-escape', { escape }, at, escape.length)
  }
  const quoted = isBetweenBrackets(message) ? undefined : lastQuoted(failure)
  if (quoted === undefined) return undefined
  const quote = text[quoted.offset] ?? '"'
  const opening = (): Diagnostic => failure.report('syntax/unclosed-quote', { quote }, quoted.offset)
  if (message.startsWith('Missing closing')) return opening()
  const end = quoted.offset + quoted.source.length
  const isAbout = code === 'BLOCK_AS_IMPLICIT_KEY' ? quoted.offset >= at : text.slice(end, at).trim() === ''
  if (!isAbout) return undefined
  // A quote that took in whole lines and was closed by the opening quote of a later value.
  if (quoted.source.includes('\n')) return opening()
  const rest = failure.line(end).trim()
  return rest === ''
    ? undefined
    : failure.reportLine('syntax/text-after-value', { close: 'quote', rest }, end)
}

/** Returns the quoted text that ends nearest before the error, or that the error is about. */
function lastQuoted(failure: SyntaxFailure): CST.FlowScalar | undefined {
  const wanted = failure.code === 'BLOCK_AS_IMPLICIT_KEY' ? failure.line(failure.at).length : 0
  let found: CST.FlowScalar | undefined
  for (const token of failure.tokens) {
    if (token.type !== 'double-quoted-scalar' && token.type !== 'single-quoted-scalar') continue
    if (token.offset + token.source.length <= failure.at + wanted) found = token
  }
  return found
}

function explainBracket(failure: SyntaxFailure): Diagnostic | undefined {
  const { at, code, message, text } = failure
  if (/^Flow (?:map|sequence)/.test(message)) {
    const open = innermostOpen(failure)
    if (open === undefined) return undefined
    // A selector such as #nav is read as a comment, with the bracket after it.
    const line = failure.line(open.offset)
    const comment = line.search(/(?<=[\s,[{])#[^\s#]/)
    if (comment !== -1 && /[\]}]/.test(line.slice(comment)))
      return failure.report('syntax/reserved-character', { character: '#' }, open.offset + comment)
    const bracket = open.start.source
    const args = { open: bracket, close: bracket === '[' ? ']' : '}' }
    return failure.report('syntax/unclosed-bracket', args, open.offset)
  }
  if (/^Unexpected flow-(?:seq|map)-end/.test(message)) {
    return failure.report('syntax/unopened-bracket', { close: text[at] ?? ']' }, at)
  }
  if (text[at] === '{' && text[at - 1] === '$') {
    return failure.report('syntax/unquoted-template', {}, at - 1, 2)
  }
  if (code === 'BLOCK_IN_FLOW' || isBetweenBrackets(message)) {
    return failure.report('syntax/flow-separator', {}, at)
  }
  if (message.endsWith('at node end') && /[\]}][ ]*$/.test(text.slice(failure.lineStart, at))) {
    return failure.reportLine('syntax/text-after-value', { close: 'bracket', rest: failure.line(at) }, at)
  }
  return undefined
}

function isBetweenBrackets(message: string): boolean {
  return /Missing , |Unexpected (?:,|empty item)|Missing space after : in/.test(message)
}

function innermostOpen(failure: SyntaxFailure): CST.FlowCollection | undefined {
  let found: CST.FlowCollection | undefined
  for (const token of failure.tokens) {
    if (token.type !== 'flow-collection' || token.offset > failure.at) continue
    const wanted = token.start.source === '[' ? 'flow-seq-end' : 'flow-map-end'
    if (!token.end.some((end) => end.type === wanted)) found = token
  }
  return found
}

function explainCharacter(failure: SyntaxFailure): Diagnostic | undefined {
  const { at, code, message, text } = failure
  if (code === 'BAD_SCALAR_START' || /^(?:(?:Alias|Anchor) cannot be an empty|Comments must)/.test(message)) {
    return failure.report('syntax/reserved-character', { character: text[at] ?? '' }, at)
  }
  if (/^(?:Block scalar header|Not a YAML token)/.test(message)) {
    const start = Math.max(text.lastIndexOf('|', at), text.lastIndexOf('>', at))
    if (start < failure.lineStart) return undefined
    const character = text[start] ?? '|'
    return failure.reportLine('syntax/block-text', { character }, start)
  }
  return undefined
}

function explainLine(failure: SyntaxFailure): Diagnostic | undefined {
  const { at, code, message, text } = failure
  if (message.startsWith('Unexpected block-seq-ind')) {
    return failure.report('syntax/list-on-key-line', {}, at)
  }
  if (message.startsWith('Nested mappings')) return explainNested(failure)
  const word = failure.word
  const line = failure.line(word)
  if (code === 'BAD_INDENT' || (/^-\s/.test(line) && /^\s*-\s/.test(failure.lineAbove(word)))) {
    return failure.reportLine('syntax/bad-indentation', {}, word)
  }
  if (/^-(?:\s|$)/.test(line) || (message.endsWith('at node end') && isAfterList(failure))) {
    return failure.reportLine('syntax/list-item', {}, word)
  }
  if (message.endsWith('at node end') && text.slice(failure.lineStart, at).trim() === '') {
    return failure.reportLine('syntax/bad-indentation', {}, word)
  }
  if (code === 'MULTILINE_IMPLICIT_KEY' || message.startsWith('Implicit map keys'))
    return failure.reportLine('syntax/missing-colon', missingColon(line), word)
  return undefined
}

/** Explains a value that contains another "key: value": one colon too many, or a line below that is indented too far. */
function explainNested(failure: SyntaxFailure): Diagnostic {
  const line = failure.line(failure.at)
  if (/:(?:\s|$)/.test(line)) return failure.reportLine('syntax/colon-in-value', {}, failure.at)
  const below = failure.text.slice(failure.at + line.length).search(/\S/)
  const start = failure.at + line.length + Math.max(0, below)
  // Several words before a colon are no key: the text goes on there.
  const isText = /^\w[^:]* [^:]*:/.test(failure.line(start))
  return failure.reportLine(isText ? 'syntax/colon-in-value' : 'syntax/bad-indentation', {}, start)
}

function isAfterList(failure: SyntaxFailure): boolean {
  return failure.tokens.some(
    (token) => token.type === 'document' && token.value?.type === 'block-seq' && token.offset < failure.at,
  )
}

/** Returns the arguments of "syntax/missing-colon". It names only the first word, because the rest may be a secret. */
export function missingColon(line: string): RuleArgs['syntax/missing-colon'] {
  const [tight] = /^(?:-(?=[^\s-])|[\w.-]{1,40}:(?!\s|\/\/|$))/.exec(line) ?? []
  return { key: tight ?? /^[\w.-]{1,40}/.exec(line)?.[0] ?? line.slice(0, 1), tight: tight !== undefined }
}
