import { parseFile } from '../document/document.ts'
import type { SourceDocument } from '../document/source-document.ts'
import type { TextPlaces } from './text-places.ts'

/** Returns the YAML document of a line, counted from 1, with the comments above it; undefined if the text is not YAML. */
export function documentAt(text: TextPlaces, line: number): SourceDocument | undefined {
  const parsed = parseFile(text.file, Buffer.from(text.body))
  if (!parsed.ok) return undefined
  const start = text.lineStart(line)
  const begins = (document: SourceDocument): number =>
    text.body.lastIndexOf('\n---', text.lineStart(document.locate('').line))
  return parsed.value.findLast((document, index) => index === 0 || begins(document) < start)
}
