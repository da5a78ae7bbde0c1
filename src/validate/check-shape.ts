import type { SourceDocument } from '../document/source-document.ts'
import type { JsonObject } from '../util/json.ts'
import type { Shape } from './crawl-shape.ts'
import { explainShape } from './explain-shape.ts'

const NOTHING: ReadonlySet<string> = new Set()

/**
 * Checks the version and the outline of a crawl file before any schema, because a wrong one would cause a flood of
 * messages.
 */
export function checkShape(document: SourceDocument, file: JsonObject): Shape {
  const { version } = file
  if ((version === 1 || version === 2) && file['request'] !== undefined && file['request'] !== null) {
    return { version, diagnostics: [], reported: NOTHING }
  }
  return explainShape(document, file)
}
