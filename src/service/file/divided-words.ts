import { UNSPACED } from '../markdown/formula-element.ts'

/** Words that a file has in the middle of a line, in small letters: its own dictionary. */
export type KnownWords = ReadonlySet<string>

const WORD = /[\p{L}\p{M}\p{N}]+(?:[-\u2010][\p{L}\p{M}\p{N}]+)*/gu
/** A word at the end of a line, and what the next line goes on with. */
const DIVIDED =
  /([\p{L}\p{M}\p{N}]+(?:[-\u2010][\p{L}\p{M}\p{N}]+)*)([-\u2010\u00AD])\n([\p{L}\p{M}\p{N}]+)/gu
/** The end of a line at a dash without spaces around it. */
const AFTER_DASH = /(?<=[\p{L}\p{N}][–—])\n(?=[\p{L}\p{N}])/gu
/** As in "Vor- und Nachteile". */
const CONJUNCTION = /^(?:und|oder|bzw|and|or|to|et|ou|y|o|e|en|of|och|og|eller)$/

/** Collects the words of lines. The first and the last of a line may be parts of words. */
export function collectWords(line: string, words: Set<string>): void {
  for (const [word] of line.toLowerCase().replaceAll('\u2010', '-').matchAll(WORD)) words.add(word)
}

/**
 * Joins lines. A word that is divided at the end of a line becomes one again; it keeps its hyphen if the file writes it with
 * one elsewhere, or if a capital or a digit follows.
 */
export function joinLines(lines: readonly string[], words: KnownWords): string {
  return lines
    .join('\n')
    .replaceAll(DIVIDED, (_found, start: string, hyphen: string, end: string) => {
      if (CONJUNCTION.test(end)) return `${start}- ${end}`
      return start + (keepsHyphen(start, hyphen, end, words) ? '-' : '') + end
    })
    .replaceAll(AFTER_DASH, '')
    .replaceAll('\u00AD', '')
    .replaceAll(UNSPACED, '')
    .replaceAll('\n', ' ')
}

function keepsHyphen(start: string, hyphen: string, end: string, words: KnownWords): boolean {
  if (hyphen === '\u00AD') return false
  if (/^[\p{Lu}\p{N}]/u.test(end) || /\p{N}$/u.test(start)) return !isUpperCase(start + end)
  const [first, second] = [start.toLowerCase().replaceAll('\u2010', '-'), end.toLowerCase()]
  return !words.has(first + second) && words.has(`${first}-${second}`)
}

/** In a heading of capitals, a capital says nothing. */
function isUpperCase(word: string): boolean {
  return word.length > 3 && /^[\p{Lu}\p{M}]+$/u.test(word)
}
