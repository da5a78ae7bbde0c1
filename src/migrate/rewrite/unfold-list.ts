import { isMap, isNode, isSeq } from 'yaml'
import { type JsonPointer, parentPointer, parsePointer } from '../../util/json.ts'
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
