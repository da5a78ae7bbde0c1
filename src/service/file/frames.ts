import { LINE_FEED } from '../../util/character-codes.ts'
import type { Writable } from 'node:stream'
import type { JsonObject } from '../../util/json.ts'

/** Writes the head of a message: a line of JSON with the length of the bytes that follow it. */
export function writeHead(to: Writable, head: JsonObject, length: number): void {
  to.write(`${JSON.stringify({ ...head, length })}\n`)
}

/** Puts messages together as their parts come. */
export class FrameReader {
  readonly #take: (head: JsonObject, body: Buffer) => void
  #line = ''
  #head: JsonObject | undefined
  #body = Buffer.alloc(0)
  #filled = 0

  /** @param take is called with each message */
  constructor(take: (head: JsonObject, body: Buffer) => void) {
    this.#take = take
  }

  push(part: Buffer): void {
    let rest = part
    while (rest.length > 0)
      rest = this.#head === undefined ? this.#readLine(rest) : this.#fill(this.#head, rest)
  }

  #readLine(part: Buffer): Buffer {
    const end = part.indexOf(LINE_FEED)
    // JSON is written in ASCII but for texts, which a part may divide: latin1 keeps their bytes.
    this.#line += part.toString('latin1', 0, end === -1 ? part.length : end)
    if (end === -1) return Buffer.alloc(0)
    // `writeFrame` wrote it.
    const head = JSON.parse(Buffer.from(this.#line, 'latin1').toString()) as JsonObject
    this.#line = ''
    this.#head = head
    this.#body = Buffer.allocUnsafeSlow(Number(head['length']))
    this.#filled = 0
    if (this.#body.length === 0) this.#done(head)
    return part.subarray(end + 1)
  }

  #fill(head: JsonObject, part: Buffer): Buffer {
    const copied = part.copy(this.#body, this.#filled)
    this.#filled += copied
    if (this.#filled === this.#body.length) this.#done(head)
    return part.subarray(copied)
  }

  #done(head: JsonObject): void {
    const body = this.#body
    this.#head = undefined
    this.#body = Buffer.alloc(0)
    this.#take(head, body)
  }
}
