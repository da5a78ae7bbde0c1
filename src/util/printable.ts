const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/**
 * Returns text that is safe to show on a terminal and in a log: control characters, line separators and the characters
 * that turn the reading direction are written as escapes, so that nothing a file or a service says can move the cursor,
 * colour, or forge a line.
 */
export function printable(text: string): string {
  if (plainAscii.test(text) || !unsafe.test(text)) return text
  return text.replaceAll(unsafeAll, (character) => escapes[character] ?? escaped(character))
}

/** As `printable`, but line breaks stay. */
export function printableLines(text: string): string {
  if (plainAscii.test(text)) return text
  return text
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
}

// Nearly every text, and far faster to tell than what Unicode holds.
const plainAscii = /^[ -~]*$/

// Lone surrogates have no UTF-8 form; the rest is C0, DEL, C1, separators and bidirectional controls.
const unsafe =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/u
const unsafeAll = new RegExp(unsafe.source, 'gu')

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
