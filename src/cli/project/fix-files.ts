import path from 'node:path'
import { applyFixes } from '../../diagnostics/apply-fixes.ts'
import { diskFiles } from '../../load/disk-files.ts'
import { findRoot } from '../../load/find-root.ts'
import type { LoadedProject } from '../../load/load.ts'
import { overlaidFiles } from '../../load/overlaid-files.ts'
import type { CommandInput } from '../arguments/command.ts'
import type { Host } from '../process/host.ts'
import { loadFromOptions } from './project.ts'

/** A file whose text fixes change. */
export interface FixedFile {
  /** Relative to the root, with `/`. */
  readonly name: string
  readonly before: string
  readonly after: string
}

export interface FixedProject {
  /** The project with its fixed files. */
  readonly loaded: LoadedProject
  readonly files: readonly FixedFile[]
  /** Problems that were fixed. */
  readonly count: number
}

/** A fix may uncover another problem with a fix, but not without end. */
const MOST_ROUNDS = 20

/** Applies every fix of the project's problems in memory, until nothing is left to fix. Writes nothing. */
export function fixFiles(host: Host, input: CommandInput): FixedProject {
  const place = findRoot(input.directory)
  const disk = diskFiles(place)
  const texts = new Map<string, string>()
  const files = new Map<string, FixedFile>()
  const fromRoot = path.relative(place.root, input.directory)
  const paths = input.args.map((arg) => path.join(fromRoot, arg))
  let count = 0
  for (let round = 1; ; round++) {
    const loaded = loadFromOptions(host, input, {
      directory: place.root,
      files: overlaidFiles(disk, texts),
      ...(paths.length === 0 ? {} : { paths }),
    })
    const fixable = loaded.diagnostics.filter(({ fix }) => fix !== undefined)
    const before = count
    if (round <= MOST_ROUNDS)
      for (const name of new Set(fixable.map(({ file }) => file))) {
        const diagnostics = fixable.filter(({ file }) => file === name)
        const text = texts.get(name) ?? textOf(disk.read(name))
        if (text === undefined) continue
        const fixed = applyFixes(text, diagnostics)
        count += fixed.applied.length
        texts.set(name, fixed.text)
        files.set(name, { name, before: files.get(name)?.before ?? text, after: fixed.text })
      }
    if (count === before) return { loaded, files: [...files.values()], count }
  }
}

/** Returns the text with its byte order mark; undefined for a file that is not UTF-8, whose places mean nothing. */
function textOf(bytes: Uint8Array | string): string | undefined {
  if (typeof bytes === 'string') return undefined
  const text = Buffer.from(bytes).toString()
  return Buffer.from(text).equals(bytes) ? text : undefined
}
