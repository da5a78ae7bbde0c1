import { type Command, forEachChild, type HereDoc, parse, type SyntaxNode, type WordPart } from 'unbash'
import type { Place } from '../diagnostics/diagnostic.ts'
import { soundsSecret } from '../request/redact-secrets.ts'
import { JSON_TEXT_CALL } from '../util/json-text.ts'
import { refuse } from './crawl-draft.ts'

/** Returns the place of an offset, which counts UTF-16 units from 0. */
export type PlaceAt = (offset: number) => Place

export interface ShellWord {
  /** Quotes removed; a variable of the shell is `${env:NAME}`. */
  readonly text: string
  readonly offset: number
}

export interface SplitCommand {
  readonly words: readonly ShellWord[]
  /** The input from a here-document or here-string; variables as in words. */
  readonly input?: string | undefined
  /** The text after the command, mostly another command. */
  readonly rest: string
}

/** An address with a query that stands without quotes, and a character that takes the place of its ampersands. */
const BARE_ADDRESS = /(?<=\s)https?:\/\/[^\s"'`?|;<>]+\?[^\s"'`|;<>]*/g
const AMPERSAND = '\uF8FE'

/**
 * Returns the words of the first command in a pasted text, for bash or cmd. Those would end the command at an ampersand in an
 * address without quotes; whoever pastes it means the whole address.
 * @throws {Refused} for other syntax, and for code
 */
export function pastedWords(pasted: string, placeAt: PlaceAt): SplitCommand {
  const text = pasted.replaceAll(BARE_ADDRESS, (url) => url.replaceAll(/&(?=[^\s&=]+=)/g, AMPERSAND))
  const { words, input, rest } = (looksLikeCmd(text) ? cmdWords : shellWords)(text, placeAt)
  const restored = (word: string): string => word.replaceAll(AMPERSAND, '&')
  return {
    words: words.map((word) => ({ text: restored(word.text), offset: word.offset })),
    rest,
    input: input === undefined ? undefined : restored(input),
  }
}

/**
 * Returns the words of the first command in `text`, as bash splits them. It also knows the one function that rendered commands
 * call. Nothing is executed and no variable is read.
 * @throws {Refused} for other syntax, and for code
 */
export function shellWords(text: string, placeAt: PlaceAt): SplitCommand {
  const script = parse(text)
  const command = firstCommand(script)
  const [error] = script.errors ?? []
  if (error !== undefined && error.pos < (command?.end ?? Infinity))
    refuse('import/shell-syntax', { problem: error.message }, placeAt(error.pos))
  return command === undefined ? { words: [], rest: '' } : split(command, text, placeAt)
}

function firstCommand(node: SyntaxNode): Command | undefined {
  if (node.type === 'Command') return node
  let found: Command | undefined
  forEachChild(node, (child) => (found ??= firstCommand(child)))
  return found
}

function split({ name, args, redirects, end }: Command, text: string, placeAt: PlaceAt): SplitCommand {
  const all = [...(name === undefined ? [] : [name]), ...args]
  const words = all.map((word, at) => ({ text: textOf(word, placeAt, all[at - 1]), offset: word.pos }))
  // Output that goes to a file is part of what is not imported.
  let rest = text.slice(end)
  let input: string | undefined
  for (const redirect of redirects) {
    if (redirect.type === 'HereString') input = `${textOf(redirect.target, placeAt)}\n`
    else if (redirect.type === 'HereDoc') {
      input = documentText(redirect, placeAt)
      const closed = redirect.closing?.end ?? text.length
      rest = text.slice(end, redirect.body.pos) + text.slice(closed)
    } else rest = text.slice(redirect.pos, redirect.end) + rest
  }
  return { words, rest, input }
}

function documentText({ operator, delimiter, body, closing, pos }: HereDoc, placeAt: PlaceAt): string {
  const word = delimiter?.value ?? ''
  const problem = `its here-document does not end with a line "${word}"`
  if (closing === undefined) refuse('import/shell-syntax', { problem }, placeAt(pos))
  const plain = delimiter?.quoted === true ? body.text : body.text.replaceAll(/\\([$`\\]|\n)/g, '$1')
  const content = body.parts === undefined ? plain : joinParts(body.parts, placeAt)
  return operator === '<<-' ? content.replaceAll(/^\t+/gm, '') : content
}

/** Options of curl whose value is a login, which is not stored, or is not about the crawl. */
const UNREAD =
  /^(?:-[a-zA-Z]*[ubUoxcEw]|--(?:user|cookie|oauth2-bearer|proxy|proxy-user|output|cookie-jar|cert|key|cacert|write-out))$/
const CODE = /\$\(|`|\$\{(?:\{|\w+\b(?!:-|\}))/

type Word = Command['args'][number]

function textOf(word: Word | undefined, placeAt: PlaceAt, before?: Word): string {
  if (word?.type !== 'Word') return word?.text ?? ''
  const header = /^"?([\w-]+)\s*:/.exec(word.text)?.[1] ?? ''
  if (CODE.test(word.text) && (UNREAD.test(before?.text ?? '') || soundsSecret(header)))
    return word.text.replaceAll(/^"|"$/g, '')
  return word.parts === undefined ? word.value : joinParts(word.parts, placeAt)
}

function joinParts(parts: readonly WordPart[], placeAt: PlaceAt): string {
  const texts = parts.map((part, at) => {
    if (part.text === '$$' && MAKE_VARIABLE.test(parts[at + 1]?.text ?? '')) return ''
    const text = partText(part, placeAt)
    return parts[at - 1]?.text === '$$' ? text.replace(MAKE_VARIABLE, '${env:$1$2}') : text
  })
  return texts.join('')
}

/** A variable of the shell in a Makefile, after its two dollar signs. */
const MAKE_VARIABLE = /^(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/

function partText(part: WordPart, placeAt: PlaceAt): string {
  const { type, text, pos } = part
  switch (type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value
    case 'DoubleQuoted':
    case 'LocaleString':
      return joinParts(part.parts, placeAt)
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return text
    default: {
      const [whole, plain, braced, fallback] = VARIABLE.exec(text) ?? JSON_TEXT_CALL.exec(text) ?? []
      const variable = plain ?? braced
      // Code that a shell would have to execute.
      if (whole !== text || variable === undefined)
        refuse('import/shell-code', { code: labelOf(text) }, placeAt(pos))
      return `\${env:${variable}${fallback === undefined ? '' : `:-${fallback}`}}`
    }
  }
}

/** A variable, perhaps with a default that is only text. */
const VARIABLE = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)(?::-([^{}$`\\"']*))?\})$/

/** Names code without its content, which may be a secret. */
function labelOf(code: string): string {
  if (code.startsWith('`')) return '`...`'
  if (/^[$<>]\(/.test(code)) return `${code[0]}(...)`
  return code.startsWith('${') ? '${...}' : code.slice(0, 2)
}

/** Returns true for a command that Windows' cmd reads: its quotes or line ends have a caret, or quotes are doubled in JSON. */
export function looksLikeCmd(text: string): boolean {
  return /(?:^|\s)(?:\^"|"\{"")|[\s"]\^\n/.test(text)
}

/** What cmd keeps of a command: quoted text, a character after a caret (which also joins lines), and other text. */
const CMD_PIECE = /"[^"]*"?|\^\n?([^^]?)|[^"^\n&|<>]+/y

/** What the program's own splitting knows: backslashes before quotes, white space, and other text. */
const PROGRAM_PIECE = /(\\*)("{1,2})|\s+|[^\s"\\]+|\\+/g

/**
 * Returns the words of the first command in `text`. First cmd takes out carets, then the program splits what is left: `\"` and,
 * between quotes, `""` are a quote. All words have the offset of the command.
 * @throws {Refused} for an open quote
 */
export function cmdWords(text: string, placeAt: PlaceAt): SplitCommand {
  const start = text.search(/\S/)
  CMD_PIECE.lastIndex = start
  let command = ''
  let end = start
  for (let piece = CMD_PIECE.exec(text); piece !== null; piece = CMD_PIECE.exec(text)) {
    command += piece[1] ?? piece[0]
    end = CMD_PIECE.lastIndex
  }
  const words: { text: string; readonly offset: number }[] = []
  let word: { text: string; readonly offset: number } | undefined
  let isQuoted = false
  for (const [piece, slashes = '', quotes = ''] of command.matchAll(PROGRAM_PIECE)) {
    if (!isQuoted && /^\s/.test(piece)) {
      word = undefined
      continue
    }
    if (word === undefined) words.push((word = { text: '', offset: start }))
    if (quotes === '') {
      word.text += piece
      continue
    }
    const isEscaped = slashes.length % 2 === 1
    const open = isEscaped ? quotes.slice(1) : quotes
    word.text += '\\'.repeat(slashes.length / 2) + (isEscaped ? '"' : '')
    if (open === '"') isQuoted = !isQuoted
    else if (open === '""' && isQuoted) word.text += '"'
  }
  if (isQuoted) refuse('import/shell-syntax', { problem: 'a double quote is not closed' }, placeAt(start))
  return { words, rest: text.slice(end) }
}
