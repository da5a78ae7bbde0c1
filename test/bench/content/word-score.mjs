// How the benchmark compares texts (its `evaluate.py`): as bags of words, without case.

/** Returns a text's words, as Python's `\w+` cuts them. */
export function words(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []
}

/** Returns the words that a reader of the Markdown sees: no addresses, no images, no marks. */
export function markdownWords(markdown) {
  const text = markdown
    .replaceAll(/!\[(?:\\.|[^\]\\])*\]\((?:[^()]|\([^()]*\))*\)/g, '')
    .replaceAll(/\]\((?:[^()]|\([^()]*\))*\)/g, ']')
    .replaceAll(/<\/?(?:br|sub|sup|kbd)\b[^>]*>/g, ' ')
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replaceAll(/(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, ' ')
  return words(text)
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
