import { hasErrors, type Diagnostic } from '../../diagnostics/diagnostic.ts'
import { MOST_BYTES } from '../../document/decode-text.ts'
import { parseFile } from '../../document/document.ts'
import { diskFiles } from '../../load/disk-files.ts'
import { findDeclaredFiles, findNamedFiles, STDIN } from '../../load/find-crawl-files.ts'
import { findRoot } from '../../load/find-root.ts'
import { loadProjectFile } from '../../load/load-project-file.ts'
import type { Loading } from '../../load/loading.ts'
import { reportUnread } from '../../load/report-unread.ts'
import type { ProjectSpec } from '../../validate/crawl-spec.ts'
import type { CommandInput } from '../arguments/command.ts'
import type { Host } from '../process/host.ts'

export interface OpenedFile {
  /** As diagnostics name it. */
  readonly name: string
  /** From the project's root, or `-`. */
  readonly path: string
  /** Every character, with a byte order mark. */
  readonly text: string
}

export interface OpenedFiles {
  /** Absolute. */
  readonly root: string
  readonly rules: ProjectSpec['rules']
  readonly files: readonly OpenedFile[]
  readonly diagnostics: readonly Diagnostic[]
  /** Text by file, for code frames. */
  readonly sources: ReadonlyMap<string, string>
}

/** Returns the texts of the files that a command line names; without any, of the project's crawl files. */
export async function openFiles(host: Host, { args, directory }: CommandInput): Promise<OpenedFiles> {
  const place = findRoot(directory)
  const files = diskFiles(place)
  const stdin = args.includes(STDIN) ? await host.stdin.readAll(MOST_BYTES) : undefined
  const loading: Loading = { files, stdin, fatal: [], sources: new Map() }
  const { spec } = loadProjectFile(loading)
  const isDeclared = args.length === 0
  // A named file is read even if the project file has problems.
  if (!isDeclared) loading.fatal.length = 0
  const names = isDeclared
    ? findDeclaredFiles(spec, { root: place.root, files, mayBeEmpty: false }, loading.fatal)
    : findNamedFiles(args, { root: place.root, directory, files }, loading.fatal)
  const opened =
    isDeclared && hasErrors(loading.fatal) ? [] : names.flatMap((name) => openFile(name, loading))
  return {
    root: place.root,
    rules: spec.rules,
    files: opened,
    diagnostics: loading.fatal,
    sources: loading.sources,
  }
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

/** Returns undefined for bytes that are not UTF-8. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
