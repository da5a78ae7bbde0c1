import { posix, relative, resolve, sep } from 'node:path'
import { diagnose, type Diagnostic, startOf } from '../diagnostics/diagnostic.ts'
import { globBase, isGlob, matchGlob } from '../util/glob.ts'
import type { ProjectSpec } from '../validate/crawl-spec.ts'
import { type FileSource, PROJECT_DIRECTORY, PROJECT_FILE } from './file-source.ts'

/** Means standard input among paths. */
export const STDIN = '-'

interface DeclaredPlace {
  /** The project's directory, for messages. */
  readonly root: string
  readonly files: FileSource
  /** Makes it a warning that the project has no crawl file at all. */
  readonly mayBeEmpty: boolean
}

/** Returns the crawl files that the project's `crawls` globs find, sorted. Reports globs without files. */
export function findDeclaredFiles(
  project: Pick<ProjectSpec, 'crawls' | 'document'>,
  { root, files, mayBeEmpty }: DeclaredPlace,
  diagnostics: Diagnostic[],
): readonly string[] {
  const found = new Set<string>()
  const passedOver = new Map<string, string>()
  const empty: number[] = []
  for (const [index, pattern] of project.crawls.entries()) {
    const below = files.list(globBase(pattern))
    const matches = below.filter((file) => isMatch(pattern, file))
    for (const file of matches) found.add(file)
    const missed = below.filter((file) => !found.has(file) && isMisnamed(pattern, file, files))
    for (const file of missed) passedOver.set(file, pattern)
    if (matches.length + missed.length === 0) empty.push(index)
  }
  reportMisnamed(passedOver, found, diagnostics)
  const { crawls, document } = project
  const nowhere = startOf(PROJECT_DIRECTORY)
  if (mayBeEmpty || empty.length < crawls.length) {
    for (const index of empty) {
      const place = document?.locate(`/crawls/${index}`) ?? nowhere
      const pattern = crawls[index] ?? ''
      diagnostics.push(
        diagnose('project/nothing-found', { pattern, meant: meantGlob(pattern, files) }, place),
      )
    }
  } else if (document === undefined) {
    diagnostics.push(diagnose('project/not-found', { directory: root }, nowhere))
  } else {
    const patterns = crawls.map((pattern) => `"${pattern}"`).join(', ')
    const place = document.locate('/crawls/0')
    const args = { patterns, meant: meantGlob(crawls[0] ?? '', files), isTyped: false }
    diagnostics.push(diagnose('project/no-crawl-file', args, place))
  }
  return [...found].toSorted()
}

/** Returns the glob that a folder or a path of Windows probably means. */
function meantGlob(pattern: string, files: FileSource): string | undefined {
  const path = pattern.replaceAll('\\', '/').replace(/^\.\/|(?<!\/)\/+$/g, '')
  if (files.kind(path) === 'directory') return `${path}/**/*.yaml`
  return path === pattern ? undefined : path
}

/** Returns whether the file would match with another extension. Few JSON files are crawls, so their text decides. */
function isMisnamed(pattern: string, file: string, files: FileSource): boolean {
  const [, stem = '', extension] = /^(.*)\.(ya?ml|json)$/i.exec(file) ?? []
  const isMatched = (other: string): boolean => other !== extension && isMatch(pattern, `${stem}.${other}`)
  if (!['yaml', 'yml'].some(isMatched)) return false
  return !/n$/i.test(file) || /"request"\s*:\s*\{/.test(Buffer.from(files.read(file)).toString())
}

/** Reports files that would match a pattern with another extension, unless they were found by another one. */
function reportMisnamed(
  patterns: ReadonlyMap<string, string>,
  found: ReadonlySet<string>,
  diagnostics: Diagnostic[],
): void {
  for (const [file, pattern] of patterns)
    if (!found.has(file))
      diagnostics.push(diagnose('project/other-extension', { file, pattern }, startOf(file)))
}

/** Returns the crawl files that paths on the command line name: files, directories, globs and `-`; in that order, each once. */
export function findNamedFiles(
  paths: readonly string[],
  {
    root,
    directory,
    files,
  }: { readonly root: string; readonly directory: string; readonly files: FileSource },
  diagnostics: Diagnostic[],
): readonly string[] {
  const found = new Set<string>()
  for (const name of paths) {
    const path = relative(root, resolve(directory, name)).split(sep).join('/')
    const local = name === STDIN ? STDIN : path || '.'
    // An empty path comes from an unset shell variable; it does not mean the whole directory.
    const matches = name === STDIN ? [STDIN] : name === '' ? [] : expand(local, files)
    for (const file of matches) found.add(file)
    if (name !== '' && files.kind(local) === 'directory') {
      const pattern = local === '.' ? '**/*.yaml' : `${local}/**/*.yaml`
      const missed = files.list(globBase(pattern)).filter((file) => isMisnamed(pattern, file, files))
      reportMisnamed(new Map(missed.map((file) => [file, pattern])), found, diagnostics)
    }
    if (matches.length > 0) continue
    const exists = name !== '' && files.kind(local) !== 'missing'
    const place = startOf(exists || !isGlob(name) ? local : PROJECT_DIRECTORY)
    diagnostics.push(
      exists || isGlob(name)
        ? diagnose('project/no-crawl-file', { patterns: `"${name}"`, meant: undefined, isTyped: true }, place)
        : diagnose('project/no-such-path', { path: name }, place),
    )
  }
  return [...found]
}

function expand(local: string, files: FileSource): readonly string[] {
  const kind = files.kind(local)
  if (kind === 'file') return [local]
  const isCrawlFile = (file: string): boolean =>
    /(?:^|\/)[^./][^/]*\.ya?ml$/i.test(file) && posix.basename(file) !== PROJECT_FILE
  if (kind === 'directory') return files.list(local === '.' ? '' : local).filter(isCrawlFile)
  return isGlob(local) ? files.list(globBase(local)).filter((file) => isMatch(local, file)) : []
}

function isMatch(pattern: string, file: string): boolean {
  return file !== PROJECT_FILE && matchGlob(pattern, file)
}
