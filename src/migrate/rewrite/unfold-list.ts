import { isMap, isNode, isSeq } from 'yaml'
import { parentPointer, parsePointer, type JsonPointer } from '../../util/json-pointer.ts'
import { itemSpan, type ParsedText, spanOf, type Splice } from './parsed-text.ts'

/**
 * Returns the splices that unfold the one-line list around the mapping at `pointer`. Each item, and each member of that
 * mapping, gets its own line, so that the mapping can take members of several lines. Undefined for a list in another style.
 */
export function unfoldList(parsed: ParsedText, pointer: JsonPointer): readonly Splice[] | undefined {
  const entry = parsed.find(parentPointer(pointer))
  if (entry?.key === undefined || !isSeq(entry.value) || entry.value.flow !== true) return undefined
  if (entry.value.anchor !== undefined) return undefined
  const [start, end] = spanOf(entry.value)
  const index = Number(parsePointer(pointer).at(-1))
  const items = entry.value.items.map((item, at) => textsOf(parsed, item, at === index))
  if (parsed.text.slice(start, end).includes('\n')) {
    const target = entry.value.items[index]
    const span = isNode(target) ? spanOf(target) : undefined
    return span === undefined ? undefined : unfoldItem(parsed, span, items[index])
  }
  const key = spanOf(entry.key)
  return entry.holder.flow === true
    ? unfoldBrackets(parsed, { start, end, items, lead: parsed.lead(key[0]) })
    : unfoldLines(parsed, { key, end, items })
}

/** Unfolds only the mapping in an item of a list that has lines already. */
function unfoldItem(
  parsed: ParsedText,
  [start, end]: readonly [start: number, end: number],
  item: ItemTexts | undefined,
): readonly Splice[] | undefined {
  if (item?.unfolds !== true || parsed.text.slice(start, end).includes('\n')) return undefined
  return [{ start, end, text: unfolded(parsed, item, parsed.lead(start)) }]
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

interface BlockList {
  readonly key: readonly [start: number, end: number]
  readonly end: number
  readonly items: readonly ItemTexts[]
}

/** Unfolds a list in a block mapping to lines that begin with a dash. */
function unfoldLines(parsed: ParsedText, { key, end, items }: BlockList): readonly Splice[] {
  const { text, eol } = parsed
  const indent = `${parsed.indentAt(key[0])}  `
  const lines = items.map(({ texts }) => `${indent}- ${texts.join(`${eol}${indent}  `)}${eol}`).join('')
  const colon = text.indexOf(':', key[1]) + 1
  return [{ start: colon, end, text: '' }, parsed.insertLines(parsed.nextLine(end), lines)]
}

interface BracketList {
  readonly start: number
  readonly end: number
  readonly items: readonly ItemTexts[]
  /** The beginning of the list's line. */
  readonly lead: string
}

/** Unfolds a list inside brackets, as pretty-printed JSON. */
function unfoldBrackets(parsed: ParsedText, { start, end, items, lead }: BracketList): readonly Splice[] {
  const inner = lead + stepOf(lead)
  const texts = items.map((item) => parsed.eol + inner + unfolded(parsed, item, inner))
  return [{ start, end, text: `[${texts.join(',')}${parsed.eol}${lead}]` }]
}
