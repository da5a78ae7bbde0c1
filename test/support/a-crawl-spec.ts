import type { SourceDocument } from '../../src/document/source-document.ts'
import { isJsonObject, type JsonObject } from '../../src/util/json.ts'
import type { CrawlSpec } from '../../src/validate/crawl-spec.ts'

/** A crawl that says nothing beside its request. */
export function aCrawlSpec(
  document: SourceDocument,
  request: JsonObject,
  wish: Partial<CrawlSpec> = {},
): CrawlSpec {
  return {
    document,
    version: 2,
    name: undefined,
    was: undefined,
    description: undefined,
    extends: [],
    matrix: undefined,
    request,
    beside: {},
    tests: undefined,
    ...wish,
  }
}

/** The value of a document that is known to be a mapping. */
export function mappingOf({ value }: SourceDocument): JsonObject {
  if (!isJsonObject(value)) throw new Error('not a mapping')
  return value
}
