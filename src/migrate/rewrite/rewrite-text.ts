import { isMap, isScalar, isSeq, isNode } from 'yaml'
import { isJsonObject, joinPointer, parentPointer, parsePointer } from '../../util/json.ts'
import type { Json, JsonPointer } from '../../util/json.ts'
import { type Edit, remove, set } from '../edited-request.ts'
import { insertMember, memberOfEntry, memberOfValue, renameKey } from './insert-member.ts'
import { itemSpan, ParsedText, spanOf, renderInline, renderMember } from './parsed-text.ts'
import type { Entry, Extent } from './parsed-text.ts'
import type { Splice } from '../../util/splice-text.ts'

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

export interface ListEdit {
  /** Indexes of removed items, counted from 0. */
  readonly drop: readonly number[]
  readonly add: readonly string[]
}

/** Returns `text` with the items of the list at `base` edited and nothing else; undefined without items or in a rare style. */
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
  const items = add.map((item) => renderInline(item, parsed.style))
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

/** Whether the comments of a removed entry stay on lines of their own, or are removed with it. */
type Comments = 'stay' | 'go'

/** Returns the splices that remove the entry at `pointer`, and leave `{}` in place of an only member; undefined in a rare style. */
function removeEntry(
  parsed: ParsedText,
  pointer: JsonPointer,
  comments: Comments = 'stay',
): readonly Splice[] | undefined {
  const entry = parsed.find(pointer)
  if (entry === undefined) return undefined
  if (entry.holder.flow === true) return removeFromFlow(parsed, entry)
  const extent = parsed.extentOf(entry)
  const before = parsed.text.slice(extent.lines[0], extent.start).trim()
  if (entry.key !== undefined && before === '-') return removeAfterDash(parsed, entry)
  if (before !== '' && before !== '-') return undefined
  const removal = removeLines(parsed, extent, comments)
  if (entry.holder.items.length > 1) return [removal]
  const emptied = emptyHolder(parsed, parsed.find(parentPointer(pointer)), entry)
  return emptied === undefined ? undefined : [emptied, removal]
}

function removeLines(parsed: ParsedText, extent: Extent, comments: Comments): Splice {
  const { text, eol } = parsed
  const end = extent.lines[1]
  const start = comments === 'stay' ? extent.lines[0] : extent.lead
  const indent = parsed.indentAt(extent.start)
  const kept =
    comments === 'stay' ? parsed.commentsIn(extent.start, end).map((comment) => indent + comment) : []
  if (end < text.length || text.endsWith('\n')) {
    return { start, end, text: kept.map((comment) => comment + eol).join('') }
  }
  // The last line has no line ending, so the one before loses its own.
  const before = start > 0 ? start - (text[start - 2] === '\r' ? 2 : 1) : 0
  return { start: before, end, text: kept.map((comment) => eol + comment).join('') }
}

/** Removes the first member after a dash (`- first: 1`) when more follow: the next one takes its place. */
function removeAfterDash(parsed: ParsedText, { holder, index, key }: Entry): readonly Splice[] | undefined {
  const next = isMap(holder) ? holder.items[index + 1]?.key : undefined
  if (!isNode(next) || key === undefined) return undefined
  const [start] = spanOf(key)
  const [end] = spanOf(next)
  const indent = parsed.indentAt(start)
  const comments = parsed.commentsIn(start, end).map((comment) => comment + parsed.eol + indent)
  return [{ start, end, text: comments.join('') }]
}

/** Writes `{}` or `[]` where the only entry of a block collection goes. */
function emptyHolder(parsed: ParsedText, holder: Entry | undefined, { key }: Entry): Splice | undefined {
  if (holder?.key === undefined || holder.value === null || holder.value.anchor !== undefined)
    return undefined
  const colon = parsed.text.indexOf(':', spanOf(holder.key)[1]) + 1
  return { start: colon, end: colon, text: key === undefined ? ' []' : ' {}' }
}

