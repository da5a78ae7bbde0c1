/**
 * A text as the bytes of its UTF-8 form, one character of a string (U+0000 to U+00FF) for each. What is read as bytes and
 * written as bytes takes half the memory so, and is neither decoded nor encoded on its way.
 */
export class Utf8Text {
  readonly bytes: string

  constructor(bytes: string) {
    this.bytes = bytes
  }

  /** Returns the text itself; bytes that are no UTF-8 become U+FFFD. */
  toString(): string {
    return Buffer.from(this.bytes, 'latin1').toString('utf8')
  }

  /** In JSON it is what it says. */
  toJSON(): string {
    return this.toString()
  }
}
