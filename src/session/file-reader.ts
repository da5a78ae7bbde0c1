import { closeSync, openSync, readSync } from 'node:fs'
import { hasCode } from '../util/has-code.ts'

/** More than most files have. The memory for longer ones is not kept. */
const USUAL_BYTES = 256 * 1024

/** Reads files one after another into the same memory. */
export class FileReader {
  #room: Buffer | undefined

  /** Returns the bytes of a file, which are there until the next one is read; undefined where there is none. */
  read(file: string): Buffer | undefined {
    const descriptor = openIfThere(file)
    if (descriptor === undefined) return undefined
    let room = (this.#room ??= Buffer.allocUnsafe(USUAL_BYTES))
    try {
      for (let length = 0; ;) {
        const most = room.length - length
        const taken = readSync(descriptor, room, length, most, length)
        length += taken
        // Only at its end does a file give less than it is asked for.
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
