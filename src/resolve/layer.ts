import { diagnose, type Diagnostic, type Place } from '../diagnostics/diagnostic.ts'
import type { Part, SourceDocument } from '../document/source-document.ts'
import { type MigratedFrom, oldPointerIn } from '../migrate/edited-request.ts'
import { given, joinPointer, parsePointer, pointersAround } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { Interpolation, type ReferenceContext, type ReferenceOrigin, type References } from './interpolate.ts'
import type { Origin, Source } from './resolved-crawl.ts'
import type { SetOption } from './set-option.ts'
import { migrateRequest } from '../migrate/migrate.ts'
import { schemaAt } from '../schema/schema.ts'
import { matchGlob } from '../util/glob.ts'
import { suggest } from '../util/suggest.ts'
import { hasTemplate } from '../document/template.ts'
import type { CrawlSpec, EnvironmentSpec, ProjectSpec, SharedSettings } from '../validate/crawl-spec.ts'
import type { MatrixCell } from './expand-matrix.ts'
import type { ApiVersion } from '../schema/api-version.ts'

/** Settings of one source, ready to merge: references filled in, names of version 2. */
export interface Layer {
  readonly value: JsonObject
  /** Where it was written; undefined for typed options. */
  readonly document?: SourceDocument
  originOf(pointer: JsonPointer): Origin
  locate(pointer: JsonPointer, part: Part): Place
}

/** What is known of the origin of all settings of a layer. */
type LayerOrigin =
  | { readonly kind: 'project-defaults' | 'written' | 'prompt-lock' }
  | { readonly kind: 'profile'; readonly profile: string }
  | { readonly kind: 'environment'; readonly environment: string }

interface WrittenParts {
  readonly value: JsonObject
  readonly document: SourceDocument
  /** The pointer to the settings in the document: `/request`, `/profiles/polite/request`. */
  readonly base: JsonPointer
  readonly origin: LayerOrigin
  readonly references?: ReadonlyMap<JsonPointer, ReferenceOrigin>
  readonly migrated?: ReadonlyMap<JsonPointer, MigratedFrom>
}

export function writtenLayer(parts: WrittenParts): Layer {
  const { value, document, base, origin, references = new Map(), migrated = new Map() } = parts
  const sourceOf = (pointer: JsonPointer): Source => ({
    document,
    pointer: base + oldPointerIn(migrated, pointer),
  })
  return {
    value,
    document,
    originOf(pointer) {
      const old = migratedAt(migrated, pointer)
      const source = sourceOf(pointer)
      if (old !== undefined) return { kind: 'migrated', from: old.from, rule: old.rule, source }
      return { ...(atOrBelow(references, pointer) ?? origin), source }
    },
    locate: (pointer, part) => document.locate(sourceOf(pointer).pointer, part),
  }
}

/** Returns the old setting from which `pointer`, a part of it or a mapping around it was migrated. */
function migratedAt(
  migrated: NonNullable<WrittenParts['migrated']>,
  pointer: JsonPointer,
): Pick<MigratedFrom, 'from' | 'rule'> | undefined {
  if (migrated.size === 0) return undefined
  const inside = atOrBelow(migrated, pointer)
  const around = pointersAround(pointer).find((at) => migrated.has(at)) ?? ''
  const outer = migrated.get(around)
  if (inside !== undefined || outer === undefined) return inside
  const rest = parsePointer(pointer.slice(around.length)).join('.')
  return { rule: outer.rule, from: `${outer.from}.${rest}` }
}

function atOrBelow<T>(map: ReadonlyMap<JsonPointer, T>, pointer: JsonPointer): T | undefined {
  if (map.has(pointer)) return map.get(pointer)
  return [...map].find(([at]) => at.startsWith(`${pointer}/`))?.[1]
}

interface LayerInputs {
  readonly spec: CrawlSpec
  readonly name: string
  readonly project: ProjectSpec
  readonly environment: EnvironmentSpec
  readonly cell: MatrixCell | undefined
  readonly set: readonly SetOption[]
  readonly references: References
}

/** Returns a crawl's layers, weakest first: defaults, profiles, crawl file, environment, matrix cell, `--set`. */
export function makeLayers(inputs: LayerInputs, diagnostics: Diagnostic[]): readonly Layer[] {
  const { spec, name, cell, set, references } = inputs
  for (const [index, profile] of spec.extends.entries()) {
    const pointer = `/extends/${index}`
    if (spec.extends.indexOf(profile) < index)
      diagnostics.push(diagnose('resolve/repeated-profile', { profile }, spec.document.locate(pointer)))
    else if (!Object.hasOwn(inputs.project.profiles, profile))
      diagnostics.push(unknownProfile(inputs, profile, pointer))
  }
  const { document, version } = spec
  const overlays = (cell?.overlays ?? []).map(({ request, pointer }): Written => {
    return { document, value: request, base: pointer, version, origin: WRITTEN }
  })
  const written = [...inheritedParts(inputs, 'request'), ...overlays]
  const options = set.filter((option) => matchGlob(option.crawl, name))
  return [
    ...written.map((part) => documentLayer(part, inputs, diagnostics)),
    ...options.map((option) => optionLayer(option, references, diagnostics)),
  ]
}

