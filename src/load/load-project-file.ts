import { diagnose, type Diagnostic, factsOf, startOf } from '../diagnostics/diagnostic.ts'
import { parseFile } from '../document/document.ts'
import { DEFAULT_CRAWLS, type ProjectSpec } from '../validate/crawl-spec.ts'
import { readProject, validateProject } from '../validate/validate-project.ts'
import { isMistake } from './without-cascading.ts'
import { type Loading, PROJECT_FILE, reportUnread } from './file-source.ts'
import { LOCAL } from './select-environment.ts'
import { pruneDocument, type SourceDocument } from '../document/source-document.ts'
import { isJsonObject } from '../util/json.ts'

/** The project of a directory without crawlform.yaml. */
const NO_PROJECT_FILE: ProjectSpec = {
  document: undefined,
  crawls: DEFAULT_CRAWLS,
  defaults: undefined,
  profiles: {},
  environments: { [LOCAL.name]: LOCAL },
  budget: undefined,
  rules: {},
}

const OTHER_NAME = 'crawlform.yml'

export interface OpenedProjectFile {
  /** The project file without its mistakes, or the defaults if there is no file. */
  readonly spec: ProjectSpec
  /** Its errors. While there are any, the settings that it shares with crawls are uncertain. */
  readonly mistakes: readonly Diagnostic[]
}

/** Returns the project file; its problems are added to `loading`. */
export function loadProjectFile(loading: Loading): OpenedProjectFile {
  const bytes = loading.files.read(PROJECT_FILE)
  if (bytes === 'missing' && loading.files.kind(OTHER_NAME) === 'file') {
    const args = { file: OTHER_NAME, pattern: PROJECT_FILE }
    loading.fatal.push(diagnose('project/other-extension', args, startOf(OTHER_NAME)))
  }
  if (bytes === 'missing') return { spec: NO_PROJECT_FILE, mistakes: [] }
  if (typeof bytes === 'string') {
    const unread = reportUnread(PROJECT_FILE, bytes)
    loading.fatal.push(unread)
    return { spec: NO_PROJECT_FILE, mistakes: [unread] }
  }
  const parsed = parseFile(PROJECT_FILE, bytes)
  loading.fatal.push(...parsed.diagnostics.map(ofProject))
  const [document, second] = parsed.ok ? parsed.value : []
  if (document === undefined) {
    loading.sources.set(PROJECT_FILE, new TextDecoder().decode(bytes))
    return { spec: NO_PROJECT_FILE, mistakes: parsed.diagnostics.filter(isMistake) }
  }
  loading.sources.set(PROJECT_FILE, document.text)
  if (second !== undefined && parsed.ok) {
    const args = { count: parsed.value.length }
    const several = diagnose('project/several-documents', args, { ...second.locate(''), pointer: undefined })
    loading.fatal.push(several)
    return { spec: NO_PROJECT_FILE, mistakes: [several] }
  }
  const project = validateProject(document)
  loading.fatal.push(...project.diagnostics)
  if (project.ok) return { spec: project.value, mistakes: [] }
  const mistakes = project.diagnostics.filter(isMistake)
  return { spec: readWithout(document, mistakes) ?? NO_PROJECT_FILE, mistakes }
}

/** Rewords a problem of a file without settings: the document room words it for crawl files. */
function ofProject(problem: Diagnostic): Diagnostic {
  const isBare = factsOf(problem.rule).about === 'bare-file'
  return isBare ? diagnose('project/no-settings', {}, problem) : problem
}

/** Returns the project without the settings in which `mistakes` were found. Its document stays whole. */
function readWithout(document: SourceDocument, mistakes: readonly Diagnostic[]): ProjectSpec | undefined {
  const { value } = pruneDocument(
    document,
    mistakes.flatMap(({ pointer }) => pointer ?? []),
  )
  return isJsonObject(value) ? readProject(document, value) : undefined
}
