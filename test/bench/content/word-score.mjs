// How the benchmark compares texts (its `evaluate.py`): as bags of words, without case.
import { decodeHTML } from 'entities'
import MarkdownIt from 'markdown-it'

/** Returns a text's words, as Python's `\w+` cuts them. */
export function words(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

const markdown = new MarkdownIt({ html: true })
/** Tags that end no word: `<em>un</em>done` is one. */
const WITHIN_WORD = /<\/?(?:a|code|del|em|s|strong)\b[^>]*>/g

/** Returns the words that a reader of the Markdown sees: no addresses, no images, no marks, no names of languages. */
export function markdownWords(text) {
  const html = markdown
    .render(text)
    .replaceAll(WITHIN_WORD, '')
    .replaceAll(/<[^>]*>/g, ' ')
  return words(decodeHTML(html))
}

/** Returns precision, recall and F1 of words beside those expected, each counted as often as it stands there. */
export function scoreWords(found, expected) {
  if (expected.length === 0 || found.length === 0) {
    const same = expected.length === found.length ? 1 : 0
    return { precision: same, recall: same, f1: same }
  }
  const left = new Map()
  for (const word of expected) left.set(word, (left.get(word) ?? 0) + 1)
  let common = 0
  for (const word of found) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    common++
  }
  const precision = common / found.length
  const recall = common / expected.length
  return { precision, recall, f1: common === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}
