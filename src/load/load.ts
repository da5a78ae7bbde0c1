/**
 * Input: a directory, an environment, options and variables.
 * Output: the crawls that would be submitted, and every diagnostic of the project.
 * Must not know the network, the record or output formats.
 */
import { foldName } from '../util/fold-name.ts'
import {
  capDiagnostics,
  diagnose,
  type Diagnostic,
  hasErrors,
  type Place,
} from '../diagnostics/diagnostic.ts'
import { MOST_BYTES, parseFile } from '../document/document.ts'
import type { SourceDocument } from '../document/source-document.ts'
import { lintCrawl, lintProject, LintRun } from '../lint/lint.ts'
import type { Variables } from '../resolve/interpolate.ts'
import { type ResolveContext, resolveCrawl } from '../resolve/resolve.ts'
import type { PromptLock } from '../resolve/prompt-lock.ts'
import { OPTION_FILE, type ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { checkSetOptions, parseSetOptions } from '../resolve/set-option.ts'
import type { Json } from '../util/json.ts'
import type { EnvironmentSpec, ProjectSpec } from '../validate/crawl-spec.ts'
import { validateCrawl } from '../validate/validate.ts'
import { isMistake, withoutCascading } from './without-cascading.ts'
import { checkOverlays, checkPartial } from './check-partial.ts'
import { diskFiles } from './disk-files.ts'
import { type FileSource, findRoot, type Loading, PROJECT_FILE, reportUnread } from './file-source.ts'
import { findDeclaredFiles, findNamedFiles, STDIN } from './find-crawl-files.ts'
import {
  loadProjectFile,
  checkEnvironment,
  ENVIRONMENT_OPTION,
  selectEnvironment,
} from './load-project-file.ts'
import type { OpenedProjectFile } from './load-project-file.ts'
import { readPromptLock, unusedEntries } from './check-prompt-lock.ts'
import { type Findings, settleDiagnostics, sortedOnce } from './settle-diagnostics.ts'

export interface LoadOptions {
  /** Where the search for crawlform.yaml begins; `paths` are relative to it. */
  readonly directory: string
  /** Files, directories, globs, and `-` for standard input; without any, the project's `crawls`. */
  readonly paths?: readonly string[]
  readonly environment?: string
  /** `--set` options as typed. */
  readonly set?: readonly string[]
  /** The process's environment variables. */
  readonly variables: Variables
  /** What standard input held, for the path `-`. */
  readonly stdin?: Uint8Array
  /** Where to read from instead of the disk; then `directory` is the root. */
  readonly files?: FileSource
  /** Resolves crawls as if no prompt were locked, and does not lint: for callers that are about to lock them. */
  readonly ignoresLock?: boolean
  /** Reports a project without crawl files only as a warning: at a git revision, or if the record has crawls to forget. */
  readonly mayBeEmpty?: boolean
}

export interface LoadedProject {
  /** Absolute; holds crawlform.yaml where there is one. */
  readonly root: string
  readonly project: ProjectSpec
  readonly environment: EnvironmentSpec
  /** The crawls without errors, in the order of their files. */
  readonly crawls: readonly ResolvedCrawl[]
  /** `crawls`, and the crawls whose only errors come from lint rules. */
  readonly resolved: readonly ResolvedCrawl[]
  /** The prompt lock; undefined when it is missing or unusable. */
  readonly lock: PromptLock | undefined
  /** Sorted, each once, with the project's severities and without those that a comment silences. */
  readonly diagnostics: readonly Diagnostic[]
  /** Text by file, for code frames: files that hold a crawl or a problem. */
  readonly sources: ReadonlyMap<string, string>
  /** Crawl files that were read. */
  readonly fileCount: number
}

/** Reads, checks, resolves and lints a project. Mistakes become diagnostics. @throws {LoadError} when the disk refuses */
export function loadProject(options: LoadOptions): LoadedProject {
  const { set: typed = [], variables } = options
  const place = options.files === undefined ? findRoot(options.directory) : undefined
  const root = place?.root ?? options.directory
  const files = options.files ?? diskFiles(place ?? { root, repository: root })
  const loading: Loading = { files, stdin: options.stdin, fatal: [], sources: new Map() }
  if (typed.length > 0) loading.sources.set(OPTION_FILE, typed.join('\n'))
  if (options.environment !== undefined) loading.sources.set(ENVIRONMENT_OPTION, options.environment)

  const project = loadProjectFile(loading)
  const environment = openEnvironment(project, options, loading)
  const set = parseSetOptions(typed, loading.fatal)
  const names = findCrawlFiles(project, root, options, loading)
  const { ok: lockIsUsable, lock } = readPromptLock(loading)
  const isLinted = options.ignoresLock !== true
  const ignoresLock = !isLinted || !lockIsUsable
  const context = { project: project.spec, environment, set, variables, lock, ignoresLock }
  const run = new LintRun()

  const checked = names.flatMap((file) =>
    readDocuments(file, loading).map((document) => checkDocument(document, project, context, run)),
  )
  loading.fatal.push(...checked.flatMap(({ fatal }) => fatal))
  const resolved = checked
    .flatMap(({ crawls }) => crawls)
    // The answer to some crawl's prompt is in a lock that cannot be used.
    .filter(({ question }) => question === undefined || lockIsUsable)
  const unique = rejectDuplicates(resolved, loading.fatal)
  if (!hasErrors(loading.fatal))
    loading.fatal.push(...wrongRenames(unique), ...findUnused(unique, context, options))

  const linted = isLinted ? unique.map((crawl) => run.crawl(crawl)) : []
  const findings = new Map(linted.map((facts) => [facts.crawl, lintCrawl(facts)]))
  const foundIn = (crawl: ResolvedCrawl): readonly Diagnostic[] => findings.get(crawl) ?? []
  const lint = [
    ...unique.flatMap(foundIn),
    ...checked.flatMap((document) => document.lint),
    ...lintProject(linted, foundIn, run),
  ]
  const settled = settleDiagnostics({ fatal: loading.fatal, lint }, project.spec.rules, loading.sources)
  return {
    root,
    project: project.spec,
    environment,
    crawls: unique.filter((crawl) => !foundIn(crawl).some(settled.isError)),
    resolved: unique,
    lock,
    diagnostics: settled.diagnostics,
    sources: loading.sources,
    fileCount: names.length,
  }
}

/** Returns the crawl files that `paths` or else the project file name. Reports names without files. */
function findCrawlFiles(
  { spec, mistakes }: OpenedProjectFile,
  root: string,
  { directory, paths = [], mayBeEmpty = false }: LoadOptions,
  { files, fatal }: Loading,
): readonly string[] {
  if (paths.length > 0)
    return (
      findNamedFiles(paths, { root, directory, files }, fatal)
        // Shells expand `*.yaml` to the project file too, which is always checked.
        .filter((file) => file !== PROJECT_FILE)
    )
  const missing: Diagnostic[] = []
  const names = findDeclaredFiles(spec, { root, files, mayBeEmpty }, missing)
  fatal.push(...withoutCascading(missing, mistakes))
  return names
}

/** Reports `--set` options and entries of the prompt lock that are for none of all the project's crawls. */
function findUnused(
  crawls: readonly ResolvedCrawl[],
  { set, lock }: ResolveContext,
  { paths = [], ignoresLock = false }: LoadOptions,
): readonly Diagnostic[] {
  const names = crawls.map(({ name }) => name)
  const options = checkSetOptions(set, names)
  const isWhole = paths.length === 0 && !ignoresLock && !hasErrors(options)
  return lock === undefined || !isWhole ? options : [...options, ...unusedEntries(lock, crawls)]
}

/** Returns the crawls of a document, or what is wrong with it; then `lint` has what lint rules find despite its errors. */
function checkDocument(
  document: SourceDocument,
  { mistakes }: OpenedProjectFile,
  context: ResolveContext,
  run: LintRun,
): Findings & { readonly crawls: readonly ResolvedCrawl[] } {
  const spec = validateCrawl(document)
  // Settings inherited from a broken project file are guesses, so crawls are not resolved with it.
  const crawls = spec.ok && mistakes.length === 0 ? resolveCrawl(spec.value, context) : undefined
  const fatal = [...spec.diagnostics, ...capDiagnostics(sortedOnce(crawls?.diagnostics ?? []))]
  if (crawls?.ok === true) return { crawls: crawls.value, fatal, lint: [] }
  const further = checkPartial(document, [...mistakes, ...fatal].filter(isMistake), context, run)
  return { crawls: [], fatal: [...fatal, ...further.fatal], lint: further.lint }
}

/** Opens the requested environment, and reports the problems of every environment. */
function openEnvironment(
  { spec, mistakes }: OpenedProjectFile,
  options: LoadOptions,
  { fatal }: Loading,
): EnvironmentSpec {
  const found: Diagnostic[] = []
  const environment = selectEnvironment(spec, options.environment, options.variables, found)
  const others = Object.values(spec.environments).filter(({ name }) => name !== environment.name)
  found.push(...others.flatMap((other) => checkEnvironment(spec, other)))
  // The schema fully checks numbers and booleans.
  const isCheckable = (setting: Json): boolean => typeof setting === 'string' || typeof setting === 'object'
  const overlays = others.filter(({ request = {} }) => Object.values(request).some(isCheckable))
  if (overlays.length > 0) found.push(...checkOverlays(spec, overlays, mistakes))
  fatal.push(...withoutCascading(found, mistakes))
  return environment
}

/** Returns the documents of one file. Returns an empty list and reports diagnostics when it cannot be read as YAML. */
function readDocuments(file: string, loading: Loading): readonly SourceDocument[] {
  const bytes = file === STDIN ? (loading.stdin ?? 'missing') : loading.files.read(file)
  const shown = file === STDIN ? '<stdin>' : file
  if (typeof bytes === 'string') {
    loading.fatal.push(reportUnread(shown, bytes))
    return []
  }
  const parsed = parseFile(shown, bytes)
  loading.fatal.push(...parsed.diagnostics)
  if (!parsed.ok) {
    if (bytes.length <= MOST_BYTES) loading.sources.set(shown, new TextDecoder().decode(bytes))
    return []
  }
  const [first] = parsed.value
  if (first !== undefined) loading.sources.set(shown, first.text)
  if (parsed.value.length < 2) return parsed.value
  return parsed.value.filter((document) => isNamed(document, loading))
}

function isNamed(document: SourceDocument, loading: Loading): boolean {
  const { value } = document
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, 'name')) return true
  loading.fatal.push(diagnose('project/unnamed-document', {}, document.locate('')))
  return false
}

