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