/** Returns the layers of a crawl's settings beside the request, weakest first. */
export function layersBeside(inputs: LayerInputs, diagnostics: Diagnostic[]): readonly Layer[] {
  return inheritedParts(inputs, 'beside').map((part) => documentLayer(part, inputs, diagnostics))
}

const WRITTEN = { kind: 'written' } as const

/** Returns what is written about one part of a crawl, weakest first: defaults, profiles, crawl file, environment. */
function inheritedParts(
  { spec, project, environment }: LayerInputs,
  part: keyof SharedSettings,
): readonly Written[] {
  const { document, profiles } = project
  const written: Written[] = []
  const share = (settings: SharedSettings | undefined, above: JsonPointer, origin: LayerOrigin): void => {
    const value = settings?.[part]
    if (document === undefined || value === undefined) return
    if (part === 'request')
      written.push({ document, value, base: joinPointer(above, part), version: 2, origin })
    else if (Object.keys(value).length > 0) written.push({ document, value, base: above, version: 2, origin })
  }
  share(project.defaults, '/defaults', { kind: 'project-defaults' })
  for (const profile of new Set(spec.extends)) {
    const found = Object.hasOwn(profiles, profile) ? profiles[profile] : undefined
    share(found, joinPointer('/profiles', profile), { kind: 'profile', profile })
  }
  // Only the request has other names in older versions.
  const version = part === 'request' ? spec.version : 2
  const base = part === 'request' ? '/request' : ''
  if (part === 'request' || Object.keys(spec.beside).length > 0)
    written.push({ document: spec.document, value: spec[part], base, version, origin: WRITTEN })
  const { name } = environment
  share(environment, joinPointer('/environments', name), { kind: 'environment', environment: name })
  return written
}

/** Makes the layer of one option. References in it follow the same rules as in a file. */
function optionLayer(option: SetOption, references: References, diagnostics: Diagnostic[]): Layer {
  const { path, text, place } = option
  // The path has at least one key.
  const request = path.reduceRight<Json>((nested, key) => ({ [key]: nested }), option.value) as JsonObject
  const context = contextOf(2, () => place)
  const { value, problems } = new Interpolation(request, references, context)
  diagnostics.push(...problems)
  return {
    value,
    originOf: () => ({ kind: 'option', option: text }),
    locate: () => place,
  }
}

interface Written {
  readonly document: SourceDocument
  readonly value: JsonObject
  readonly base: JsonPointer
  readonly version: ApiVersion
  readonly origin: LayerOrigin
}

function documentLayer(
  { document, value: written, base, version, origin }: Written,
  { spec, references }: LayerInputs,
  diagnostics: Diagnostic[],
): Layer {
  let value = written
  let filled: WrittenParts['references']
  let problems: readonly Diagnostic[] = []
  if (hasTemplate(document.text)) {
    const place = (at: JsonPointer): Place => document.locate(base + at)
    const result = new Interpolation(written, references, contextOf(version, place))
    problems = result.problems
    diagnostics.push(...problems)
    value = result.value
    filled = result.origins
  }
  let migrated: WrittenParts['migrated']
  if (version === 1) {
    const result = migrateRequest(spec, value, base)
    const isNew = ({ line, column }: Diagnostic): boolean =>
      !problems.some((problem) => problem.line === line && problem.column === column)
    diagnostics.push(...result.diagnostics.filter(isNew))
    if (result.ok) {
      value = result.value.request
      migrated = result.value.origins
    }
  }
  return writtenLayer({ value, document, base, origin, ...given({ references: filled, migrated }) })
}

function contextOf(version: ApiVersion, place: ReferenceContext['place']): ReferenceContext {
  return { types: (pointer) => typesAt(pointer, version), closedToSecrets, place }
}

function typesAt(pointer: JsonPointer, version: ApiVersion): readonly string[] {
  if (version === 2) return schemaAt('request-v2', pointer)?.types ?? []
  // Version 0 wrapped the same settings.
  const unwrapped = pointer
    .replace(/^\/crawlerOptions(?=\/)/, '')
    .replace(/^\/pageOptions(?=\/)/, '/scrapeOptions')
  return schemaAt('request-v1', unwrapped)?.types ?? []
}

/** Returns settings that are compared and shown before anything is sent. */
function closedToSecrets(pointer: JsonPointer): string | undefined {
  if (pointer === '/url') return 'the start URL'
  if (pointer === '/prompt') return 'a prompt'
  return /^(?:\/crawlerOptions)?\/(?:(?:in|ex)clude(?:Path)?s|changes\/ignore)(?:\/|$)/.test(pointer)
    ? 'a pattern'
    : undefined
}

function unknownProfile({ spec, project }: LayerInputs, profile: string, pointer: JsonPointer): Diagnostic {
  const known = Object.keys(project.profiles)
  const args = { profile, suggestion: suggest(profile, known)[0], known: known.join(', ') || undefined }
  return diagnose('resolve/unknown-profile', args, spec.document.locate(pointer))
}
