import { closeSync, openSync, readSync } from 'node:fs'
import { hasCode } from '../util/has-code.ts'

/** Larger than most files. Memory for larger ones is not kept. */
const USUAL_BYTES = 256 * 1024

/** Reads files one after another into the same memory. */
export class FileReader {
  #room: Buffer | undefined

  /** Returns the bytes of a file, valid until the next read; undefined if the file is missing. */
  read(file: string): Buffer | undefined {
    const descriptor = openIfThere(file)
    if (descriptor === undefined) return undefined
    let room = (this.#room ??= Buffer.allocUnsafe(USUAL_BYTES))
    try {
      for (let length = 0; ;) {
        const most = room.length - length
        const taken = readSync(descriptor, room, length, most, length)
        length += taken
        // A read returns fewer bytes than requested only at the end of the file.
        if (taken < most) return room.subarray(0, length)
        const larger = Buffer.allocUnsafe(room.length * 4)
        room.copy(larger)
        room = larger
      }
    } finally {
      closeSync(descriptor)
    }
  }
}

function openIfThere(file: string): number | undefined {
  try {
    return openSync(file, 'r')
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}
