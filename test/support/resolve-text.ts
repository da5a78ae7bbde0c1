import { hasErrors } from '../../src/diagnostics/diagnostic.ts'
import { parseFile } from '../../src/document/parse-file.ts'
import type { SourceDocument } from '../../src/document/source-document.ts'
import { resolveCrawl } from '../../src/resolve/resolve-crawl.ts'
import type { ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import { isJsonObject, type Json, type JsonObject } from '../../src/util/json.ts'
import type { CrawlSpec, EnvironmentSpec, ProjectSpec, ScopeTest } from '../../src/validate/crawl-spec.ts'

const LOCAL: EnvironmentSpec = {
  name: 'local',
  service: 'embedded',
  baseUrl: undefined,
  apiKey: undefined,
  state: { backend: 'local' },
  request: undefined,
}

/** The crawls of `text`, one or more YAML documents; a document with `profiles` or `defaults` is the project file. */
export function resolveText(text: string, file = 'crawls/docs.yaml'): readonly ResolvedCrawl[] {
  const parsed = parseFile(file, new TextEncoder().encode(text))
  if (!parsed.ok) throw new Error(`not YAML: ${parsed.diagnostics[0]?.message}`)
  const isProject = ({ value }: SourceDocument): boolean =>
    isJsonObject(value) && (value['profiles'] !== undefined || value['defaults'] !== undefined)
  const project = readProject(parsed.value.find(isProject))
  return parsed.value
    .filter((document) => !isProject(document))
    .flatMap((document) => {
      const context = { project, environment: LOCAL, set: [], variables: {} }
      const resolved = resolveCrawl(readSpec(document), context)
      if (!resolved.ok || hasErrors(resolved.diagnostics)) {
        throw new Error(`not resolved: ${resolved.diagnostics[0]?.message}`)
      }
      return resolved.value
    })
}

function readProject(document: SourceDocument | undefined): ProjectSpec {
  const value = object(document?.value)
  const profiles = Object.entries(object(value['profiles'])).map(([name, profile]) => [
    name,
    { request: object(object(profile)['request']) },
  ])
  return {
    document,
    crawls: [],
    defaults: value['defaults'] === undefined ? undefined : object(object(value['defaults'])['request']),
    profiles: Object.fromEntries(profiles),
    environments: {},
    budget: undefined,
    rules: {},
  }
}

function readSpec(document: SourceDocument): CrawlSpec {
  const value = object(document.value)
  const tests = object(value['tests'])
  const matrix = value['matrix']
  return {
    document,
    version: 2,
    name: typeof value['name'] === 'string' ? value['name'] : undefined,
    description: undefined,
    extends: list(value['extends']).map(String),
    matrix: isJsonObject(matrix)
      ? { axes: matrix as Record<string, readonly Json[]>, include: [], exclude: [] }
      : undefined,
    refreshMs: undefined,
    request: object(value['request']),
    tests:
      value['tests'] === undefined ? undefined : { in: readTests(tests, 'in'), out: readTests(tests, 'out') },
    expect: undefined,
  }
}

function readTests(tests: JsonObject, side: 'in' | 'out'): readonly ScopeTest[] {
  return list(tests[side]).map((test, index) => {
    const { url, why } = isJsonObject(test) ? test : { url: test, why: undefined }
    return {
      url: text(url) ?? '',
      why: text(why),
      pointer: `/tests/${side}/${index}`,
    }
  })
}

function object(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}