function removeFromFlow(parsed: ParsedText, { holder, index }: Entry): readonly Splice[] | undefined {
  const spans = holder.items.map((item) => itemSpan(item))
  const own = spans[index]
  const before = spans[index - 1]
  const next = spans[index + 1]
  if (own === undefined) return undefined
  if (next !== undefined) {
    const lead = parsed.indentAt(own[0])
    const comments = parsed.commentsIn(own[0], next[0]).map((comment) => comment + parsed.eol + lead)
    return [{ start: own[0], end: next[0], text: comments.join('') }]
  }
  const [start, end] =
    before === undefined ? [spanOf(holder)[0] + 1, spanOf(holder)[1] - 1] : [before[1], own[1]]
  // A comment here would hide the bracket that follows.
  return parsed.commentsIn(start, end).length > 0 ? undefined : [{ start, end, text: '' }]
}

/**
 * Returns the splices that unfold the one-line list around the mapping at `pointer`. Each item, and each member of that
 * mapping, gets its own line, so that the mapping can take members of several lines. Undefined for a list in another style.
 */
function unfoldList(parsed: ParsedText, pointer: JsonPointer): readonly Splice[] | undefined {
  const entry = parsed.find(parentPointer(pointer))
  if (entry?.key === undefined || !isSeq(entry.value) || entry.value.flow !== true) return undefined
  if (entry.value.anchor !== undefined) return undefined
  const [start, end] = spanOf(entry.value)
  const index = Number(parsePointer(pointer).at(-1))
  const items = entry.value.items.map((item, at) => textsOf(parsed, item, at === index))
  const { text, eol } = parsed
  const target = entry.value.items[index]
  const item = items[index]
  if (text.slice(start, end).includes('\n')) {
    // The list has lines already, so only the mapping unfolds.
    if (!isNode(target) || item?.unfolds !== true) return undefined
    const [from, to] = spanOf(target)
    if (text.slice(from, to).includes('\n')) return undefined
    return [{ start: from, end: to, text: unfolded(parsed, item, parsed.lead(from)) }]
  }
  const [keyStart, keyEnd] = spanOf(entry.key)
  if (entry.holder.flow === true) {
    // As pretty-printed JSON.
    const lead = parsed.lead(keyStart)
    const inner = lead + stepOf(lead)
    const texts = items.map((one) => eol + inner + unfolded(parsed, one, inner))
    return [{ start, end, text: `[${texts.join(',')}${eol}${lead}]` }]
  }
  const indent = `${parsed.indentAt(keyStart)}  `
  const lines = items.map(({ texts }) => `${indent}- ${texts.join(`${eol}${indent}  `)}${eol}`)
  const colon = text.indexOf(':', keyEnd) + 1
  return [{ start: colon, end, text: '' }, parsed.insertLines(parsed.nextLine(end), lines.join(''))]
}

/** Returns an item inside brackets, whose line begins with `lead`. */
function unfolded({ eol }: ParsedText, { texts, unfolds }: ItemTexts, lead: string): string {
  const inner = eol + lead + stepOf(lead)
  const text = texts.join(`,${inner}`)
  return unfolds ? `{${inner}${text}${eol}${lead}}` : text
}

/** Returns one more level of `lead`. */
function stepOf(lead: string): string {
  return lead.includes('\t') ? '\t' : '  '
}

/** The text of an item; for the mapping that unfolds, the text of each member. */
interface ItemTexts {
  readonly texts: readonly string[]
  readonly unfolds: boolean
}

function textsOf(parsed: ParsedText, item: unknown, isTarget: boolean): ItemTexts {
  const unfolds = isTarget && isMap(item) && item.flow === true
  const parts: readonly unknown[] = unfolds ? item.items : [item]
  return { unfolds, texts: parts.map((part) => parsed.text.slice(...(itemSpan(part) ?? [0, 0]))) }
}
