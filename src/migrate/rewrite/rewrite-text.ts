import { isMap, isScalar, isSeq } from 'yaml'
import { isJsonObject, joinPointer, parentPointer, parsePointer } from '../../util/json.ts'
import type { Json, JsonPointer } from '../../util/json.ts'
import { type Edit, remove, set } from '../edited-request.ts'
import { insertMember, memberOfEntry, memberOfValue, renameKey } from './insert-member.ts'
import { type Entry, ParsedText, spanOf, type Splice } from './parsed-text.ts'
import { removeEntry } from './remove-entry.ts'
import { renderInline, renderMember, renderText } from './render-value.ts'
import { unfoldList } from './unfold-list.ts'

/**
 * Returns `text` with `edit` applied to one document, counted from 0, and all other characters unchanged. Undefined if the
 * style of the text does not allow the edit. The caller checks the meaning of the result.
 */
export function rewriteText(text: string, document: number, edit: Edit): string | undefined {
  const parsed = new ParsedText(text, document)
  if (edit.kind === 'remove') return spliced(parsed, removeEntry(parsed, edit.at))
  if (edit.kind === 'set') return spliced(parsed, setEntry(parsed, edit))
  if (parentPointer(edit.from) !== parentPointer(edit.to)) return moveEntry(parsed, document, edit)
  return spliced(parsed, renameEntry(parsed, edit))
}

/** Returns `text` with the document's `version` set, as its first key where it had none. */
export function rewriteVersion(text: string, document: number, version: number): string | undefined {
  const parsed = new ParsedText(text, document)
  if (parsed.find('/version') !== undefined) return rewriteText(text, document, set('/version', version))
  const first = isMap(parsed.root) ? parsed.root.items[0]?.key : undefined
  const before = isScalar(first) ? joinPointer('', String(first.value)) : ''
  const member = memberOfValue('version', version, parsed.eol)
  const splice = insertMember(parsed, { parent: '', member, before })
  return splice === undefined ? undefined : parsed.with([splice])
}

/** Returns `text` with a member, given as YAML, at the end of the block mapping at `base`; undefined for another style. */
export function addMember(text: string, { document, base }: Target, member: string): string | undefined {
  const parsed = new ParsedText(text, document)
  const asLines = (lead: string): string => member.replaceAll(/^(?=.)/gm, lead).replaceAll('\n', parsed.eol)
  const splice = insertMember(parsed, { parent: base, member: { inFlow: () => undefined, asLines } })
  return splice === undefined ? undefined : parsed.with([splice])
}

/** A mapping or list in one document of a text, counted from 0. */
interface Target {
  readonly document: number
  readonly base: JsonPointer
}

/** A change of a list of texts. */
export interface ListEdit {
  /** Indexes of removed items, counted from 0. */
  readonly drop: readonly number[]
  /** Items appended after the others. */
  readonly add: readonly string[]
}

/**
 * Returns `text` with the items of the list at `base` edited and everything else as it was, comments too. Undefined if there
 * is no list with items, or its style does not allow the edit.
 */
export function rewriteList(text: string, target: Target, { drop, add }: ListEdit): string | undefined {
  const parsed = new ParsedText(text, target.document)
  const list = parsed.node(target.base)
  if (!isSeq(list) || list.items.length === 0) return undefined
  const last = parsed.find(joinPointer(target.base, list.items.length - 1))
  let edited = add.length === 0 ? text : spliced(parsed, insertAfter(parsed, last, add))
  // From the end, so that the places of the others stay.
  for (const index of drop.toSorted((a, b) => b - a))
    if (edited !== undefined)
      edited = rewriteText(edited, target.document, remove(joinPointer(target.base, index)))
  return edited
}

