import { type Diagnostic, factsOf, startOf } from '../diagnostics/diagnostic.ts'
import { pruneDocument, type SourceDocument } from '../document/source-document.ts'
import { lintCrawl, LintRun } from '../lint/lint.ts'
import { OPTION_FILE } from '../resolve/resolved-crawl.ts'
import { type ResolveContext, resolveCrawl } from '../resolve/resolve.ts'
import { isJsonObject, joinPointer } from '../util/json.ts'
import { readPartial } from '../validate/validate.ts'
import { readProject } from '../validate/validate-project.ts'
import { PROJECT_FILE } from './file-source.ts'
import type { Findings } from './settle-diagnostics.ts'
import { withoutCascading } from './without-cascading.ts'
import type { EnvironmentSpec, ProjectSpec } from '../validate/crawl-spec.ts'

/** With more mistakes nothing else is looked for. Each finding is compared with each mistake. */
const MOST_MISTAKES = 200
/** Reading, resolving and checking a request each find problems that the previous step let through. */
const MOST_ROUNDS = 8
const NOWHERE = 'https://example.com/'
const NAMELESS = 'crawl'

/**
 * Returns the other problems of a crawl that has errors, so that one run reports every mistake. The crawl is resolved and
 * linted without the settings that caused `mistakes`: errors of its document, of the project file and of options. Problems that
 * may only follow from these mistakes are left out.
 */
export function checkPartial(
  document: SourceDocument,
  mistakes: readonly Diagnostic[],
  context: ResolveContext,
  run: LintRun,
): Findings {
  const fatal: Diagnostic[] = []
  const known = new Map(mistakes.map((mistake) => [placeOf(mistake), mistake]))
  if (mistakes.some(({ rule }) => factsOf(rule).about === 'unlisted')) return { fatal, lint: [] }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (known.size > MOST_MISTAKES) break
    const attempt = attemptWithout([...known.values()], document, context)
    if (attempt === undefined) break
    const before = [...known.values()]
    fatal.push(...withoutCascading(attempt.diagnostics, before))
    if (attempt.ok) {
      const lint = attempt.value.flatMap((crawl) => lintCrawl(run.crawl(crawl)))
      return { fatal, lint: withoutCascading(lint, before) }
    }
    for (const found of attempt.diagnostics) if (found.severity === 'error') known.set(placeOf(found), found)
    if (known.size === before.length) break
  }
  return { fatal, lint: [] }
}

function placeOf({ file, pointer, line, column }: Diagnostic): string {
  return pointer === undefined ? `${file}:${line}:${column}` : `${file}#${pointer}`
}

/** Resolves the crawl without the settings of `mistakes`; undefined if it has no request or no known version. */
function attemptWithout(mistakes: readonly Diagnostic[], document: SourceDocument, context: ResolveContext) {
  const pruned = withPlaceholders(pruneDocument(document, pointersIn(document.file, mistakes)), mistakes)
  const spec = readPartial(pruned, document)
  const lines = new Set(mistakes.filter(({ file }) => file === OPTION_FILE).map(({ line }) => line))
  const set = context.set.filter(({ place }) => !lines.has(place.line))
  return spec && resolveCrawl(spec, { ...inProject(context, mistakes), set })
}

function pointersIn(file: string, mistakes: readonly Diagnostic[]): readonly string[] {
  return mistakes.flatMap((mistake) => {
    if (mistake.file !== file || mistake.pointer === undefined) return []
    // Without a start URL, only the name tells which crawl it is.
    return mistake.pointer === '/request' ? [] : [mistake.pointer, ...(mistake.covers ?? [])]
  })
}

/** Fills in what resolving needs: a start URL, and a name for a file whose name is no crawl's. */
function withPlaceholders(document: SourceDocument, mistakes: readonly Diagnostic[]): SourceDocument {
  const { value } = document
  if (!isJsonObject(value) || !isJsonObject(value['request'])) return document
  const { request } = value
  const hasUrl = typeof request['url'] === 'string'
  const isNamed = !mistakes.some(({ rule }) => factsOf(rule).about === 'name')
  if (hasUrl && isNamed) return document
  const named = isNamed ? value : { ...value, name: NAMELESS }
  return { ...document, value: hasUrl ? named : { ...named, request: { ...request, url: NOWHERE } } }
}

function inProject(context: ResolveContext, mistakes: readonly Diagnostic[]): ResolveContext {
  const { document } = context.project
  const shared = document && pruneDocument(document, pointersIn(PROJECT_FILE, mistakes))
  if (shared === undefined || !isJsonObject(shared.value)) return context
  const project = readProject(shared, shared.value)
  const { name } = context.environment
  const written = Object.hasOwn(project.environments, name) ? project.environments[name] : undefined
  const environment = { ...context.environment, request: written?.request, beside: written?.beside ?? {} }
  return { ...context, project, environment }
}

/** A crawl that says nothing; nothing is reported under its name. */
const BLANK = '<blank>'
const BLANK_CRAWL = { version: 2, name: 'blank', request: { url: 'https://example.com/' } }

/** Returns the problems of what crawls inherit from `environments` that do not depend on any crawl or variable. */
export function checkOverlays(
  project: ProjectSpec,
  environments: readonly EnvironmentSpec[],
  mistakes: readonly Diagnostic[],
): readonly Diagnostic[] {
  const { document } = project
  if (document === undefined) return []
  const blank: SourceDocument = {
    file: BLANK,
    text: document.text,
    index: 0,
    value: BLANK_CRAWL,
    locate: (pointer) => ({ ...startOf(BLANK), pointer }),
  }
  return environments.flatMap((environment) => {
    const part = (name: string): string => joinPointer('/environments', environment.name, name)
    const base = part('request')
    const context = { project, environment, set: [], variables: {} }
    const { fatal, lint } = checkPartial(blank, [...mistakes, undecided(base)], context, new LintRun())
    const own = [...fatal, ...lint].filter(
      ({ file, pointer = '' }) =>
        file === PROJECT_FILE && [base, part('changes')].some((own) => pointer.startsWith(`${own}/`)),
    )
    // An overlay may take values from the machine or from crawls.
    return own.filter(({ rule }) => {
      const { decidedBy } = factsOf(rule)
      return decidedBy !== 'matrix' && decidedBy !== 'variables'
    })
  })
}

/** Takes the place of all crawl settings, so that a setting is not reported only because a crawl has yet to supply it. */
function undecided(base: string): Diagnostic {
  const pointer = `${base}/?`
  return { ...startOf(PROJECT_FILE), rule: 'schema/unknown-key', severity: 'error', message: '', pointer }
}
