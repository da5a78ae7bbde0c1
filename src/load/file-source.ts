import { diagnose, type Diagnostic, type RuleId, startOf } from '../diagnostics/diagnostic.ts'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Why a file cannot be read. `special`: reading it might never end. `misnamed`: its name is not UTF-8. */
export type Unread = 'missing' | 'outside' | 'dead-link' | 'special' | 'misnamed'

/** Where a project's files come from: the disk, or the objects of a git commit. Paths are relative to the root, with `/`. */
export interface FileSource {
  /** Returns every file below `directory` ('' is the root), sorted, without hidden directories and node_modules. */
  list(directory: string): readonly string[]
  /** Returns the file's bytes, valid until the next call. A file that is too large is cut, but the part is still too large. */
  read(path: string): Uint8Array | Unread
  /** Returns the kind of `path`; also 'file' when `read` would give a reason why it cannot be read. */
  kind(path: string): 'file' | 'directory' | 'missing'
}

/** Returns whether `list` leaves a file out, whose path is relative to the listed directory. */
export function isHidden(file: string): boolean {
  const folders = file.split('/').slice(0, -1)
  return folders.some((folder) => folder.startsWith('.') || folder === 'node_modules')
}

/** Sources and diagnostics gathered while a project loads. */
export interface Loading {
  readonly files: FileSource
  readonly stdin: Uint8Array | undefined
  /** Problems found by reading, validating and resolving. Their errors exclude a crawl, so they cannot be silenced. */
  readonly fatal: Diagnostic[]
  /** Text by file. */
  readonly sources: Map<string, string>
}

const RULES = {
  missing: 'project/no-such-path',
  outside: 'project/outside-repository',
  'dead-link': 'project/dead-link',
  misnamed: 'project/name-not-utf8',
  special: 'project/not-a-file',
} as const satisfies Readonly<Record<Unread, RuleId>>

/** Returns a diagnostic with the reason why a file of the project, or a typed file, was not read. */
export function reportUnread(path: string, why: Unread): Diagnostic {
  return diagnose(RULES[why], { path }, startOf(path))
}

/** Returns `files` with other texts for some of their paths: what an editor holds, or what a fix would write. */
export function overlaidFiles(files: FileSource, texts: ReadonlyMap<string, string>): FileSource {
  return {
    list: (directory) => files.list(directory),
    read: (path) => {
      const text = texts.get(path)
      return text === undefined ? files.read(path) : Buffer.from(text)
    },
    kind: (path) => (texts.has(path) ? 'file' : files.kind(path)),
  }
}

/** Returns `files` so that each file is read once: all later reads answer the same, whoever saves it meanwhile. */
export function rememberedFiles(files: FileSource): FileSource {
  const known = new Map<string, Uint8Array | Unread>()
  return {
    list: (directory) => files.list(directory),
    read: (path) => {
      const bytes = known.get(path) ?? files.read(path)
      // The next read of the disk reuses the memory.
      if (!known.has(path)) known.set(path, typeof bytes === 'string' ? bytes : Uint8Array.from(bytes))
      return known.get(path) ?? bytes
    },
    kind: (path) => files.kind(path),
  }
}

export const PROJECT_FILE = 'crawlform.yaml'

/** The directory of crawlform's own files, next to the project file. */
export const OWN_DIRECTORY = '.crawlform'

/** The place of problems that concern the whole directory, because it holds no file to blame. */
export const PROJECT_DIRECTORY = '.'

export interface ProjectRoot {
  /** Holds crawlform.yaml, or is where the search began. */
  readonly root: string
  /** The repository around it, or else the root itself. No file outside of it is read. */
  readonly repository: string
}

/** Returns the nearest directory at or above `directory`, inside the same repository, that holds crawlform.yaml. */
export function findRoot(directory: string): ProjectRoot {
  const start = resolve(directory)
  const candidates: string[] = []
  for (let at = start; ; at = dirname(at)) {
    candidates.push(at)
    if (existsSync(resolve(at, '.git'))) break
    // Directories above one outside any repository may hold other people's files.
    if (at === dirname(at)) return { root: start, repository: start }
  }
  const root = candidates.find((at) => existsSync(resolve(at, PROJECT_FILE))) ?? start
  return { root, repository: candidates.at(-1) ?? root }
}
