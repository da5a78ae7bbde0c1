import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Script } from 'node:vm'
import { makeDirectory } from '../../util/make-directory.ts'

/** What is kept of one file of the program: its text, and what V8 compiled of it. */
interface Kept {
  readonly source: Uint8Array
  readonly code: Uint8Array
  /** The code a second time. V8 runs what it is given: a single flipped bit would end the process. */
  readonly copy: Uint8Array
}

/**
 * The code that V8 compiled, kept in one file for each command: compiling it anew takes longer than all the rest of
 * checking a file. In: a file of the program. Out: its code, if it is whole and of exactly this text. A file that cannot
 * be read or written is as good as none.
 *
 * Text and code are held against copies because that is quick: loading a hash of Node's takes a start a tenth longer.
 * Node's own compile cache keeps no function that is compiled when it is first called, which is most of them.
 */
export class KeptCode {
  readonly #file: string
  readonly #kept: ReadonlyMap<string, Kept>
  readonly #used = new Map<string, { readonly source: Uint8Array; readonly script: Script }>()
  #isNew = false
  #isDropped = false

  constructor(file: string) {
    this.#file = file
    this.#kept = readKept(file)
  }

  /** Returns the kept code of the program's file `name`, when it was made of `source`. */
  codeOf(name: string, source: Uint8Array): Uint8Array | undefined {
    const kept = this.#kept.get(name)
    if (kept === undefined || !isSame(kept.source, source) || !isSame(kept.code, kept.copy)) return undefined
    return kept.code
  }

  /** Notes what was compiled of `source`, to be kept when some of it had no code. */
  note(name: string, source: Uint8Array, script: Script): void {
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
    const parts = new Map<string, Omit<Kept, 'copy'>>(this.#kept)
    for (const [name, { source, script }] of this.#used)
      parts.set(name, { source, code: script.createCachedData() })
    const lengths = [...parts].map(([name, { source, code }]) => [name, source.length, code.length])
    const bytes = [...parts.values()].flatMap(({ source, code }) => [source, code, code])
    try {
      makeDirectory(dirname(this.#file), 0o700)
      replace(this.#file, Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`), ...bytes]))
    } catch {
      // The next run compiles anew, as this one did.
    }
  }
}

/** Writes a file beside `file` first: whoever reads meanwhile finds the old one or the new one. Of two writers the last stays. */
function replace(file: string, bytes: Uint8Array): void {
  const written = `${file}.${process.pid}`
  try {
    writeFileSync(written, bytes)
    renameSync(written, file)
  } catch (error) {
    rmSync(written, { force: true })
    throw error
  }
}

/** Returns what the file holds by name, unchecked: a line of names and lengths, then the bytes of each. */
function readKept(file: string): ReadonlyMap<string, Kept> {
  const kept = new Map<string, Kept>()
  try {
    const bytes = readFileSync(file)
    let end = bytes.indexOf('\n') + 1
    const next = (length: number): Uint8Array => bytes.subarray(end, (end += length))
    const lengths = JSON.parse(bytes.toString('latin1', 0, end)) as [string, number, number][]
    for (const [name, source, code] of lengths)
      kept.set(name, { source: next(source), code: next(code), copy: next(code) })
    return kept
  } catch {
    return new Map()
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
