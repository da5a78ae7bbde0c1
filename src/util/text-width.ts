// oxlint-disable-next-line no-control-regex
const plainAscii = /^[\u0000-\u007f]*$/

/** Returns the terminal cells that `text` takes: two for a wide character, none for a combining mark. */
export function textWidth(text: string): number {
  if (plainAscii.test(text)) return text.length
  // Common blocks that terminals draw two cells wide (Unicode East Asian Width W and F, and emoji).
  const wide =
    /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/u
  const mark = /\p{Mark}|\u200b|\u200d|\ufe0f/u
  let width = 0
  for (const character of text) width += mark.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

/** Returns `text` padded with spaces to `width` cells. */
export function padCells(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - textWidth(text)))
}

/**
 * Returns the greatest width of a column in lines of `columns` cells, of which other columns take `taken`: `most` if it fits,
 * else the rest, and at least 8.
 */
export function fittingWidth(most: number, columns: number | undefined, taken: number): number {
  return columns === undefined ? most : Math.max(8, Math.min(most, columns - taken))
}

/**
 * Returns the width of a column: that of its widest text. Texts wider than `most` do not count; they only widen their own line.
 */
export function columnWidth<Key extends string>(
  rows: readonly Readonly<Record<Key, string>>[],
  key: Key,
  most: number,
): number {
  let width = 0
  for (const row of rows) {
    const cells = textWidth(row[key])
    if (cells <= most) width = Math.max(width, cells)
  }
  return width
}
