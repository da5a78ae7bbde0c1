/** Orders text by UTF-16 code units: the same on every machine, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Returns a count with its noun: `1 page`, `2 pages`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** Returns the counts that are not zero, each with its words: `3 failed`. */
export function countWords(counts: readonly (readonly [count: number, words: string])[]): string[] {
  return counts.filter(([count]) => count !== 0).map(([count, words]) => `${count} ${words}`)
}

/** Returns `text` quoted so that a POSIX shell reads it back unchanged as one argument. */
export function shellQuote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`
}

/** Returns an error about `url` as it reads in a line that already names the URL. */
export function errorAbout(url: string, error: string): string {
  return error.replaceAll(`"${url}"`, 'it')
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Returns `text` safe for a terminal and a log. Control characters, line separators and bidirectional controls become
 * escapes, so that no file and no service can move the cursor, change colours or forge a line.
 */
export function printable(text: string): string {
  // C0, DEL, C1, separators, bidirectional controls, and lone surrogates, which have no UTF-8 form.
  const unsafe =
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu
  return text.replaceAll(
    unsafe,
    (character) => escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns `text` as `printable` does, with its line breaks. */
export function printableLines(text: string): string {
  return text
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
}

/** Returns someone else's text as one line that is safe to show and keep, cut after `most` characters. */
export function oneLine(text: string, most = 400): string {
  // Cut first, because a hostile service may send very long text.
  const short = text
    .slice(0, 4 * most)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const shown = printable(short)
  return shown.length > most ? `${shown.slice(0, most)}...` : shown
}
