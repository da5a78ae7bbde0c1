/**
 * A text as the bytes of its UTF-8 form, one character of a string (U+0000 to U+00FF) for each. What is read as bytes and
 * written as bytes takes half the memory so, and is neither decoded nor encoded on its way.
 */
export class Utf8Text {
  readonly bytes: string

  constructor(bytes: string) {
    this.bytes = bytes
  }

  /** The text itself; bytes that are no UTF-8 become U+FFFD. */
  toString(): string {
    return Buffer.from(this.bytes, 'latin1').toString('utf8')
  }

  /** The text as a JSON string (RFC 8259, section 7), still in bytes. */
  quoted(): Utf8Text {
    // JSON.stringify looks at each character by itself, which takes three times as long where few need it.
    const escaped = this.bytes.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
    return new Utf8Text(CONTROL.test(escaped) ? JSON.stringify(this.bytes) : `"${escaped}"`)
  }

  /** In JSON it is what it says. */
  toJSON(): string {
    return this.toString()
  }
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1F]/
