/**
 * Input: a document.
 * Output: a crawl or project as written, or every reason why it is not one.
 * Must not know the project around the document, and must not resolve anything.
 */
import { capDiagnostics, checked, diagnose } from '../diagnostics/diagnostic.ts'
import type { Checked, Diagnostic } from '../diagnostics/diagnostic.ts'
import { type SourceDocument, sourceText } from '../document/source-document.ts'
import { isJsonObject, joinPointer, listOf, objectOf, textOf } from '../util/json.ts'
import type { Json, JsonObject } from '../util/json.ts'
import { readBeside } from './crawl-spec.ts'
import type { CrawlSpec, MatrixSpec, ScopeTest, ScopeTests } from './crawl-spec.ts'
import { findProblems } from './explain-errors.ts'
import type { ApiVersion } from '../schema/api-version.ts'
import { requestSettings } from '../schema/schema.ts'
import { suggest } from '../util/suggest.ts'
import { describeValue, firstLine } from './subject.ts'

/** Returns one document as a crawl, or every problem visible in it alone. */
export function validateCrawl(document: SourceDocument): Checked<CrawlSpec> {
  const file = document.value
  if (!isJsonObject(file)) return { ok: false, diagnostics: [] }
  const shape = checkShape(document, file)
  if (shape.version === undefined) return { ok: false, diagnostics: shape.diagnostics }
  const found: Diagnostic[] = [
    ...shape.diagnostics,
    ...findProblems(document, shape.version === 1 ? 'crawl-v1' : 'crawl-v2'),
    ...checkAxes(document, file['matrix']),
  ]
  const spec = checked(file, capDiagnostics(found))
  return spec.ok ? { ...spec, value: readCrawl(document, file, shape.version) } : spec
}

/** Finds numbers of a matrix that lose digits when they become text, such as the version 3.10. */
function checkAxes(document: SourceDocument, matrix: Json | undefined): Diagnostic[] {
  const axes = Object.entries(objectOf(matrix) ?? {})
  return axes.flatMap(([axis, values]) =>
    listOf(values).flatMap((value, index) => {
      if (typeof value !== 'number') return []
      const pointer = joinPointer('/matrix', axis, String(index))
      const place = document.locate(pointer)
      const written = sourceText(document, place)
      // An alias may be used elsewhere.
      if (written === undefined || written === String(value) || written.startsWith('*')) return []
      const text = JSON.stringify(written)
      const args = { subject: `Item ${index + 1} of "${axis}"`, found: String(value), text }
      const fix = { description: 'Put it in quotes', edits: [{ place, text }] }
      return [diagnose('schema/unquoted-text', args, place, { fix })]
    }),
  )
}

/** Returns the crawl of `document`, which is `whole` without its wrong values; undefined without a known version or a request. */
export function readPartial(document: SourceDocument, whole: SourceDocument): CrawlSpec | undefined {
  const { value: file } = document
  if (!isJsonObject(file) || !isJsonObject(file['request']) || !isJsonObject(whole.value)) return undefined
  const { version } = checkShape(whole, whole.value)
  return version === undefined ? undefined : readCrawl(document, file, version)
}

