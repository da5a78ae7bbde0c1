import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { FileSource, Unread } from '../../load/file-source.ts'
import { findDeclaredFiles } from '../../load/find-crawl-files.ts'
import type { Checked } from '../../render/count-problems.ts'
import { LOCK_FILE } from '../../resolve/prompt-lock.ts'
import { isJsonList, isJsonObject, type Json } from '../../util/json.ts'
import { makeDirectory } from '../../util/make-directory.ts'
import { writeWhole } from '../start/write-whole.ts'
import { type Answer, overhear } from './overheard-files.ts'

/** The build writes the hash of the program here: another program may say something else of the same files. */
const BUILD = '0000000000000000000000000000000000000000000000000000000000000000'

/** Returns what tells this program, on this Node, from any other. */
export function stampOf(): string {
  const { version, platform, arch } = process
  return `${BUILD} ${version} ${platform} ${arch}`
}

/** Hashing much at once is several times as fast as file by file. */
const AT_ONCE = 262_144

/** A hash of questions and answers in their order. */
export class Questions {
  readonly #hash = createHash('sha256')
  readonly #buffer = Buffer.allocUnsafe(AT_ONCE)
  #length = 0

  constructor(stamp: string) {
    this.#write(stamp)
  }

  /** Adds a question with its answer. Lengths keep what belongs to the one from what belongs to the next. */
  readonly add = (question: string, answer: Answer): void => {
    if (answer instanceof Uint8Array) {
      this.#write(`\n${question}\n${answer.length}\n`)
      this.#makeRoom(answer.length)
      if (answer.length > AT_ONCE) this.#hash.update(answer)
      else {
        this.#buffer.set(answer, this.#length)
        this.#length += answer.length
      }
    } else {
      const said = typeof answer === 'string' ? answer : answer.join('\0')
      this.#write(`\n${question}\n${said.length} ${said}`)
    }
  }

  /** Returns the digest, after which nothing more can be added. */
  end({ checked, asked, patterns }: KeptFacts): string {
    this.#write(`\n${JSON.stringify([checked.files, checked.crawls, asked, patterns])}`)
    this.#makeRoom(AT_ONCE)
    return this.#hash.digest('hex')
  }

  #write(text: string): void {
    const most = text.length * 3
    this.#makeRoom(most)
    if (most > AT_ONCE) this.#hash.update(text)
    else this.#length += this.#buffer.write(text, this.#length)
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= AT_ONCE) return
    this.#hash.update(this.#buffer.subarray(0, this.#length))
    this.#length = 0
  }
}

/** What is remembered of a check. */
export interface KeptFacts {
  readonly checked: Checked
  /** What was asked before the crawl files were known. */
  readonly asked: readonly string[]
  /** The project's globs, by which its crawl files are found. */
  readonly patterns: readonly string[]
}

/** Returns the facts in `file` with the digest of what they were found in; undefined where it holds nothing of the kind. */
export function readKept(file: string): (KeptFacts & { readonly digest: string }) | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Json
    if (!isJsonObject(kept)) return undefined
    const { files, crawls, asked, patterns, digest } = kept
    if (typeof files !== 'number' || typeof crawls !== 'number' || typeof digest !== 'string')
      return undefined
    if (!isTexts(asked) || !isTexts(patterns)) return undefined
    return { checked: { files, crawls }, asked, patterns, digest }
  } catch {
    return undefined
  }
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return isJsonList(value) && value.every((item) => typeof item === 'string')
}

/** Keeps `facts`. What cannot be written is as good as not kept. */
export function writeKept(file: string, questions: Questions, facts: KeptFacts): void {
  const { checked, asked, patterns } = facts
  const text = JSON.stringify({ ...checked, asked, patterns, digest: questions.end(facts) })
  try {
    makeDirectory(dirname(file), 0o700)
    writeWhole(file, text)
  } catch {
    // The next run checks anew, as this one did.
  }
}

/** Asks `files` all that the check asked that came to `facts`, in the same order, and returns the digest. */
export function askAgain(facts: KeptFacts, files: FileSource): string {
  const questions = new Questions(stampOf())
  const overheard = overhear(files)
  overheard.tell(questions.add)
  for (const question of facts.asked) {
    const [kind = '', path = ''] = question.split(/ (.*)/s, 2)
    if (kind === 'list' || kind === 'read' || kind === 'kind') overheard[kind](path)
  }
  overheard.read(LOCK_FILE)
  for (const name of findDeclaredFiles({ crawls: facts.patterns, document: undefined }, files, []))
    overheard.read(name)
  return questions.end(facts)
}

/** Bytes of a file among those of others. */
interface Kept {
  readonly bytes: Buffer
  readonly start: number
  readonly end: number
}

/** Returns `files` so that each is listed and read once: what was compared is what is checked when something is new. */
export function readOnce(files: FileSource): FileSource {
  const lists = new Map<string, readonly string[]>()
  const read = new Map<string, Kept | Unread>()
  let bytes = Buffer.alloc(0)
  let end = 0
  const keep = (answer: Uint8Array): Kept => {
    const start = end + answer.length > bytes.length ? 0 : end
    if (start < end || bytes.length === 0) bytes = Buffer.allocUnsafe(Math.max(1_048_576, answer.length))
    bytes.set(answer, start)
    end = start + answer.length
    return { bytes, start, end }
  }
  return {
    kind: (path) => files.kind(path),
    list: (directory) => {
      const found = lists.get(directory) ?? files.list(directory)
      lists.set(directory, found)
      return found
    },
    read: (path) => {
      const before = read.get(path)
      if (typeof before === 'object') return before.bytes.subarray(before.start, before.end)
      const answer = before ?? files.read(path)
      if (before === undefined) read.set(path, typeof answer === 'string' ? answer : keep(answer))
      return answer
    },
  }
}