/** Returns the crawls whose name no other crawl has. Case makes no difference, as in folders of macOS and Windows. */
function rejectDuplicates(
  crawls: readonly ResolvedCrawl[],
  diagnostics: Diagnostic[],
): readonly ResolvedCrawl[] {
  const first = new Map<string, ResolvedCrawl>()
  const twice = new Set<string>()
  for (const crawl of crawls) {
    const key = foldName(crawl.name)
    const other = first.get(key)
    if (other === undefined) {
      first.set(key, crawl)
      continue
    }
    twice.add(key)
    const sameDocument = other.document === crawl.document
    const args = { name: crawl.name, other: other.name, sameDocument }
    const message = `"${other.name}" is ${other.name === crawl.name ? 'also ' : ''}here`
    const related = sameDocument ? [] : [{ message, place: nameOf(other) }]
    diagnostics.push(diagnose('project/duplicate-name', args, nameOf(crawl), { related }))
  }
  return twice.size === 0 ? crawls : crawls.filter(({ name }) => !twice.has(foldName(name)))
}

/** Reports crawls that cannot have had the name that they say. */
function wrongRenames(crawls: readonly ResolvedCrawl[]): readonly Diagnostic[] {
  const declared = new Map(crawls.map((crawl) => [crawl.name, crawl]))
  const heirs = new Map<string, ResolvedCrawl>()
  return crawls.flatMap((crawl) => {
    const { name, was, document } = crawl
    if (was === undefined) return []
    const other = declared.get(was) ?? heirs.get(was)
    if (!heirs.has(was)) heirs.set(was, crawl)
    if (other === undefined) return []
    const fault = was === name ? 'itself' : other.name === was ? 'declared' : 'twice'
    const related = fault === 'itself' ? [] : [{ message: `"${other.name}" is here`, place: nameOf(other) }]
    return [diagnose('project/wrong-was', { was, fault }, document.locate('/was'), { related })]
  })
}

function nameOf({ spec, document }: ResolvedCrawl): Place {
  return document.locate(spec.name === undefined ? '' : '/name')
}
