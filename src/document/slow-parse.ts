import type * as yaml from 'yaml'
import { diagnose, type Diagnostic } from '../diagnostics/diagnostic.ts'
import { isJsonObject } from '../util/json.ts'
import { type ComposedDocument, composeValue } from './compose-value.ts'
import type { LineMap } from './line-map.ts'
import { requireLate } from '../util/require-late.ts'
import { explainSyntax, flattenTokens, missingColon, refuseTokens } from './syntax-errors.ts'
import type { NestedToken } from './syntax-errors.ts'

export interface ParsedDocuments {
  readonly documents: readonly Pick<ComposedDocument, 'value' | 'span'>[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads text of any form with the YAML library, which alone decides what is YAML. The messages are ours. */
export function slowParse(lines: LineMap): ParsedDocuments {
  const library = requireLate('yaml') as typeof yaml
  const { Composer, Parser } = library
  const tokens = [...new Parser().parse(lines.text)]
  const nested = flattenTokens(tokens, library)
  const refused = refuseTokens(nested, lines)
  if (refused.length > 0) return { documents: [], diagnostics: refused }
  // Our own walk finds repeated keys: it names both places and takes linear time.
  const composer = new Composer({ version: '1.2', schema: 'core', uniqueKeys: false, prettyErrors: false })
  const composed = withoutStackTraces(() => [...composer.compose(tokens, true, lines.text.length)])
  return readDocuments(composed, nested, lines, library)
}

/**
 * Runs `act` without recording stacks. A hostile file has hundreds of thousands of errors, each an Error whose stack
 * nobody reads.
 */
function withoutStackTraces<T>(act: () => T): T {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 0
  try {
    return act()
  } finally {
    Error.stackTraceLimit = limit
  }
}

function readDocuments(
  composed: readonly yaml.Document.Parsed[],
  tokens: readonly NestedToken[],
  lines: LineMap,
  library: typeof yaml,
): ParsedDocuments {
  const written = composed.filter((document) => !isEmpty(document))
  if (written.length === 0) {
    const end = lines.text.search(/\r?\n|$/)
    return { documents: [], diagnostics: [diagnose('syntax/empty-file', {}, lines.place(0, end))] }
  }
  const documents: ComposedDocument[] = []
  const diagnostics: Diagnostic[] = []
  for (const document of written) {
    const [error] = document.errors.toSorted((a, b) => a.pos[0] - b.pos[0])
    if (error !== undefined) {
      diagnostics.push(explainSyntax(error, lines, tokens))
      continue
    }
    const read = composeValue(document, lines, library)
    diagnostics.push(...read.diagnostics)
    if (read.diagnostics.length === 0 && !isJsonObject(read.value)) diagnostics.push(notAMapping(read, lines))
    documents.push(read)
  }
  return { documents, diagnostics }
}

/** Returns true for a document of comments only, or of nothing between two markers. */
function isEmpty(document: yaml.Document.Parsed): boolean {
  if (document.errors.length > 0) return false
  const { contents } = document
  if (contents === null) return true
  return 'value' in contents && contents.value === null && 'source' in contents && contents.source === ''
}

function notAMapping({ value, span }: ComposedDocument, lines: LineMap): Diagnostic {
  const end = lines.text.indexOf('\n', span.start)
  const place = lines.place(span.start, end === -1 ? span.end : Math.min(span.end, end))
  if (typeof value === 'string') {
    const text = value.split('\n')[0] ?? ''
    if (/^[\w.-]+(?::[^/\s]| \S+$)/.test(text)) {
      return diagnose('syntax/missing-colon', missingColon(text), place)
    }
  }
  return diagnose('syntax/not-a-mapping', { found: kindOf(value) }, place)
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value === null) return 'null'
  return typeof value === 'string' ? 'a string' : `a ${typeof value}`
}
