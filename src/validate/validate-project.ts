import { capDiagnostics, checked, diagnose, isFixed, ruleIds } from '../diagnostics/diagnostic.ts'
import type { Checked, Diagnostic, Place } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'
import type { Embedded, ProjectFile } from '../schema/project-file.gen.ts'
import { given, isJsonObject, joinPointer, objectOf, textOf } from '../util/json.ts'
import type { Json, JsonObject } from '../util/json.ts'
import { suggest } from '../util/suggest.ts'
import { DEFAULT_CRAWLS, readBeside } from './crawl-spec.ts'
import type { EnvironmentSpec, ProjectSpec, SharedSettings, StateSpec } from './crawl-spec.ts'
import { findProblems } from './explain-errors.ts'
import { describeValue, firstLine } from './subject.ts'

/** Returns the project file (crawlform.yaml) as written, or every problem visible in it alone. */
export function validateProject(document: SourceDocument): Checked<ProjectSpec> {
  const file = document.value
  if (!isJsonObject(file)) return { ok: false, diagnostics: [] }
  const found = [
    ...checkVersion(document, file),
    ...findProblems(document, 'project'),
    ...checkRules(document, file),
  ]
  const spec = checked(file, capDiagnostics(found))
  return spec.ok ? { ...spec, value: readProject(document, file) } : spec
}

function checkVersion(document: SourceDocument, { version }: JsonObject): Diagnostic[] {
  if (version === 2) return []
  if (version === undefined) return [diagnose('schema/missing-version', { guess: 2 }, firstLine(document))]
  const found = describeValue(version, '/version')
  const place = document.locate('/version', version === null ? 'key' : 'value')
  const args = { found, allowed: 'a project file is of version 2', text: '2' }
  return [diagnose('schema/unknown-version', args, place)]
}

/** Reports severities of rules that do not exist or are always errors. */
function checkRules(document: SourceDocument, { rules }: JsonObject): Diagnostic[] {
  if (!isJsonObject(rules)) return []
  return Object.entries(rules).flatMap(([id, severity]) => {
    if (!/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/.test(id)) return []
    const pointer = joinPointer('/rules', id)
    const place = (): Place => document.locate(pointer, 'key')
    if (!ruleIds().includes(id)) {
      const args = { id, suggestion: suggest(id, ruleIds())[0] }
      return [diagnose('project/unknown-rule', args, place())]
    }
    if ((severity !== 'off' && severity !== 'warning') || !isFixed(id)) return []
    return [diagnose('project/fixed-rule', { id, severity }, place())]
  })
}

/** Reads a file that the schema has accepted; a file with errors is passed without its wrong values. */
export function readProject(document: SourceDocument, file: JsonObject): ProjectSpec {
  const { crawls, defaults, profiles, environments, budget, rules } = file
  return {
    document,
    crawls: Array.isArray(crawls)
      ? crawls.map((glob) => String(glob).replace(/^(?:\.\/)+/, ''))
      : DEFAULT_CRAWLS,
    defaults: readShared(defaults),
    profiles: mapOf(profiles, (_, profile) => readShared(profile)),
    environments: mapOf(environments, readEnvironment),
    // The schema has checked it, and nothing is planned with a file that has errors.
    budget: isJsonObject(budget) ? (budget as ProjectFile['budget']) : undefined,
    rules: mapOf(rules, (_, severity) => (severity === 'off' || severity === 'warning' ? severity : 'error')),
  }
}

function readShared(part: Json | undefined): SharedSettings {
  const settings = objectOf(part) ?? {}
  return { request: objectOf(settings['request']), beside: readBeside(settings) }
}

function readEnvironment(name: string, environment: Json): EnvironmentSpec {
  const { service, baseUrl, apiKey, state, defaults, embedded, idempotencyKeys, prices, board } =
    objectOf(environment) ?? {}
  return {
    ...readShared(environment),
    name,
    service: service === 'embedded' ? 'embedded' : undefined,
    baseUrl: textOf(baseUrl),
    apiKey: textOf(apiKey),
    state: readState(state),
    ...given({
      // The schema has checked its shape.
      embedded: objectOf(embedded) as Embedded | undefined,
      sendDefaults: defaults === 'explicit' ? true : undefined,
      idempotencyKeys: typeof idempotencyKeys === 'boolean' ? idempotencyKeys : undefined,
      prices: isJsonObject(prices) ? mapOf(prices, (_, price) => Number(price)) : undefined,
      board: textOf(board),
    }),
  }
}

function readState(state: Json | undefined): StateSpec {
  if (!isJsonObject(state)) return { backend: 'local' }
  const { backend } = state
  return { ...state, backend: backend === 'git' || backend === 'http' ? backend : 'local' }
}

function mapOf<T>(value: Json | undefined, read: (name: string, member: Json) => T): Record<string, T> {
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, read(name, member)]))
}
