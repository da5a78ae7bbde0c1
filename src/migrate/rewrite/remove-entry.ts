import { isMap, isNode } from 'yaml'
import { type JsonPointer, parentPointer } from '../../util/json.ts'
import { type Entry, type Extent, itemSpan, type ParsedText, spanOf, type Splice } from './parsed-text.ts'

/** Whether the comments of a removed entry stay on lines of their own, or are removed with it. */
export type Comments = 'stay' | 'go'

/**
 * Returns the splices that remove the entry at `pointer`. A mapping that loses its only member stays as `{}`. Undefined if the
 * removal needs further changes.
 */
export function removeEntry(
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
