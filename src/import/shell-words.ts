import { type Command, forEachChild, type HereDoc, parse, type SyntaxNode, type WordPart } from 'unbash'
import { diagnose, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import { JSON_TEXT_CALL } from '../util/json-text.ts'

export interface CommandProblem {
  /** Counts UTF-16 units from 0. */
  readonly offset: number
  readonly report: (place: Place) => Diagnostic
}

export function syntaxProblem(offset: number, problem: string): CommandProblem {
  return { offset, report: (place) => diagnose('import/shell-syntax', { problem }, place) }
}

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
  | { readonly ok: false; readonly problem: CommandProblem }

class Refused extends Error {
  readonly problem: CommandProblem
  constructor(problem: CommandProblem) {
    super()
    this.problem = problem
  }
}

/**
 * Returns the words of the first command in `text`, as bash splits them. It also knows the one function that rendered commands
 * call. Nothing is executed and no variable is read.
 */
export function shellWords(text: string): SplitCommand {
  const script = parse(text)
  const command = firstCommand(script)
  const [error] = script.errors ?? []
  try {
    if (error !== undefined && error.pos < (command?.end ?? Infinity))
      throw new Refused(syntaxProblem(error.pos, error.message))
    return command === undefined ? { ok: true, words: [], rest: '' } : split(command, text)
  } catch (refused) {
    if (refused instanceof Refused) return { ok: false, problem: refused.problem }
    throw refused
  }
}

function firstCommand(node: SyntaxNode): Command | undefined {
  if (node.type === 'Command') return node
  let found: Command | undefined
  forEachChild(node, (child) => (found ??= firstCommand(child)))
  return found
}

function split({ name, args, redirects, end }: Command, text: string): SplitCommand {
  const written = [...(name === undefined ? [] : [name]), ...args]
  const words = written.map((word) => ({ text: textOf(word), offset: word.pos }))
  // Output that goes to a file is part of what is not imported.
  let rest = text.slice(end)
  let input: string | undefined
  for (const redirect of redirects) {
    if (redirect.type === 'HereString') input = `${textOf(redirect.target)}\n`
    else if (redirect.type === 'HereDoc') {
      input = documentText(redirect)
      const closed = redirect.closing?.end ?? text.length
      rest = text.slice(end, redirect.body.pos) + text.slice(closed)
    } else rest = text.slice(redirect.pos, redirect.end) + rest
  }
  return { ok: true, words, rest, ...(input === undefined ? {} : { input }) }
}

function documentText({ operator, delimiter, body, closing, pos }: HereDoc): string {
  const word = delimiter?.value ?? ''
  if (closing === undefined) {
    const problem = `its here-document does not end with a line "${word}"`
    throw new Refused(syntaxProblem(pos, problem))
  }
  const plain = delimiter?.quoted === true ? body.text : body.text.replaceAll(/\\([$`\\]|\n)/g, '$1')
  const content = body.parts === undefined ? plain : body.parts.map((part) => partText(part)).join('')
  return operator === '<<-' ? content.replaceAll(/^\t+/gm, '') : content
}

function textOf(word: Command['args'][number] | undefined): string {
  if (word?.type !== 'Word') return word?.text ?? ''
  return word.parts === undefined ? word.value : word.parts.map((part) => partText(part)).join('')
}

function partText(part: WordPart): string {
  const { type, text, pos } = part
  switch (type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.map((inner) => partText(inner)).join('')
    case 'Glob':
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return text
    default: {
      const [whole, plain, braced, fallback] = VARIABLE.exec(text) ?? JSON_TEXT_CALL.exec(text) ?? []
      const variable = plain ?? braced
      if (whole !== text || variable === undefined) {
        // Code that a shell would have to execute.
        const code = labelOf(text)
        throw new Refused({ offset: pos, report: (place) => diagnose('import/shell-code', { code }, place) })
      }
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

/** Returns true for a command that Windows' cmd reads: its quotes or its line ends have a caret. */
export function looksLikeCmd(text: string): boolean {
  return /(?:^|\s)\^"|[\s"]\^\n/.test(text)
}

/** What cmd keeps of a command: quoted text, a character after a caret (which also joins lines), and other text. */
const CMD_PIECE = /"[^"]*"?|\^\n?([^^]?)|[^"^\n&|<>]+/y

/** What the program's own splitting knows: backslashes before quotes, white space, and other text. */
const PROGRAM_PIECE = /(\\*)("{1,2})|\s+|[^\s"\\]+|\\+/g

/**
 * Returns the words of the first command in `text`. First cmd takes out carets, then the program splits what is left: `\"` and,
 * between quotes, `""` are a quote. All words have the offset of the command.
 */
export function cmdWords(text: string): SplitCommand {
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
  if (!isQuoted) return { ok: true, words, rest: text.slice(end) }
  return { ok: false, problem: syntaxProblem(start, 'a double quote is not closed') }
}
