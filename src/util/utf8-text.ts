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
    return new Utf8Text(Buffer.from(text).toString('latin1'))
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
