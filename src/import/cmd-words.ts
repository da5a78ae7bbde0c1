import type { ShellWord, SplitCommand } from './shell-words.ts'

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
