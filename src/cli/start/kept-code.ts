import { openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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

/** Names with the lengths of text and code, in the order in which they stand in the file. */
type Index = readonly (readonly [name: string, source: number, code: number])[]

/** Bytes that the index takes at most, filled up with spaces: a run reads it, and then only what it needs. */
const INDEX_BYTES = 16_384

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
  readonly #kept: KeptFile | undefined
  readonly #used = new Map<string, { readonly source: Uint8Array; readonly script: Script }>()
  #isNew = false
  #isDropped = false

  constructor(file: string) {
    this.#file = file
    this.#kept = KeptFile.open(file)
  }

  /** Returns the kept code of the program's file `name`, when it was made of `source`. */
  codeOf(name: string, source: Uint8Array): Uint8Array | undefined {
    const kept = this.#kept?.read(name)
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
    const parts = new Map<string, Omit<Kept, 'copy'>>(this.#kept?.readAll())
    for (const [name, { source, script }] of this.#used)
      parts.set(name, { source, code: script.createCachedData() })
    const lengths = [...parts].map(([name, { source, code }]) => [name, source.length, code.length])
    const bytes = [...parts.values()].flatMap(({ source, code }) => [source, code, code])
    try {
      makeDirectory(dirname(this.#file), 0o700)
      const index = JSON.stringify(lengths)
      if (index.length >= INDEX_BYTES) return
      replace(this.#file, Buffer.concat([Buffer.from(`${index.padEnd(INDEX_BYTES - 1)}\n`), ...bytes]))
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

/** The file of kept code, open: an index, then the bytes of each part. Nothing that it holds is checked here. */
class KeptFile {
  readonly #descriptor: number
  readonly #index: Index

  constructor(descriptor: number, index: Index) {
    this.#descriptor = descriptor
    this.#index = index
  }

  /** Returns undefined where there is no such file, or no index in it. */
  static open(file: string): KeptFile | undefined {
    try {
      const descriptor = openSync(file, 'r')
      const index = readAt(descriptor, 0, INDEX_BYTES).toString('latin1')
      return new KeptFile(descriptor, JSON.parse(index) as Index)
    } catch {
      return undefined
    }
  }

  /** Returns the part `name`; undefined where the file has none that could be read. */
  read(name: string): Kept | undefined {
    try {
      let at = INDEX_BYTES
      for (const [known, source, code] of this.#index) {
        if (known === name) return this.#readPart(at, source, code)
        at += source + 2 * code
      }
    } catch {
      // The index is not ours, or the file ends too soon.
    }
    return undefined
  }

  /** Returns every part that can be read, by its name. */
  readAll(): Map<string, Kept> {
    const kept = new Map<string, Kept>()
    if (!Array.isArray(this.#index)) return kept
    for (const entry of this.#index) {
      const name = String(entry?.[0])
      const part = this.read(name)
      if (part !== undefined) kept.set(name, part)
    }
    return kept
  }

  #readPart(at: number, source: number, code: number): Kept {
    const bytes = readAt(this.#descriptor, at, source + 2 * code)
    return {
      source: bytes.subarray(0, source),
      code: bytes.subarray(source, source + code),
      copy: bytes.subarray(source + code),
    }
  }
}

function readAt(descriptor: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  return bytes.subarray(0, readSync(descriptor, bytes, 0, length, at))
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0
}
