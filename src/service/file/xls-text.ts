/** Flags of a text ([MS-XLS] 2.5.293): two bytes for each character, how it is read, parts of other looks. */
const WIDE = 1
const READ_AS = 4
const RICH = 8
const CONTINUE = 0x3c

/** Returns a text after its length, which takes `lengthBytes`, and its flags. */
export function readText(data: Buffer, at: number, lengthBytes: 1 | 2): string {
  const length = data.readUIntLE(at, lengthBytes)
  const isWide = ((data[at + lengthBytes] ?? 0) & WIDE) !== 0
  const start = at + lengthBytes + 1
  return isWide
    ? data.toString('utf16le', start, start + length * 2)
    : data.toString('latin1', start, start + length)
}

/** Returns the texts that cells share, from their record and those that continue it, which may divide any text. */
export function readSharedTexts(stream: Buffer, start: number): string[] {
  const source = new DividedRecord(stream, start)
  source.skip(4)
  const count = source.number(4)
  const texts: string[] = []
  while (texts.length < count && !source.isEmpty()) {
    const length = source.number(2)
    const flags = source.number(1)
    const looks = (flags & RICH) === 0 ? 0 : source.number(2)
    const readings = (flags & READ_AS) === 0 ? 0 : source.number(4)
    texts.push(source.text(length, flags))
    source.skip(looks * 4 + readings)
  }
  return texts
}

/** The bytes of a record and of those that continue it. */
class DividedRecord {
  readonly #stream: Buffer
  #at: number
  #end: number

  constructor(stream: Buffer, start: number) {
    this.#stream = stream
    this.#at = start + 4
    this.#end = this.#at + stream.readUInt16LE(start + 2)
  }

  isEmpty(): boolean {
    return this.#at >= this.#end && !this.#continue()
  }

  number(bytes: 1 | 2 | 4): number {
    if (this.isEmpty() || this.#at + bytes > this.#stream.length) return 0
    this.#at += bytes
    return this.#stream.readUIntLE(this.#at - bytes, bytes)
  }

  skip(bytes: number): void {
    let left = bytes
    while (left > 0 && !this.isEmpty()) {
      const step = Math.min(left, this.#end - this.#at)
      this.#at += step
      left -= step
    }
  }

  /** Each continuation of a text begins with flags of its own. */
  text(length: number, flags: number): string {
    let text = ''
    let size = (flags & WIDE) + 1
    while (text.length < length) {
      if (this.#at >= this.#end) {
        if (!this.#continue()) break
        size = (this.number(1) & WIDE) + 1
      }
      const end = Math.min(this.#end, this.#at + (length - text.length) * size)
      const piece = this.#stream.toString(size === 2 ? 'utf16le' : 'latin1', this.#at, end)
      if (piece === '') break
      text += piece
      this.#at = end
    }
    return text
  }

  #continue(): boolean {
    const next = this.#end
    if (next + 4 > this.#stream.length || this.#stream.readUInt16LE(next) !== CONTINUE) return false
    this.#at = next + 4
    this.#end = Math.min(this.#at + this.#stream.readUInt16LE(next + 2), this.#stream.length)
    return this.#at < this.#end
  }
}
