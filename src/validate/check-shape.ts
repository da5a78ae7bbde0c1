import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'
import { requestSettings } from '../schema/schema.ts'
import { suggest } from '../util/suggest.ts'
import { joinPointer } from '../util/json-pointer.ts'
import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'
import { describeValue, firstLine } from './subject.ts'
import type { ApiVersion } from '../util/api-version.ts'

/** The kind of a crawl file, or why it cannot be determined. */
export interface Shape {
  /** Undefined when the settings cannot be checked. */
  readonly version: ApiVersion | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** Pointers that `diagnostics` already cover. */
  readonly reported: ReadonlySet<string>
}

/**
 * Checks the version and the outline of a crawl file before any schema, because a wrong one would cause a flood of messages. Its
 * settings are checked only if the version is clear.
 */
export function checkShape(document: SourceDocument, file: JsonObject): Shape {
  const bare = bareRequest(document, file)
  if (bare !== undefined) return { version: undefined, diagnostics: [bare], reported: new Set() }
  const { version } = file
  if (version === 1 || version === 2) return { version, diagnostics: [], reported: new Set() }
  if (version !== undefined) {
    const meant = meantVersion(version)
    const unknown = unknownVersion(document, version, meant)
    return { version: meant, diagnostics: [unknown], reported: new Set(['/version']) }
  }
  if (isForeign(file)) {
    const foreign = diagnose('schema/not-a-crawl-file', {}, firstLine(document))
    return { version: undefined, diagnostics: [foreign], reported: new Set() }
  }
  const guess = guessVersion(file)
  const reported = new Set(['/version'])
  // The check of the keys suggests the right spelling.
  if (Object.keys(file).some((key) => suggest(key, ['version']).length > 0))
    return { version: guess, diagnostics: [], reported }
  const missing = diagnose('schema/missing-version', { guess }, firstLine(document))
  return { version: guess, diagnostics: [missing], reported }
}

function meantVersion(version: Json): ApiVersion | undefined {
  const isScalar = typeof version === 'string' || typeof version === 'number'
  const meant = isScalar ? /^v?([12])(?:\.0)?$/i.exec(String(version).trim())?.[1] : undefined
  return meant === undefined ? undefined : meant === '1' ? 1 : 2
}

function unknownVersion(document: SourceDocument, version: Json, meant: ApiVersion | undefined): Diagnostic {
  const found = describeValue(version, '/version')
  const place = document.locate('/version', version === null ? 'key' : 'value')
  const text = meant === undefined ? undefined : String(meant)
  const args = { found, allowed: 'allowed are 1 and 2', text }
  const fix = text === undefined ? {} : { fix: { description: `Write ${text}`, edits: [{ place, text }] } }
  return diagnose('schema/unknown-version', args, place, { pointer: '/version', ...fix })
}

/** Returns true for a file of another tool: it has no key, even misspelt, that only crawl files have. */
function isForeign(file: JsonObject): boolean {
  const own = ['version', 'request', 'extends', 'matrix', 'refresh', 'tests', 'expect']
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
    const pointer = joinPointer('', wrapper)
    return diagnose('schema/old-body', { key: wrapper, to }, document.locate(pointer, 'key'), { pointer })
  }
  const known = new Set([...requestSettings(2), ...requestSettings(1)].map((setting) => setting.pointer))
  const key = Object.keys(file).find((name) => known.has(joinPointer('', name)))
  if (key === undefined) return undefined
  const pointer = joinPointer('', key)
  return diagnose('schema/bare-request', { key, isBeside: isBare }, document.locate(pointer, 'key'), {
    pointer,
  })
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
