import type { Fix, Place } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from './source-document.ts'

/**
 * Offers to replace `text`, which is at `place` in one of `documents`, by `instead`; undefined where the file does not hold it
 * literally, because references would be lost.
 */
export function replaceText(
  documents: readonly SourceDocument[],
  place: Place,
  { text, instead }: { readonly text: string; readonly instead: string },
): Fix | undefined {
  const written = writtenAt(documents, place)
  if (written === undefined || !quotations(text).includes(written)) return undefined
  const [plain, quoted] = quotations(instead)
  const edit = { place, text: (written === text && isPlainYaml(instead) ? plain : quoted) ?? instead }
  return { description: `Replace it by "${instead}"`, edits: [edit] }
}

/** Returns the text at `place`; undefined when it is not on one line of one of `documents`. */
function writtenAt(documents: readonly SourceDocument[], place: Place): string | undefined {
  const document = documents.find(({ file }) => file === place.file)
  if (document === undefined || place.line !== place.endLine) return undefined
  return document.text.split(/\r\n|\n|\r/)[place.line - 1]?.slice(place.column - 1, place.endColumn - 1)
}

/** Tells how YAML may write `text`: plain, in double quotes where no backslash has to be doubled, in single quotes. */
function quotations(text: string): readonly string[] {
  const single = `'${text.replaceAll("'", "''")}'`
  const double = JSON.stringify(text)
  return text.includes('\\') ? [text, single, double] : [text, double, single]
}

/** Tells whether YAML reads `text` as this string without quotes, also inside `[...]`. */
function isPlainYaml(text: string): boolean {
  return /^[\^/\w][\w^/.$*+()|\\?-]*$/.test(text) && !/^[\d.+-]+$/.test(text) && !text.includes(': ')
}
