import type { EndSignal } from '../../util/ending.ts'
import type { Room, RoomShare } from '../../util/byte-room.ts'
import { BodyFile, type BodyFolder } from './body-file.ts'

/** Bytes of a page that need no room: most pages are smaller, and ask nobody. */
export const FREE_BYTES = 256 * 1024
/** Room is asked for in such steps: a site that says it will send much and sends nothing holds none. */
const STEP_BYTES = 256 * 1024

/** What is kept of one page, in memory or in files, from the first byte of its answer until it has been read. */
export class BodyShare {
  readonly #room: Room
  readonly #owner: string
  readonly #folder: BodyFolder | undefined
  readonly #files: BodyFile[] = []
  #held = 0
  #granted = FREE_BYTES
  #share: RoomShare | undefined
  #hasLeft = false

  /**
   * @param owner the job, say: room is shared evenly among owners
   * @param folder where files may be made; without one there are none
   */
  constructor(room: Room, owner: string, folder?: BodyFolder) {
    this.#room = room
    this.#owner = owner
    this.#folder = folder
  }

  /**
   * Counts bytes, of which fewer than none are given back. Returns what has to be waited for before there may be more;
   * undefined when there is room. Rejects with the signal's reason.
   */
  hold(bytes: number, signal: EndSignal): Promise<void> | undefined {
    this.#held += bytes
    if (this.#held <= this.#granted) return undefined
    const more = Math.ceil((this.#held - this.#granted) / STEP_BYTES) * STEP_BYTES
    this.#granted += more
    this.#share ??= this.#room.open(this.#owner)
    return this.#share.grow(more, signal)
  }

  /**
   * Returns a new file for a body, which is removed at the latest when this leaves; undefined where there are none.
   * @throws {NotKeptError}
   */
  newFile(): BodyFile | undefined {
    if (this.#folder === undefined || this.#hasLeft) return undefined
    const file = new BodyFile(this.#folder)
    this.#files.push(file)
    return file
  }

  /** Gives all of it back. */
  leave(): void {
    this.#hasLeft = true
    for (const file of this.#files.splice(0)) file.remove()
    this.#share?.leave()
  }
}