function insertAfter(
  parsed: ParsedText,
  entry: Entry | undefined,
  add: readonly string[],
): readonly Splice[] | undefined {
  if (entry?.value === undefined || entry.value === null) return undefined
  const items = add.map((item) => renderText(item, parsed.style))
  if (entry.holder.flow === true) {
    const [, end] = spanOf(entry.value)
    return [{ start: end, end, text: items.map((item) => `, ${item}`).join('') }]
  }
  const { start, lines } = parsed.extentOf(entry)
  const lead = parsed.text.slice(parsed.lineStart(start), start)
  if (!/^ *- +$/.test(lead)) return undefined
  return [parsed.insertLines(lines[1], items.map((item) => lead + item + parsed.eol).join(''))]
}

function spliced(parsed: ParsedText, splices: readonly Splice[] | undefined): string | undefined {
  return splices === undefined ? undefined : parsed.with(splices)
}

type EditOf<Kind extends Edit['kind']> = Extract<Edit, { readonly kind: Kind }>

function setEntry(parsed: ParsedText, { at, value, source }: EditOf<'set'>): readonly Splice[] | undefined {
  const entry = parsed.find(at)
  if (entry !== undefined) return replaceValue(parsed, entry, value)
  const parent = parentPointer(at)
  const beside = source !== undefined && parentPointer(source) === parent ? source : undefined
  const splice = insertMember(parsed, {
    parent,
    member: memberOfValue(parsePointer(at).at(-1) ?? '', value, parsed.eol),
    after: beside,
  })
  return splice === undefined ? undefined : [splice]
}

function replaceValue(
  parsed: ParsedText,
  { holder, key, value: old }: Entry,
  value: Json,
): readonly Splice[] | undefined {
  if (old === null) return undefined
  const [start, end] = spanOf(old)
  const { style } = parsed
  const members = isJsonObject(value) ? Object.entries(value) : []
  const [only] = members
  // A mapping with one member in a list of lines is written as a line, so that others can follow.
  const isLine = key === undefined && holder.flow !== true && members.length === 1 && only !== undefined
  const text = isLine ? renderMember(only[0], only[1], style) : renderInline(value, style)
  return [{ start, end, text }]
}

function renameEntry(parsed: ParsedText, { from, to, value }: EditOf<'move'>): readonly Splice[] | undefined {
  const entry = parsed.find(from)
  if (entry?.key === undefined) return undefined
  const [start, end] = spanOf(entry.key)
  const key = renameKey(parsed.text.slice(start, end), parsePointer(to).at(-1) ?? '')
  const replaced = value === undefined ? [] : replaceValue(parsed, entry, value)
  return replaced === undefined ? undefined : [{ start, end, text: key }, ...replaced]
}

function moveEntry(parsed: ParsedText, document: number, edit: EditOf<'move'>): string | undefined {
  const { from, to } = edit
  const entry = parsed.find(from)
  const parent = parentPointer(to)
  const target = parsed.node(parent)
  const isFlow = isMap(target) && target.flow === true
  // Inside `{ }` there is no room for line comments.
  const removal = removeEntry(parsed, from, isFlow ? 'stay' : 'go')
  if (entry === undefined || removal === undefined) return undefined
  const member = memberOfEntry(parsed, entry, parsePointer(to).at(-1) ?? '')
  const insertion = insertMember(parsed, { parent, member, before: wrapperOf(from, parent) })
  if (insertion !== undefined) return parsed.with([insertion, ...removal])
  const unfolded = isFlow ? unfoldList(parsed, parent) : undefined
  if (unfolded === undefined) return undefined
  return moveEntry(new ParsedText(parsed.with(unfolded), document), document, edit)
}

/** Returns the wrapper that a moved member leaves, whose place it takes; undefined for any other, which goes to the end. */
function wrapperOf(from: JsonPointer, parent: JsonPointer): JsonPointer | undefined {
  if (!from.startsWith(`${parent}/`)) return undefined
  const [wrapper = ''] = parsePointer(from.slice(parent.length))
  return joinPointer(parent, wrapper)
}
