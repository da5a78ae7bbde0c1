/** So many texts are joined at once. */
const MANY = 4096
const SPACES = /\s+/g

/** Joins texts in order. A text of millions of short ones needs little more memory than its own length. */
export class JoinedText {
  readonly #parts: string[] = []
  #texts: string[] = []

  add(text: string): void {
    if (this.#texts.push(text) < MANY) return
    this.#parts.push(this.#texts.join(''))
    this.#texts = []
  }

  end(): string {
    const rest = this.#texts.join('')
    return this.#parts.length === 0 ? rest : this.#parts.join('') + rest
  }
}

/** Returns text with a backslash before each match of a pattern. */
export function backslashed(text: string, pattern: RegExp): string {
  return replaceEach(text, pattern, (found) => `\\${found}`)
}

/** Returns text with one space for each run of white space. */
export function spaced(text: string, spaces: RegExp = SPACES): string {
  return replaceEach(text, spaces, () => ' ')
}

/** Replaces each match. `replaceAll` needs some 30 bytes for each, so a long text of matches would need too much memory. */
function replaceEach(text: string, pattern: RegExp, write: (found: string) => string): string {
  const written = new JoinedText()
  let from = 0
  for (const { 0: found, index } of text.matchAll(pattern)) {
    written.add(text.slice(from, index))
    written.add(write(found))
    from = index + found.length
  }
  if (from === 0) return text
  written.add(text.slice(from))
  return written.end()
}
