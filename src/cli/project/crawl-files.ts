import type { Cli } from '../arguments/command.ts'
import { hasErrors } from '../../diagnostics/diagnostic.ts'
import { MOST_BYTES, parseFile } from '../../document/document.ts'
import { diskFiles } from '../../load/disk-files.ts'
import { findDeclaredFiles, findNamedFiles, STDIN } from '../../load/find-crawl-files.ts'
import {
  findRoot,
  type Loading,
  overlaidFiles,
  rememberedFiles,
  reportUnread,
} from '../../load/file-source.ts'
import { loadProjectFile } from '../../load/load-project-file.ts'
import path from 'node:path'
import { applyAllFixes } from '../../diagnostics/apply-fixes.ts'
import { loadFromOptions } from './project.ts'

export interface OpenedFile {
  /** As diagnostics name it. */
  readonly name: string
  /** From the project's root, or `-`. */
  readonly path: string
  /** Every character, with a byte order mark. */
  readonly text: string
}

/** Returns the texts of the files that a command line names, or else of the project. `sources` are for code frames. */
export async function openFiles(cli: Cli) {
  const place = findRoot(cli.cwd)
  const files = rememberedFiles(diskFiles(place))
  const stdin = cli.args.includes(STDIN) ? await cli.stdin.readAll(MOST_BYTES) : undefined
  const loading: Loading = { files, stdin, fatal: [], sources: new Map() }
  const { spec } = loadProjectFile(loading)
  const isDeclared = cli.args.length === 0
  // A named file is read even if the project file has problems.
  if (!isDeclared) loading.fatal.length = 0
  const names = isDeclared
    ? findDeclaredFiles(spec, { root: place.root, files, mayBeEmpty: false }, loading.fatal)
    : findNamedFiles(cli.args, { root: place.root, directory: cli.cwd, files }, loading.fatal)
  const opened =
    isDeclared && hasErrors(loading.fatal) ? [] : names.flatMap((name) => openFile(name, loading))
  const { fatal: diagnostics, sources } = loading
  return { place, rules: spec.rules, files: opened, diagnostics, sources }
}

function openFile(file: string, { files, stdin, fatal, sources }: Loading): readonly OpenedFile[] {
  const bytes = file === STDIN ? (stdin ?? 'missing') : files.read(file)
  const name = file === STDIN ? '<stdin>' : file
  if (typeof bytes === 'string') {
    fatal.push(reportUnread(name, bytes))
    return []
  }
  const text = bytes.length > MOST_BYTES ? undefined : decode(bytes)
  if (text === undefined) {
    fatal.push(...parseFile(name, bytes).diagnostics)
    return []
  }
  sources.set(name, text.replace(/^\uFEFF/, ''))
  return [{ name, path: file, text }]
}

/** Returns the text with its byte order mark; undefined for an unread file, and for one that is not UTF-8. */
function decode(bytes: Uint8Array | string): string | undefined {
  if (typeof bytes === 'string') return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Reports a written crawl file that the project at `root` does not find. Problems of the project file are reported elsewhere. */
export function noteUndeclared(cli: Cli, root: string, local: string): void {
  const files = diskFiles(findRoot(root))
  const { spec } = loadProjectFile({ files, stdin: undefined, fatal: [], sources: new Map() })
  if (findDeclaredFiles(spec, { root, files, mayBeEmpty: true }, []).includes(local)) return
  const advice = 'move the file, or add a pattern'
  cli.stderr.say(`No pattern of "crawls" in crawlform.yaml matches ${local}: ${advice}.\n`)
}

/** Applies every fix in memory, to the texts of one read. Returns the fixed project, its changed files and how many were fixed. */
export function fixFiles(cli: Cli) {
  const place = findRoot(cli.cwd)
  const disk = rememberedFiles(diskFiles(place))
  // An empty path stays empty: it does not mean the whole directory.
  const paths = cli.args.map((arg) => arg && (path.relative(place.root, path.resolve(cli.cwd, arg)) || '.'))
  const load = (texts: ReadonlyMap<string, string>) =>
    loadFromOptions(cli, {
      directory: place.root,
      files: overlaidFiles(disk, texts),
      ...(paths.length === 0 ? {} : { paths }),
    })
  const read = (file: string): string | undefined => decode(disk.read(file))
  const { texts, loaded, count } = applyAllFixes(load, read)
  const files = Array.from(texts, ([name, after]) => ({ name, before: read(name) ?? '', after }))
  return { place, loaded, files, count }
}
