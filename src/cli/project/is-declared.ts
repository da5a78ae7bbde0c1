import { diskFiles } from '../../load/disk-files.ts'
import { findDeclaredFiles } from '../../load/find-crawl-files.ts'
import { findRoot } from '../../load/find-root.ts'
import { loadProjectFile } from '../../load/load-project-file.ts'

/**
 * Returns true when the project at `root` finds its crawl file `local`. Problems of the project file are reported elsewhere.
 */
export function isDeclared(root: string, local: string): boolean {
  const files = diskFiles(findRoot(root))
  const { spec } = loadProjectFile({ files, stdin: undefined, fatal: [], sources: new Map() })
  return findDeclaredFiles(spec, { root, files, mayBeEmpty: true }, []).includes(local)
}

/** Returns a note for stderr about a crawl file that was written. */
export function undeclaredNote(local: string): string {
  return `No pattern of "crawls" in crawlform.yaml matches ${local}: move the file, or add a pattern.\n`
}
