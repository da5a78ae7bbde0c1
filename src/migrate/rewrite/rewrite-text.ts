import { isMap, isScalar } from 'yaml'
import { joinPointer, parentPointer, parsePointer, type JsonPointer } from '../../util/json-pointer.ts'
import { isJsonObject, type Json } from '../../util/json.ts'
import type { Edit } from '../edited-request.ts'
import { spanOf } from './extent.ts'
import { insertMember, styleOf, type Spot } from './insert-member.ts'
import { memberOfEntry, memberOfValue, renameKey } from './new-member.ts'
import { ParsedText, type Entry } from './parsed-text.ts'
import { removeEntry } from './remove-entry.ts'
import { renderInline, renderMember } from './render-value.ts'
import { applySplices, type Splice } from './splice.ts'
import { unfoldList } from './unfold-list.ts'

/** The part of a text that the edits concern. */
export interface Target {
  /** Document of the text, counted from 0. */
  readonly document: number
  /** Pointer to the edited value in the document. */
  readonly base: JsonPointer
}

/**
 * Returns `text` with `edit` applied and all other characters unchanged. Undefined if the style of the text does not allow the
 * edit. The caller checks the meaning of the result.
 */
export function rewriteText(text: string, { document, base }: Target, edit: Edit): string | undefined {
  const parsed = new ParsedText(text)
  switch (edit.kind) {
    case 'remove':
      return spliced(text, removeEntry(parsed, { document, pointer: base + edit.at }))
    case 'set':
      return spliced(text, setEntry(parsed, document, at(base, edit)))
    case 'move': {
      const from = base + edit.from
      const to = base + edit.to
      if (parentPointer(from) === parentPointer(to)) {
        return spliced(text, renameEntry(parsed, document, { from, to, value: edit.value }))
      }
      return moveEntry(parsed, document, { from, to })
    }
  }
}

/** Returns `text` with the document's `version` set, as its first key where it had none. */
export function rewriteVersion(text: string, document: number, version: number): string | undefined {
  const parsed = new ParsedText(text)
  if (parsed.find(document, '/version') !== undefined) {
    return spliced(
      text,
      setEntry(parsed, document, { pointer: '/version', value: version, source: undefined }),
    )
  }
  const root = parsed.contents(document)
  const first = isMap(root) ? root.items[0]?.key : undefined
  const before = isScalar(first) ? joinPointer('', String(first.value)) : ''
  const member = memberOfValue('version', version, parsed.eol)
  const splice = insertMember(parsed, document, { parent: '', member, spot: { before } })
  return splice === undefined ? undefined : applySplices(text, [splice])
}

function at(base: JsonPointer, edit: Edit & { kind: 'set' }): SetAt {
  return {
    pointer: base + edit.at,
    value: edit.value,
    source: edit.source === undefined ? undefined : base + edit.source,
  }
}

function spliced(text: string, splices: readonly Splice[] | undefined): string | undefined {
  return splices === undefined ? undefined : applySplices(text, splices)
}

interface SetAt {
  readonly pointer: JsonPointer
  readonly value: Json
  readonly source: JsonPointer | undefined
}

function setEntry(
  parsed: ParsedText,
  document: number,
  { pointer, value, source }: SetAt,
): readonly Splice[] | undefined {
  const entry = parsed.find(document, pointer)
  if (entry !== undefined) return replaceValue(parsed, document, entry, value)
  const parent = parentPointer(pointer)
  const beside = source !== undefined && parentPointer(source) === parent ? source : undefined
  const splice = insertMember(parsed, document, {
    parent,
    member: memberOfValue(parsePointer(pointer).at(-1) ?? '', value, parsed.eol),
    spot: beside === undefined ? 'last' : { after: beside },
  })
  return splice === undefined ? undefined : [splice]
}

function replaceValue(
  parsed: ParsedText,
  document: number,
  { holder, key, value: old }: Entry,
  value: Json,
): readonly Splice[] | undefined {
  if (old === null) return undefined
  const [start, end] = spanOf(old)
  const style = styleOf(parsed, document)
  const members = isJsonObject(value) ? Object.entries(value) : []
  const [only] = members
  // A mapping with one member in a list of lines is written as a line, so that others can follow.
  const isLine = key === undefined && holder.flow !== true && members.length === 1 && only !== undefined
  const text = isLine ? renderMember(only[0], only[1], style) : renderInline(value, style)
  return [{ start, end, text }]
}

interface Rename {
  readonly from: JsonPointer
  readonly to: JsonPointer
  readonly value: Json | undefined
}

function renameEntry(
  parsed: ParsedText,
  document: number,
  { from, to, value }: Rename,
): readonly Splice[] | undefined {
  const entry = parsed.find(document, from)
  if (entry?.key === undefined) return undefined
  const [start, end] = spanOf(entry.key)
  const key = renameKey(parsed.text.slice(start, end), parsePointer(to).at(-1) ?? '')
  const replaced = value === undefined ? [] : replaceValue(parsed, document, entry, value)
  return replaced === undefined ? undefined : [{ start, end, text: key }, ...replaced]
}

function moveEntry(
  parsed: ParsedText,
  document: number,
  { from, to }: { readonly from: JsonPointer; readonly to: JsonPointer },
): string | undefined {
  const entry = parsed.find(document, from)
  const parent = parentPointer(to)
  const target = parsed.node(document, parent)
  const isFlow = isMap(target) && target.flow === true
  // Inside `{ }` there is no room for line comments.
  const removal = removeEntry(parsed, { document, pointer: from }, isFlow ? 'stay' : 'go')
  if (entry === undefined || removal === undefined) return undefined
  const member = memberOfEntry(parsed, entry, parsePointer(to).at(-1) ?? '')
  const insertion = insertMember(parsed, document, { parent, member, spot: spotFor(from, parent) })
  if (insertion !== undefined) {
    return applySplices(parsed.text, [insertion, ...removal])
  }
  const unfolded = isFlow ? unfoldList(parsed, document, parent) : undefined
  if (unfolded === undefined) return undefined
  return moveEntry(new ParsedText(applySplices(parsed.text, unfolded)), document, { from, to })
}

/** Returns where a moved member goes: one that leaves a wrapper takes the wrapper's place, any other goes to the end. */
function spotFor(from: JsonPointer, parent: JsonPointer): Spot {
  if (!from.startsWith(`${parent}/`)) return 'last'
  const [wrapper = ''] = parsePointer(from.slice(parent.length))
  return { before: joinPointer(parent, wrapper) }
}
