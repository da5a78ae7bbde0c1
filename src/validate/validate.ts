/**
 * Input: a document.
 * Output: a crawl or project as written, or every reason why it is not one.
 * Must not know the project around the document, and must not resolve anything.
 */
import { capDiagnostics } from '../diagnostics/cap-diagnostics.ts'
import { type Checked, checked, type Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'
import { parseDuration } from '../util/duration.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import { checkShape } from './check-shape.ts'
import type { CrawlSpec, MatrixSpec, ScopeTest, ScopeTests } from './crawl-spec.ts'
import { findProblems } from './find-problems.ts'
import type { ApiVersion } from '../util/api-version.ts'

/** Returns one document as a crawl, or every problem visible in it alone. */
export function validateCrawl(document: SourceDocument): Checked<CrawlSpec> {
  const file = document.value
  if (!isJsonObject(file)) return { ok: false, diagnostics: [] }
  const shape = checkShape(document, file)
  if (shape.version === undefined) return { ok: false, diagnostics: shape.diagnostics }
  const found: Diagnostic[] = [
    ...shape.diagnostics,
    ...findProblems(document, shape.version === 1 ? 'crawl-v1' : 'crawl-v2', shape.reported),
  ]
  const spec = checked(file, capDiagnostics(found))
  return spec.ok ? { ...spec, value: readCrawl(document, file, shape.version) } : spec
}

/**
 * Returns the readable parts of a crawl with errors; `document` is `whole` without the wrong values. Undefined if its version
 * is unknown or it has no request.
 */
export function readPartial(document: SourceDocument, whole: SourceDocument): CrawlSpec | undefined {
  const { value: file } = document
  if (!isJsonObject(file) || !isJsonObject(file['request']) || !isJsonObject(whole.value)) return undefined
  const { version } = checkShape(whole, whole.value)
  return version === undefined ? undefined : readCrawl(document, file, version)
}

/** Reads what the schema has accepted. */
function readCrawl(document: SourceDocument, file: JsonObject, version: ApiVersion): CrawlSpec {
  return {
    document,
    version,
    name: textOf(file['name']),
    description: textOf(file['description']),
    extends: listOf(file['extends']).map(String),
    matrix: isJsonObject(file['matrix']) ? readMatrix(file['matrix']) : undefined,
    refreshMs: typeof file['refresh'] === 'string' ? parseDuration(file['refresh']) : undefined,
    request: objectOf(file['request']) ?? {},
    tests: isJsonObject(file['tests']) ? readTests(file['tests']) : undefined,
    expect: objectOf(file['expect']),
  }
}

function readMatrix(matrix: JsonObject): MatrixSpec {
  const { include, exclude, ...axes } = matrix
  return {
    axes: Object.fromEntries(Object.entries(axes).map(([axis, values]) => [axis, listOf(values)])),
    include: listOf(include).filter(isJsonObject),
    exclude: listOf(exclude).filter(isJsonObject),
  }
}

function readTests(tests: JsonObject): ScopeTests {
  return { in: readScopeTests(tests, 'in'), out: readScopeTests(tests, 'out') }
}

function readScopeTests(tests: JsonObject, side: 'in' | 'out'): ScopeTest[] {
  return listOf(tests[side]).map((test, index) => {
    const pointer = `/tests/${side}/${index}`
    if (!isJsonObject(test)) return { url: textOf(test) ?? '', why: undefined, pointer }
    const reached = WAYS.find((way) => way === test['reached'])
    const read = { url: textOf(test['url']) ?? '', why: textOf(test['why']), pointer }
    return reached === undefined ? read : { ...read, reached }
  })
}

const WAYS = ['start', 'sitemap', 'link'] as const

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function objectOf(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined
}
