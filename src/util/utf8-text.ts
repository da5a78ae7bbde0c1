/** A character of UTF-16 takes at most so many bytes. */
const MOST_BYTES = 3
const MOST_AT_HAND = 0x10000
let atHand: Buffer | undefined

/**
 * A text as the bytes of its UTF-8 form, one character of a string (U+0000 to U+00FF) a byte. What is read and written
 * as bytes takes half the memory this way and is never decoded or encoded in between.
 */
export class Utf8Text {
  readonly bytes: string

  constructor(bytes: string) {
    this.bytes = bytes
  }

  /** Returns `text` in this form. A half of a character becomes U+FFFD. */
  static of(text: string): Utf8Text {
    // A buffer that surely takes it spares asking how long it will be, which takes as long as writing it.
    if (text.length > MOST_AT_HAND) return new Utf8Text(Buffer.from(text).toString('latin1'))
    atHand ??= Buffer.allocUnsafeSlow(MOST_AT_HAND * MOST_BYTES)
    return new Utf8Text(atHand.toString('latin1', 0, atHand.write(text)))
  }

  /** Returns the text itself. Bytes that are not UTF-8 become U+FFFD. */
  toString(): string {
    return Buffer.from(this.bytes, 'latin1').toString('utf8')
  }

  /** Returns the text, so that JSON holds what it says. */
  toJSON(): string {
    return this.toString()
  }
}
