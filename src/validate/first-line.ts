import type { Place } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'

/** Returns the first line of a document that holds something: where a problem of the whole is shown. */
export function firstLine(document: SourceDocument): Place {
  const { file, line, column } = document.locate('')
  const text = document.text.split('\n', line)[line - 1] ?? ''
  const endColumn = Math.max(column, text.trimEnd().length + 1)
  return { file, line, column, endLine: line, endColumn }
}
