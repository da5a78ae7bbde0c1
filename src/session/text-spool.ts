import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { makeDirectory } from '../util/make-directory.ts'

/** The position of a text in its spool, in bytes. */
export interface Spooled {
  readonly start: number
  readonly length: number
}

/** Texts stored in one temporary file, which is created with the first text. */
export class TextSpool {
  readonly #path: string
  #file: number | undefined
  #end = 0

  constructor(file: string) {
    this.#path = file
  }

  /** Adds a text in UTF-8. */
  add(bytes: Uint8Array): Spooled {
    if (this.#file === undefined) makeDirectory(path.dirname(this.#path))
    this.#file ??= openSync(this.#path, 'wx+')
    const start = this.#end
    for (let written = 0; written < bytes.length;)
      written += writeSync(this.#file, bytes, written, bytes.length - written, start + written)
    this.#end += bytes.length
    return { start, length: bytes.length }
  }

  read({ start, length }: Spooled): Buffer {
    const bytes = Buffer.alloc(length)
    if (this.#file !== undefined) readSync(this.#file, bytes, 0, length, start)
    return bytes
  }

  close(): void {
    if (this.#file === undefined) return
    closeSync(this.#file)
    this.#file = undefined
    rmSync(this.#path, { force: true })
  }
}
