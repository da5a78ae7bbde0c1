import { isSeq } from 'yaml'
import { joinPointer, type JsonPointer } from '../../util/json-pointer.ts'
import { extentOf, spanOf } from './extent.ts'
import { styleOf } from './insert-member.ts'
import { ParsedText } from './parsed-text.ts'
import { removeEntry } from './remove-entry.ts'
import { renderText } from './render-value.ts'
import { applySplices, type Splice } from './splice.ts'

/** A change of a list of texts. */
export interface ListEdit {
  /** Indexes of removed items, counted from 0. */
  readonly drop: readonly number[]
  /** Items appended after the others. */
  readonly add: readonly string[]
}

/**
 * Returns `text` with the items of the list at `pointer` edited and everything else as it was, comments too. Undefined if there
 * is no list with items, or its style does not allow the edit.
 */
export function rewriteList(
  text: string,
  { document, pointer }: { readonly document: number; readonly pointer: JsonPointer },
  { drop, add }: ListEdit,
): string | undefined {
  const parsed = new ParsedText(text)
  const list = parsed.node(document, pointer)
  if (!isSeq(list) || list.items.length === 0) return undefined
  const last = list.items.length - 1
  const inserted = add.length === 0 ? [] : insertBehind(parsed, document, { pointer, last, add })
  if (inserted === undefined) return undefined
  let edited = applySplices(text, inserted)
  // From the end, so that the places of the others stay.
  for (const index of drop.toSorted((a, b) => b - a)) {
    const splices = removeEntry(new ParsedText(edited), {
      document,
      pointer: joinPointer(pointer, String(index)),
    })
    if (splices === undefined) return undefined
    edited = applySplices(edited, splices)
  }
  return edited
}

function insertBehind(
  parsed: ParsedText,
  document: number,
  {
    pointer,
    last,
    add,
  }: { readonly pointer: JsonPointer; readonly last: number; readonly add: readonly string[] },
): readonly Splice[] | undefined {
  const entry = parsed.find(document, joinPointer(pointer, String(last)))
  if (entry?.value === undefined || entry.value === null) return undefined
  const items = add.map((item) => renderText(item, styleOf(parsed, document)))
  if (entry.holder.flow === true) {
    const [, end] = spanOf(entry.value)
    return [{ start: end, end, text: items.map((item) => `, ${item}`).join('') }]
  }
  const { start, lines } = extentOf(parsed, entry)
  const lead = parsed.text.slice(parsed.lineStart(start), start)
  if (!/^ *- +$/.test(lead)) return undefined
  const at = lines[1]
  const text = items.map((item) => lead + item + parsed.eol).join('')
  if (parsed.text[at - 1] === '\n') return [{ start: at, end: at, text }]
  return [{ start: at, end: at, text: parsed.eol + text.slice(0, -parsed.eol.length) }]
}
