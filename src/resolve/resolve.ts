/**
 * Input: a crawl as written, the project file, an environment, options and variables.
 * Output: one request per matrix cell, with the origin of each value.
 * Must not know files, style rules or earlier submissions.
 */
import { checked, diagnose, factsOf, hasErrors } from '../diagnostics/diagnostic.ts'
import type { Checked, Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import { type Part, replaceText, type SourceDocument } from '../document/source-document.ts'
import {
  joinPointer,
  jsonAt,
  type JsonObject,
  type JsonPointer,
  listOf,
  objectOf,
  secretNames,
} from '../util/json.ts'
import { hasTemplate, parseTemplate } from '../document/template.ts'
import { checkRequest, type RequestPlaces } from '../validate/explain-errors.ts'
import { serviceKind } from '../validate/crawl-spec.ts'
import type { CrawlSpec, EnvironmentSpec, ProjectSpec, ScopeTest } from '../validate/crawl-spec.ts'
import { cellsOf, type MatrixCell } from './expand-matrix.ts'
import { fillDefaults, fillSentDefaults, inOrder } from '../request/fill-defaults.ts'
import { scopeSettingsWithDefaults } from '../request/page-settings.ts'
import { interpolateText, type References, type Variables } from './interpolate.ts'
import { answerPrompt, type Prompted, type PromptLock } from './prompt-lock.ts'
import { layersBeside, makeLayers } from './layer.ts'
import { MergedLayers } from './merged-layers.ts'
import type { CrawlPrice, Origin, PricePart, ResolvedCrawl } from './resolved-crawl.ts'
import { type PromptFate, serviceFacts } from '../request/service-facts.ts'
import type { SetOption } from './set-option.ts'
import { parseDuration } from '../util/clock.ts'
import { isCrawlName } from '../schema/is-crawl-name.ts'
import { pageCharges, worstCaseCredits } from '../request/page-charges.ts'
import type { Prices } from '../schema/project-file.gen.ts'
import { schemaAt } from '../schema/schema.ts'

export interface ResolveContext {
  readonly project: ProjectSpec
  readonly environment: EnvironmentSpec
  readonly set: readonly SetOption[]
  readonly variables: Variables
  /** Undefined if the project has no lock. */
  readonly lock?: PromptLock | undefined
  /** Leaves prompts unanswered without a message. */
  readonly ignoresLock?: boolean | undefined
}

/** Returns every crawl that `spec` declares, in the order of its matrix. Returns only diagnostics if one has an error. */
export function resolveCrawl(spec: CrawlSpec, context: ResolveContext): Checked<readonly ResolvedCrawl[]> {
  const diagnostics: Diagnostic[] = []
  const crawls: ResolvedCrawl[] = []
  const cells = cellsOf(spec, diagnostics)
  const names = new Set(cells.flatMap((cell) => Object.keys(cell?.values ?? {})))
  for (const cell of cells) {
    const references: References = { variables: context.variables, cell: cell?.values, names }
    const crawl = resolveCell({ spec, cell, references }, context, diagnostics)
    if (crawl !== undefined) crawls.push(crawl)
  }
  return checked(crawls, diagnostics)
}

interface Cell {
  readonly spec: CrawlSpec
  /** Undefined for a crawl without a matrix. */
  readonly cell: MatrixCell | undefined
  readonly references: References
}

/** Returns the crawl of one cell. Its costly members, for which few ask, are computed when they are asked for. */
function resolveCell(
  { spec, cell, references }: Cell,
  context: ResolveContext,
  diagnostics: Diagnostic[],
): ResolvedCrawl | undefined {
  const { project, environment } = context
  const found: Diagnostic[] = []
  const { document } = spec
  const name = fullName(spec.name ?? fileStem(document.file), '/name', { spec, references }, found)
  const was = spec.was && fullName(spec.was, '/was', { spec, references }, found)
  const inputs = { ...context, spec, name, cell, references }
  const written = new MergedLayers(makeLayers(inputs, found))
  const beside = new MergedLayers(layersBeside(inputs, found))
  const refreshMs = refreshOf(beside.value)
  const locateIn =
    (layers: MergedLayers) =>
    (pointer: JsonPointer, part: Part = 'value') =>
      layers.locate(pointer, part) ?? spec.document.locate('/request', 'key')
  const prompted = answerPrompt(
    { name, was },
    written.value,
    { ...context, locate: locateIn(written) },
    found,
  )
  const layers =
    prompted.answer === undefined ? written : new MergedLayers([prompted.answer, ...written.layers])
  found.push(...layers.absent.map((item) => absentItem(item)))
  found.push(...beside.absent.map((item) => absentItem(item)))
  const tests = resolveTests(spec, references, found)
  const locate = locateIn(layers)
  const merged = layers.value
  if (prompted.answer !== undefined) delete merged['prompt']
  if (!hasErrors(found))
    found.push(
      ...checkMerged(layers, locate, context.variables).map((problem) => adjustSeverity(problem, context)),
    )
  diagnostics.push(...found)
  if (hasErrors(found) || !hasUrl(merged)) return undefined
  let effective: Request | undefined
  return {
    name,
    was,
    environment: environment.name,
    spec,
    document,
    chosen: merged,
    get request() {
      return inOrder(environment.sendDefaults === true ? fillSentDefaults(merged) : merged)
    },
    get effective() {
      return (effective ??= fillDefaults(merged))
    },
    question: prompted.question,
    locate,
    get provenance() {
      return layers.provenance(this.effective)
    },
    get notes() {
      return serviceFacts({
        request: merged,
        effective: this.effective,
        service: serviceKind(environment),
        version: spec.version,
        refreshMs,
        prompt: promptFate(prompted),
      })
    },
    get secrets() {
      return secretNames(this.request)
    },
    scope: scopeSettingsWithDefaults(merged),
    get price() {
      return priceCrawl(this.effective, project, environment)
    },
    refreshMs,
    tests,
    ...settingsBeside(beside, document),
  }
}

function refreshOf({ refresh }: JsonObject): number | undefined {
  return typeof refresh === 'string' ? parseDuration(refresh) : undefined
}

function settingsBeside(
  layers: MergedLayers,
  document: SourceDocument,
): Pick<ResolvedCrawl, 'ignore' | 'expect' | 'beside'> {
  const { expect, changes } = layers.value
  return {
    ignore: listOf(objectOf(changes)?.['ignore']).map(String),
    expect: objectOf(expect),
    beside: {
      locate: (pointer, part = 'value') => layers.locate(pointer, part) ?? document.locate(''),
      get provenance() {
        return layers.provenance(layers.value)
      },
    },
  }
}

/** Returns the problems of the request, with pointers into its source documents. */
function checkMerged(
  { value: request, layers }: MergedLayers,
  locate: ResolvedCrawl['locate'],
  variables: Variables,
): Diagnostic[] {
  const inRequest = (setting: JsonPointer, part?: Part): Place => ({
    ...locate(setting, part),
    pointer: setting,
  })
  const replace: RequestPlaces['replace'] = (place, text, instead) =>
    replaceText(
      layers.flatMap(({ document }) => document ?? []),
      place,
      { text, instead },
    )
  return checkRequest(request, { locate: inRequest, replace }).map((diagnostic) => {
    const { pointer: setting = '', ...rest } = diagnostic
    const { pointer } = locate(setting)
    const layer =
      rest.severity === 'error'
        ? layers.findLast(({ value }) => jsonAt(value, setting) !== undefined)
        : undefined
    const variable = emptyVariable(layer?.originOf(setting), variables)
    if (variable !== undefined)
      return diagnose('resolve/unset-variable', { variable, state: 'empty' }, locate(setting))
    return pointer === undefined ? rest : { ...rest, pointer }
  })
}

/** Returns a variable that is part of the setting and is set to nothing. */
function emptyVariable(origin: Origin | undefined, variables: Variables): string | undefined {
  if (origin?.kind === 'variable')
    return origin.note === undefined && variables[origin.variable] === '' ? origin.variable : undefined
  const parts = origin?.kind === 'option' ? parseTemplate(origin.option) : []
  return parts
    .flatMap((part) => (part.kind === 'env' && part.fallback === undefined ? [part.name] : []))
    .find((name) => variables[name] === '')
}

/** Raises a remark to a warning if it is about a setting that only the embedded service takes, and the service is another. */
function adjustSeverity(problem: Diagnostic, { environment }: ResolveContext): Diagnostic {
  const isRefused =
    factsOf(problem.rule).about === 'embedded-service' && serviceKind(environment) !== 'embedded'
  return isRefused ? { ...problem, severity: 'warning' } : problem
}

type Request = JsonObject & { readonly url: string }

function promptFate({ question, answer }: Prompted): PromptFate {
  if (question === undefined) return 'none'
  return answer === undefined ? 'generated' : 'locked'
}

function hasUrl(request: JsonObject): request is Request {
  return typeof request['url'] === 'string'
}

function resolveTests(
  { tests, document }: CrawlSpec,
  references: References,
  diagnostics: Diagnostic[],
): ResolvedCrawl['tests'] {
  if (tests === undefined || !hasTemplate(document.text)) return tests
  const fill = (test: ScopeTest): ScopeTest => {
    const place = (): Place => document.locate(test.pointer)
    const { text, problems } = interpolateText(test.url, references, { where: 'a test', place })
    diagnostics.push(...problems)
    return { ...test, url: text }
  }
  return {
    in: tests.in.map(fill),
    out: tests.out.map(fill),
    ignored: tests.ignored.map(fill),
    counted: tests.counted.map(fill),
  }
}

function absentItem({ pointer, item, layer }: MergedLayers['absent'][number]): Diagnostic {
  const setting = pointer
    .slice(1)
    .replace(/\/remove\/\d+$/, '')
    .replaceAll('/', '.')
  const args = { item: JSON.stringify(item), setting }
  return diagnose('resolve/remove-absent', args, layer.locate(pointer, 'value'))
}

/** Returns a name with its references filled in. If it refers to no matrix value, the cell's values are appended. */
function fullName(
  written: string,
  pointer: '/name' | '/was',
  { spec, references }: Pick<Cell, 'spec' | 'references'>,
  diagnostics: Diagnostic[],
): string {
  const { document } = spec
  const fromFile = pointer === '/name' && spec.name === undefined
  const where = 'the name of a crawl'
  const place = (): Place => document.locate(pointer)
  const { text: base, problems } = fromFile
    ? { text: written, problems: [] }
    : interpolateText(written, references, { where, place })
  diagnostics.push(...problems)
  const { cell } = references
  const namesCell = !fromFile && parseTemplate(written).some((part) => part.kind === 'matrix')
  const name = cell === undefined || namesCell ? base : `${base}-${cellSuffix(cell)}`
  if (!isCrawlName(name) && problems.length === 0) {
    const whole = { ...document.locate(''), pointer: undefined }
    diagnostics.push(diagnose('resolve/bad-name', { name, fromFile }, fromFile ? whole : place()))
  }
  return name
}

function cellSuffix(cell: JsonObject): string {
  return Object.values(cell)
    .map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
    .map((text) => text.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replaceAll(/^-+|(?<!-)-+$/g, ''))
    .join('-')
}

function fileStem(file: string): string {
  // Standard input has no name. A crawl read from it is checked, not recorded.
  if (file === '<stdin>') return 'stdin'
  return file.slice(file.lastIndexOf('/') + 1).replace(/\.(?:yaml|yml|json)$/i, '')
}

/**
 * Returns the highest price of a crawl by the environment's price table: the `prices` setting, and on the hosted service the
 * schema's defaults. A page is charged once for each thing it is asked for (crawl API: billing).
 */
function priceCrawl(effective: JsonObject, project: ProjectSpec, environment: EnvironmentSpec): CrawlPrice {
  const priceOf = priceTable(project, environment)
  const parts: PricePart[] = []
  let further: number | undefined
  for (const { what, times } of pageCharges(effective)) {
    const price = priceOf(what)
    if (price === undefined || price.credits === 0 || times === 0) continue
    if (times === undefined) further = (further ?? 0) + price.credits
    else parts.push({ what, credits: price.credits * times, origin: price.origin })
  }
  const limit = typeof effective['limit'] === 'number' ? effective['limit'] : Number.POSITIVE_INFINITY
  const each = parts.reduce((sum, { credits }) => sum + credits, 0)
  return { credits: worstCaseCredits(each, limit), parts, unboundedPdf: further }
}

type PriceOf = (what: keyof Prices) => { readonly credits: number; readonly origin: Origin } | undefined

function priceTable({ document }: ProjectSpec, environment: EnvironmentSpec): PriceOf {
  const { name, prices = {} } = environment
  const hasDefaults = serviceKind(environment) === 'hosted'
  return (what) => {
    const pointer = joinPointer('/environments', name, 'prices', what)
    const written = prices[what]
    if (written !== undefined && document !== undefined)
      return { credits: written, origin: { kind: 'written', source: { document, pointer } } }
    const usual = hasDefaults ? schemaAt('project', pointer)?.default : undefined
    return typeof usual === 'number' ? { credits: usual, origin: { kind: 'default' } } : undefined
  }
}
