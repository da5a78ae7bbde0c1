/** One UTF-16 unit takes at most three bytes of UTF-8. */
const MOST_BYTES = 3
const MOST_AT_HAND = 0x10000
let atHand: Buffer | undefined

/**
 * A text as a string of its UTF-8 bytes, one character (U+0000 to U+00FF) per byte. It takes half the memory and needs no
 * decoding between reading and writing.
 */
export class Utf8Text {
  readonly bytes: string

  constructor(bytes: string) {
    this.bytes = bytes
  }

  /** Returns `text` in this form. A half of a character becomes U+FFFD. */
  static of(text: string): Utf8Text {
    // Measuring a text takes as long as writing it, so small texts share one large buffer.
    if (text.length > MOST_AT_HAND) return new Utf8Text(Buffer.from(text).toString('latin1'))
    atHand ??= Buffer.allocUnsafeSlow(MOST_AT_HAND * MOST_BYTES)
    return new Utf8Text(atHand.toString('latin1', 0, atHand.write(text)))
  }

  /** Returns the text itself. Bytes that are not UTF-8 become U+FFFD. */
  toString(): string {
    return Buffer.from(this.bytes, 'latin1').toString('utf8')
  }

  /** Returns the text, for JSON. */
  toJSON(): string {
    return this.toString()
  }
}
