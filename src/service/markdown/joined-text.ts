/** Flat texts are made of what has been put together from so many pieces: each piece takes memory of its own. */
const LEAST_PIECES = 4096

/** A text that grows piece by piece. */
export class JoinedText {
  #text = ''
  #pieces = 0
  #most = LEAST_PIECES

  add(piece: string): void {
    this.#text += piece
    if (++this.#pieces < this.#most) return
    // Asking for a character makes the text flat.
    this.#text.charCodeAt(0)
    this.#pieces = 0
    this.#most = Math.max(LEAST_PIECES, this.#text.length >> 4)
  }

  /** Returns the text, and goes on with another. */
  swap(text: string): string {
    const before = this.#text
    this.#text = text
    return before
  }
}
