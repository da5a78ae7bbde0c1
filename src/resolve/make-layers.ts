import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'
import type { MigratedFrom } from '../migrate/edited-request.ts'
import { migrateRequest } from '../migrate/migrate.ts'
import { schemaAt } from '../schema/schema.ts'
import { matchGlob } from '../util/glob.ts'
import { joinPointer, type JsonPointer } from '../util/json-pointer.ts'
import type { Json, JsonObject } from '../util/json.ts'
import { suggest } from '../util/suggest.ts'
import { hasTemplate } from '../util/template.ts'
import type { CrawlSpec, EnvironmentSpec, ProjectSpec } from '../validate/crawl-spec.ts'
import type { MatrixCell } from './expand-matrix.ts'
import { interpolate, type ReferenceOrigin, type References } from './interpolate.ts'
import { DocumentLayer, OptionLayer, type Layer } from './layer.ts'
import type { Origin, Source } from './origin.ts'
import type { SetOption } from './set-option.ts'
import type { ApiVersion } from '../util/api-version.ts'

export interface LayerInputs {
  readonly spec: CrawlSpec
  readonly name: string
  readonly project: ProjectSpec
  readonly environment: EnvironmentSpec
  readonly cell: MatrixCell | undefined
  readonly set: readonly SetOption[]
  readonly references: References
}

/**
 * Returns the layers of one crawl, weakest first: project defaults, profiles in order, the crawl file, the environment, the
 * matrix cell, `--set`.
 */
export function makeLayers(inputs: LayerInputs, diagnostics: Diagnostic[]): readonly Layer[] {
  const { spec, name, project, environment, cell, set, references } = inputs
  const layers: Layer[] = []
  const add = (written: Written): void => {
    layers.push(documentLayer(written, inputs, diagnostics))
  }
  const shared = project.document
  if (shared !== undefined && project.defaults !== undefined) {
    const origin = (source: Source): Origin => ({ kind: 'project-defaults', source })
    add({ document: shared, request: project.defaults, base: '/defaults/request', version: 2, origin })
  }
  for (const [index, profile] of spec.extends.entries()) {
    if (spec.extends.indexOf(profile) < index) {
      const pointer = `/extends/${index}`
      diagnostics.push(
        diagnose('resolve/repeated-profile', { profile }, spec.document.locate(pointer), { pointer }),
      )
      continue
    }
    const found = Object.hasOwn(project.profiles, profile) ? project.profiles[profile] : undefined
    if (found === undefined || shared === undefined) {
      diagnostics.push(unknownProfile(inputs, profile, `/extends/${index}`))
      continue
    }
    const origin = (source: Source): Origin => ({ kind: 'profile', profile, source })
    add({
      document: shared,
      request: found.request,
      base: joinPointer('/profiles', profile, 'request'),
      version: 2,
      origin,
    })
  }
  add({
    document: spec.document,
    request: spec.request,
    base: '/request',
    version: spec.version,
    origin: written,
  })
  if (shared !== undefined && environment.request !== undefined) {
    const origin = (source: Source): Origin => ({
      kind: 'environment',
      environment: environment.name,
      source,
    })
    const base = joinPointer('/environments', environment.name, 'request')
    add({ document: shared, request: environment.request, base, version: 2, origin })
  }
  for (const { request, pointer } of cell?.overlays ?? []) {
    add({ document: spec.document, request, base: pointer, version: spec.version, origin: written })
  }
  for (const option of set)
    if (matchGlob(option.crawl, name)) layers.push(optionLayer(option, references, diagnostics))
  return layers
}

/** Makes the layer of one option. References in it follow the same rules as in a file. */
function optionLayer(option: SetOption, references: References, diagnostics: Diagnostic[]): Layer {
  const request = nest(option.path, option.value)
  if (!hasTemplate(option.text)) return new OptionLayer(option, request)
  const { value, problems } = interpolate(request, references, {
    types: (pointer) => typesAt(pointer, 2),
    closedToSecrets,
  })
  for (const { report } of problems) diagnostics.push(report(option.place))
  return new OptionLayer(option, value)
}

function nest(path: readonly string[], value: Json): JsonObject {
  const [last, ...outer] = path.toReversed()
  let nested: JsonObject = last === undefined ? {} : { [last]: value }
  for (const key of outer) nested = { [key]: nested }
  return nested
}

interface Written {
  readonly document: SourceDocument
  readonly request: JsonObject
  readonly base: JsonPointer
  readonly version: ApiVersion
  readonly origin: (source: Source) => Origin
}

const written = (source: Source): Origin => ({ kind: 'written', source })

const NO_REFERENCES: ReadonlyMap<JsonPointer, ReferenceOrigin> = new Map()
const NOT_MIGRATED: ReadonlyMap<JsonPointer, MigratedFrom> = new Map()

function documentLayer(
  { document, request, base, version, origin }: Written,
  { spec, references }: LayerInputs,
  diagnostics: Diagnostic[],
): Layer {
  let value = request
  let filled = NO_REFERENCES
  const told = new Set<string>()
  if (hasTemplate(document.text)) {
    const result = interpolate(request, references, {
      types: (pointer) => typesAt(pointer, version),
      closedToSecrets,
    })
    for (const { pointer, report } of result.problems) {
      const place = document.locate(base + pointer)
      diagnostics.push(report({ ...place, pointer: base + pointer }))
      told.add(startOf(place))
    }
    value = result.value
    filled = result.origins
  }
  let migrated = NOT_MIGRATED
  if (version === 1) {
    const result = migrateRequest(spec, value, base)
    diagnostics.push(...result.diagnostics.filter((found) => !told.has(startOf(found))))
    if (result.ok) {
      value = result.value.request
      migrated = result.value.origins
    }
  }
  return new DocumentLayer({ value, document, base, origin, references: filled, migrated })
}

function startOf({ line, column }: Place): string {
  return `${line}:${column}`
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
  return /^(?:\/crawlerOptions)?\/(?:in|ex)clude(?:Path)?s(?:\/|$)/.test(pointer) ? 'a pattern' : undefined
}

function unknownProfile({ spec, project }: LayerInputs, profile: string, pointer: JsonPointer): Diagnostic {
  const known = Object.keys(project.profiles)
  const args = { profile, suggestion: suggest(profile, known)[0], known: known.join(', ') }
  return diagnose('resolve/unknown-profile', args, spec.document.locate(pointer), { pointer })
}
