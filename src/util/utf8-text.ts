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

  /** In JSON it is what it says. */
  toJSON(): string {
    return this.toString()
  }
}

/** How JSON writes what may stand in no string as it is (RFC 8259, section 7), save most control characters. */
const ESCAPES = [
  ['\n', 'n'],
  ['"', '"'],
  ['\\', '\\'],
] as const

const BACKSLASH = 0x5c
const QUOTE = 0x22

/** Whether `writeQuoted` can write a text: control characters other than a line feed are too rare for it. */
export function canWriteQuoted({ bytes }: Utf8Text): boolean {
  return !RARE.test(bytes)
}

// oxlint-disable-next-line no-control-regex
const RARE = /[\0-\t\v-\x1F]/

/**
 * Writes a text as a JSON string, which costs a fifth of what `JSON.stringify` takes and leaves no garbage: the bytes are
 * copied in one go, then moved apart where something has to be escaped.
 * @param target with room for twice the bytes and the two quotes behind `at`
 * @returns the place behind the string
 */
export function writeQuoted({ bytes }: Utf8Text, target: Buffer, at: number): number {
  const { length } = bytes
  // At the far end of the room, so that no byte is overwritten before it is moved.
  const source = at + 2 + length
  target.write(bytes, source, length, 'latin1')
  let end = at
  target[end++] = QUOTE
  const next = ESCAPES.map(([character]) => placeOf(bytes, character, 0))
  for (let from = 0; from <= length;) {
    let place = length
    for (const found of next) if (found < place) place = found
    if (place > from) target.copyWithin(end, source + from, source + place)
    end += place - from
    from = place + 1
    const index = next.indexOf(place)
    const escape = ESCAPES[index]
    if (place === length || escape === undefined) break
    target[end++] = BACKSLASH
    target[end++] = escape[1].charCodeAt(0)
    next[index] = placeOf(bytes, escape[0], from)
  }
  target[end++] = QUOTE
  return end
}

function placeOf(bytes: string, character: string, from: number): number {
  const place = bytes.indexOf(character, from)
  return place === -1 ? bytes.length : place
}