/** Reads what the schema has accepted. */
function readCrawl(document: SourceDocument, file: JsonObject, version: ApiVersion): CrawlSpec {
  const tests = objectOf(file['tests'])
  return {
    document,
    version,
    name: textOf(file['name']),
    was: textOf(file['was']),
    description: textOf(file['description']),
    extends: listOf(file['extends']).map(String),
    matrix: isJsonObject(file['matrix']) ? readMatrix(file['matrix']) : undefined,
    request: objectOf(file['request']) ?? {},
    beside: readBeside(file),
    tests: tests && {
      in: readScopeTests(tests, 'in'),
      out: readScopeTests(tests, 'out'),
      ignored: readScopeTests(tests, 'ignored'),
      counted: readScopeTests(tests, 'counted'),
    },
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

function readScopeTests(tests: JsonObject, side: keyof ScopeTests): ScopeTest[] {
  return listOf(tests[side]).map((test, index) => {
    const pointer = `/tests/${side}/${index}`
    if (!isJsonObject(test)) return { url: textOf(test) ?? '', why: undefined, pointer }
    const reached = WAYS.find((way) => way === test['reached'])
    const read = { url: textOf(test['url']) ?? '', why: textOf(test['why']), pointer }
    return reached === undefined ? read : { ...read, reached }
  })
}

const WAYS = ['start', 'sitemap', 'link'] as const

/** Checks version and outline before any schema, to prevent a flood of messages. Without a version, settings are not checked. */
function checkShape(
  document: SourceDocument,
  file: JsonObject,
): { readonly version: ApiVersion | undefined; readonly diagnostics: readonly Diagnostic[] } {
  const bare = bareRequest(document, file)
  if (bare !== undefined) return { version: undefined, diagnostics: [bare] }
  const { version } = file
  if (version === 1 || version === 2) return { version, diagnostics: [] }
  if (version !== undefined) {
    const meant = meantVersion(version)
    return { version: meant, diagnostics: [unknownVersion(document, version, meant)] }
  }
  if (isForeign(file)) {
    const foreign = diagnose('schema/not-a-crawl-file', {}, firstLine(document))
    return { version: undefined, diagnostics: [foreign] }
  }
  const guess = guessVersion(file)
  // The check of the keys suggests the right spelling.
  if (Object.keys(file).some((key) => suggest(key, ['version']).length > 0))
    return { version: guess, diagnostics: [] }
  const missing = diagnose('schema/missing-version', { guess }, firstLine(document))
  return { version: guess, diagnostics: [missing] }
}

function meantVersion(version: Json): ApiVersion | undefined {
  const isScalar = typeof version === 'string' || typeof version === 'number'
  const meant = isScalar ? /^v?([0-2])(?:\.0)?[,;]?$/i.exec(String(version).trim())?.[1] : undefined
  return meant === undefined ? undefined : meant === '2' ? 2 : 1
}

function unknownVersion(document: SourceDocument, version: Json, meant: ApiVersion | undefined): Diagnostic {
  const found = describeValue(version, '/version')
  const place = document.locate('/version', version === null ? 'key' : 'value')
  const text = meant === undefined ? undefined : String(meant)
  const args = { found, allowed: 'allowed are 1 and 2', text }
  const fix = text === undefined ? {} : { fix: { description: `Write ${text}`, edits: [{ place, text }] } }
  return diagnose('schema/unknown-version', args, place, fix)
}

/** Returns true for a file of another tool: it has no key, even misspelt, that only crawl files have. */
function isForeign(file: JsonObject): boolean {
  const own = ['version', 'request', 'extends', 'matrix', 'refresh', 'tests', 'changes', 'expect']
  return Object.entries(file).every(
    ([key, value]) => suggest(key, own).length === 0 && !(isJsonObject(value) && Object.hasOwn(value, 'url')),
  )
}

/** Returns a request's body at the top level, of any version. */
function bareRequest(document: SourceDocument, file: JsonObject): Diagnostic | undefined {
  const isBare = Object.hasOwn(file, 'request') && file['request'] === null
  if (Object.hasOwn(file, 'request') && !isBare) return undefined
  const wrapper = ['crawlerOptions', 'pageOptions'].find((key) => isJsonObject(file[key]))
  if (wrapper !== undefined) {
    const to = wrapper === 'crawlerOptions' ? 'directly under "request"' : 'under "request.scrapeOptions"'
    return diagnose('schema/old-body', { key: wrapper, to }, document.locate(`/${wrapper}`, 'key'))
  }
  const known = new Set([...requestSettings(2), ...requestSettings(1)].map((setting) => setting.pointer))
  const key = Object.keys(file).find((name) => known.has(joinPointer('', name)))
  if (key === undefined) return undefined
  const place = document.locate(joinPointer('', key), 'key')
  return diagnose('schema/bare-request', { key, isBeside: isBare }, place)
}

/** Guesses version 1 when the request has a key that only version 1 knows. */
function guessVersion(file: JsonObject): ApiVersion {
  const { request } = file
  if (!isJsonObject(request)) return 2
  const old = requestSettings(1).filter((setting) => setting.deprecated !== undefined)
  const isOld = old.some(
    ({ pointer }) => pointer.lastIndexOf('/') === 0 && Object.hasOwn(request, pointer.slice(1)),
  )
  return isOld && typeof request['sitemap'] !== 'string' ? 1 : 2
}
