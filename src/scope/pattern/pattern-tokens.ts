import { memoizeByText } from '../../util/memoize.ts'

/** One repetition, which a question mark makes lazy. */
export const COUNT = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})`
const ESCAPE = String.raw`\\[xpP]\{[^}]*\}|\\[pP][\s\S]|\\[0-7]{1,3}|\\k<[^>]*>|\\[\s\S]`
const CLASS = String.raw`\[:\^?\w+:\]|\\[dDwWsS]|\\[pP](?:\{[^}]*\}|[^{])`
const HYPHEN = String.raw`-(?!\]|$)`

/** In brackets: a class, maybe with a hyphen that begins no range; or one character, or a range of two. */
export const MEMBER = new RegExp(
  String.raw`(${CLASS})(${HYPHEN})?|(${ESCAPE}|[\s\S])(?:${HYPHEN}(${ESCAPE}|[\s\S]))?`,
  'gu',
)

const TOKEN = new RegExp(
  [
    // Repetitions of a repetition are one token. An empty quotation between them changes nothing.
    String.raw`${COUNT}(?:(?:\\Q\\E)*${COUNT})*`,
    String.raw`\\Q[\s\S]*?(?:\\E|$)`,
    ESCAPE,
    // A bracket directly after the opening one is a member.
    String.raw`\[\^?\]?(?:(?:${CLASS})(?:${HYPHEN})?|(?:${ESCAPE}|[^\]\\])(?:${HYPHEN}(?:${ESCAPE}|[^\]\\]))?)*\]?`,
    String.raw`\(\?(?:<?[=!]|>|P=\w+\))`,
    // Braces that count nothing.
    String.raw`\{[\w,. -]*\}`,
    String.raw`[\s\S]`,
  ].join('|'),
  'gu',
)

/**
 * Cuts a pattern in RE2's syntax into its smallest parts: repetitions, quotations, escapes, brackets, the beginnings of groups
 * and look-around, and single characters. `index` counts from 0.
 */
export function patternTokens(pattern: string): readonly { readonly text: string; readonly index: number }[] {
  return Array.from(pattern.matchAll(TOKEN), ({ 0: text, index }) => ({ text, index }))
}

const BEYOND_ASCII =
  /[^\0-\x7f]|\\[pP]|\\x\{0*(?:[89a-fA-F][0-9a-fA-F]|[1-9a-fA-F][0-9a-fA-F]{2,})\}|\\x[89a-fA-F][0-9a-fA-F]/u

/**
 * Returns the first class of characters in `pattern` that needs Unicode, as it is written: `\p{L}`, or brackets that hold
 * more than ASCII. Undefined for a pattern that is read alike with and without Unicode.
 */
export const unicodePart: (pattern: string) => string | undefined = memoizeByText(10_000, (pattern) => {
  const isClass = (text: string): boolean =>
    /^\\[pP]/.test(text) || (text.startsWith('[') && BEYOND_ASCII.test(text))
  return patternTokens(pattern).find(({ text }) => isClass(text))?.text
})
