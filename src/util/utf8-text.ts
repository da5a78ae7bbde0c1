/** Where texts are encoded, one after another. */
const scratch = Buffer.allocUnsafeSlow(512 * 1024)

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
    // A UTF-16 unit takes at most three bytes. Longer texts are so rare that they may have their length counted first.
    if (text.length * 3 > scratch.length) return new Utf8Text(Buffer.from(text).toString('latin1'))
    return new Utf8Text(scratch.toString('latin1', 0, scratch.write(text)))
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
