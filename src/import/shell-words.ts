import { type Command, forEachChild, type HereDoc, parse, type SyntaxNode, type WordPart } from 'unbash'
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
 * Returns the words of the first command in `text`, as bash splits them. It also knows the one function that rendered commands
 * call. Nothing is executed and no variable is read.
 */
export function shellWords(text: string): SplitCommand {
  const script = parse(text)
  const command = firstCommand(script)
  const [error] = script.errors ?? []
  try {
    if (error !== undefined && error.pos < (command?.end ?? Infinity))
      throw new Refused({ kind: 'syntax', offset: error.pos, problem: error.message })
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
    throw new Refused({ kind: 'syntax', offset: pos, problem })
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
      if (whole !== text || variable === undefined)
        throw new Refused({ kind: 'code', offset: pos, code: labelOf(text) })
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
  return /(?:^|\s)\^"|[\s"]\^\r?\n/.test(text)
}

/**
 * Returns the words of the first command in `text`. First cmd takes out carets, then the program splits what is left:
 * `\"` and, between quotes, `""` are a quote.
 */
export function cmdWords(text: string): SplitCommand {
  const { characters, end } = withoutCarets(text)
  const words: ShellWord[] = []
  let word: { text: string; readonly offset: number } | undefined
  let isQuoted = false
  for (let at = 0; at < characters.length; at++) {
    const { value, offset } = characters[at] ?? { value: '', offset: 0 }
    if (!isQuoted && /\s/.test(value)) {
      if (word !== undefined) words.push(word)
      word = undefined
      continue
    }
    word ??= { text: '', offset }
    if (value === '\\') {
      let count = 1
      while (characters[at + count]?.value === '\\') count += 1
      const isBeforeQuote = characters[at + count]?.value === '"'
      word.text += '\\'.repeat(isBeforeQuote ? Math.floor(count / 2) : count)
      at += count - 1
      if (!isBeforeQuote || count % 2 === 0) continue
      word.text += '"'
      at += 1
    } else if (value !== '"') word.text += value
    else if (isQuoted && characters[at + 1]?.value === '"') {
      word.text += '"'
      at += 1
    } else isQuoted = !isQuoted
  }
  if (isQuoted) {
    const problem = 'a double quote is not closed'
    return { ok: false, problem: { kind: 'syntax', offset: word?.offset ?? 0, problem } }
  }
  if (word !== undefined) words.push(word)
  return { ok: true, words, rest: text.slice(end) }
}

interface Character {
  readonly value: string
  readonly offset: number
}

/** Returns the first command as cmd passes it on. A caret between quotes without carets is only a caret. */
function withoutCarets(text: string): { characters: readonly Character[]; end: number } {
  const characters: Character[] = []
  let isQuoted = false
  let at = 0
  while (at < text.length) {
    let value = text[at] ?? ''
    const offset = at
    if (value === '^' && !isQuoted) {
      // A caret at a line's end continues the line, and the character after that is only a character.
      const lineEnd = /^\^\r?\n/.exec(text.slice(at, at + 3))?.[0]
      at += lineEnd?.length ?? 1
      value = text[at] ?? ''
      if (lineEnd !== undefined && value === '^') continue
    } else if (value === '"') isQuoted = !isQuoted
    else if (!isQuoted && /[\n&|<>]/.test(value) && characters.some((before) => /\S/.test(before.value)))
      break
    characters.push({ value, offset })
    at += 1
  }
  return { characters, end: at }
}
