import type { Script } from 'node:vm'
import { makeDirectory } from '../../util/make-directory.ts'
import { readWhole } from './read-whole.ts'
import { writeWhole } from './write-whole.ts'

/** A file of the program that this run has loaded. */
interface Used {
  readonly source: Buffer
  readonly script: Script
}

/**
 * The code that V8 compiled, kept in a folder for each command: compiling it anew takes longer than all the rest of
 * checking a file. In: a file of the program. Out: its code, if it is whole and of exactly this text. A file that cannot
 * be read or written is as good as none.
 *
 * A file here is the text of one file of the program, what V8 compiled of it, and that a second time: V8 runs what it is
 * given, and a single flipped bit would end the process. Text and code are held against copies because that is quick:
 * loading a hash of Node's takes a start a tenth longer. Node's own compile cache keeps no function that is compiled when
 * it is first called, which is most of them.
 */
export class KeptCode {
  readonly #folder: string
  readonly #used = new Map<string, Used>()
  #isNew = false
  #isDropped = false

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Returns the kept code of the program's file `name`, when it was made of `source`. */
  codeOf(name: string, source: Buffer): Buffer | undefined {
    try {
      const kept = readWhole(this.#fileOf(name))
      const { length } = source
      const middle = length + (kept.length - length) / 2
      const isWhole =
        middle > length &&
        kept.compare(source, 0, length, 0, length) === 0 &&
        kept.compare(kept, middle, kept.length, length, middle) === 0
      return isWhole ? kept.subarray(length, middle) : undefined
    } catch {
      return undefined
    }
  }

  /** Notes what was compiled of `source`, to be kept when some of it had no code. */
  note(name: string, source: Buffer, script: Script): void {
    this.#used.set(name, { source, script })
    if (script.cachedDataRejected !== false) this.#isNew = true
  }

  /** Keeps nothing of this run. V8 takes code only under the flags that it was compiled with. */
  drop(): void {
    this.#isDropped = true
  }

  /** Writes the code of all that was noted, with the functions that have run by now, unless all of it was kept already. */
  write(): void {
    if (!this.#isNew || this.#isDropped) return
    try {
      makeDirectory(this.#folder, 0o700)
      for (const [name, { source, script }] of this.#used) {
        const code = script.createCachedData()
        writeWhole(this.#fileOf(name), Buffer.concat([source, code, code]))
      }
    } catch {
      // The next run compiles anew, as this one did.
    }
  }

  #fileOf(name: string): string {
    return `${this.#folder}/${name.replaceAll('/', '-')}.code`
  }
}
