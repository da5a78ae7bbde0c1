import { diagnose, factsOf, startOf } from '../diagnostics/diagnostic.ts'
import type { Diagnostic, Place, RuleArgs } from '../diagnostics/diagnostic.ts'
import { parseFile } from '../document/document.ts'
import { DEFAULT_CRAWLS, type EnvironmentSpec, type ProjectSpec } from '../validate/crawl-spec.ts'
import { readProject, validateProject } from '../validate/validate-project.ts'
import { isMistake } from './without-cascading.ts'
import { type Loading, PROJECT_FILE, reportUnread } from './file-source.ts'
import { pruneDocument, type SourceDocument } from '../document/source-document.ts'
import { isJsonObject, joinPointer } from '../util/json.ts'
import { interpolateText, type Variables } from '../resolve/interpolate.ts'
import { foldName } from '../util/fold-name.ts'
import { suggest } from '../util/suggest.ts'
import { parseTemplate } from '../document/template.ts'
import { parseHttpUrl } from '../util/can-parse-url.ts'

/** The default environment, which exists without being written. */
export const LOCAL: EnvironmentSpec = {
  name: 'local',
  service: 'embedded',
  baseUrl: undefined,
  apiKey: undefined,
  state: { backend: 'local' },
  request: undefined,
  beside: {},
}

/** The project of a directory without crawlform.yaml. */
const NO_PROJECT_FILE: ProjectSpec = {
  document: undefined,
  crawls: DEFAULT_CRAWLS,
  defaults: { request: undefined, beside: {} },
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

/** The name under which diagnostics show the `--env` option. */
export const ENVIRONMENT_OPTION = '--env'

/** Returns the environment called `name`, with variables in its address but not the key filled in; `local` after a mistake. */
export function selectEnvironment(
  project: ProjectSpec,
  name: string = LOCAL.name,
  variables: Variables,
  diagnostics: Diagnostic[],
): EnvironmentSpec {
  const written = Object.hasOwn(project.environments, name) ? project.environments[name] : undefined
  if (written === undefined) {
    if (name !== LOCAL.name) diagnostics.push(unknownEnvironment(project, name))
    return LOCAL
  }
  const found = checkService(project, written)
  diagnostics.push(...found)
  if (written.service === undefined && written.baseUrl === undefined && found.length === 0)
    return { ...written, service: 'embedded' }
  if (written.baseUrl === undefined) return written
  const { address, problems } = fillAddress(project, { ...written, baseUrl: written.baseUrl }, variables)
  diagnostics.push(...problems)
  return { ...written, baseUrl: address }
}

/** Returns the problems of an unselected environment's service that do not depend on variables. */
export function checkEnvironment(project: ProjectSpec, environment: EnvironmentSpec): readonly Diagnostic[] {
  const found = checkService(project, environment)
  const { baseUrl } = environment
  if (baseUrl === undefined) return found
  const { problems } = fillAddress(project, { ...environment, baseUrl }, NO_VARIABLES)
  return [...found, ...problems.filter(({ rule }) => factsOf(rule).decidedBy !== 'variables')]
}

const NO_VARIABLES: Variables = {}

function checkService(project: ProjectSpec, environment: EnvironmentSpec): Diagnostic[] {
  const { name, service, baseUrl, embedded } = environment
  // Their records are files with these names.
  const names = [LOCAL.name, ...Object.keys(project.environments)]
  const other = names.find((one) => foldName(one) === foldName(name)) ?? name
  if (other !== name)
    return [diagnose('project/duplicate-name', { name, other, sameDocument: false }, placeOf(project, name))]
  const hasNone = service === undefined && baseUrl === undefined
  const hasBoth = service !== undefined && baseUrl !== undefined
  if (service === undefined && baseUrl !== undefined && embedded !== undefined) {
    return [diagnose('project/idle-embedded', { environment: name }, placeOf(project, name, '/embedded'))]
  }
  if (!hasBoth && (!hasNone || name === LOCAL.name)) return []
  const rule = hasBoth ? 'project/two-services' : 'project/environment-without-service'
  return [diagnose(rule, { environment: name }, placeOf(project, name))]
}

/** Returns the environment's key, or one setting of it; `--env` where the file is not at hand. */
function placeOf({ document }: ProjectSpec, name: string, setting = ''): Place {
  const pointer = joinPointer('/environments', name) + setting
  const part = setting === '' ? 'key' : 'value'
  return document?.locate(pointer, part) ?? optionPlace(name)
}

/** Returns the address with those of its `variables` filled in that are set. */
function fillAddress(
  project: ProjectSpec,
  { name, baseUrl }: EnvironmentSpec & { readonly baseUrl: string },
  variables: Variables,
): { readonly address: string; readonly problems: readonly Diagnostic[] } {
  const place = (): Place => placeOf(project, name, '/baseUrl')
  const bad = (args: RuleArgs['project/bad-address']): Diagnostic[] => [
    diagnose('project/bad-address', args, place()),
  ]
  const parts = parseTemplate(baseUrl)
  const axis = parts.find((part) => part.kind === 'matrix')?.axis
  if (axis !== undefined) {
    const help = 'Write the address itself, or refer to an environment variable: "${env:NAME}".'
    const fault = `refers to "matrix.${axis}", which only crawls have`
    return { address: baseUrl, problems: bad({ fault, help }) }
  }
  const references = { variables, cell: undefined }
  const { text, problems } = interpolateText(baseUrl, references, { where: 'an address', place })
  const variable = text === '' ? parts.find((part) => part.kind === 'env')?.name : undefined
  if (variable !== undefined)
    return {
      address: text,
      problems: [diagnose('resolve/unset-variable', { variable, state: 'empty' }, place())],
    }
  const fault = problems.length > 0 ? undefined : addressFault(text)
  return { address: text, problems: fault === undefined ? problems : bad({ fault }) }
}

/** Returns why a filled-in address is not valid. Does not repeat its text, which may come from a variable. */
function addressFault(address: string): string | undefined {
  const url = parseHttpUrl(address)
  if (url === undefined) return 'is not an http:// or https:// address'
  if (url.search !== '' || url.hash !== '') return 'has a query or a fragment'
  const [version, operation = ''] =
    /\/v[012](\/(?:crawl|scrape|map|search|extract))?\/?$/.exec(url.pathname) ?? []
  if (version === undefined) return undefined
  return `ends in ${operation === '' ? 'the API version' : 'an operation of the API'}, which is added automatically`
}

function unknownEnvironment(project: ProjectSpec, environment: string): Diagnostic {
  const known = [...new Set([LOCAL.name, ...Object.keys(project.environments)])]
  const args = { environment, suggestion: suggest(environment, known)[0], known: known.join(', ') }
  return diagnose('project/unknown-environment', args, optionPlace(environment))
}

function optionPlace(environment: string): Place {
  return { file: ENVIRONMENT_OPTION, line: 1, column: 1, endLine: 1, endColumn: environment.length + 1 }
}
