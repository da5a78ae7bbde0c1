import { isScalar, type Node } from 'yaml'
import { isJsonObject, type Json } from '../../util/json.ts'
import { extentOf, spanOf } from './extent.ts'
import type { Entry, ParsedText } from './parsed-text.ts'
import { renderInline, renderMember, renderText, type Style } from './render-value.ts'

/** A member on its way into a mapping of either style. */
export interface NewMember {
  /**
   * Returns `key: value` for the inside of `{ }`, where lines begin with `lead`. Undefined if it is not allowed there, or if it
   * has several lines but the mapping is on one line (`lead` is undefined).
   */
  readonly inFlow: (style: Style, lead: string | undefined) => string | undefined
  /** Returns whole lines for a mapping whose keys follow `indent`, each with its line ending. */
  readonly asLines: (indent: string) => string
}

/** Returns a member that was not in the text before. */
export function memberOfValue(key: string, value: Json, eol: string): NewMember {
  return {
    inFlow: (style) => renderMember(key, value, style),
    asLines: (indent) => {
      if (!isJsonObject(value) || Object.keys(value).length < 2)
        return indent + renderMember(key, value, 'yaml') + eol
      const members = Object.entries(value).map(
        ([name, member]) => `${indent}  ${renderMember(name, member, 'yaml')}`,
      )
      return [`${indent}${renderText(key, 'yaml')}:`, ...members, ''].join(eol)
    },
  }
}

/** Returns a member that moves: its own text, with its comments, under the name `key`. */
export function memberOfEntry(parsed: ParsedText, entry: Entry, key: string): NewMember {
  return entry.holder.flow === true ? fromFlow(parsed, entry, key) : fromBlock(parsed, entry, key)
}

function fromBlock(parsed: ParsedText, entry: Entry, key: string): NewMember {
  const { text, eol } = parsed
  const extent = extentOf(parsed, entry)
  const nameEnd = entry.key === undefined ? extent.start : spanOf(entry.key)[1]
  const head = text.slice(extent.lead, extent.start)
  const tail = text.slice(nameEnd, extent.lines[1])
  const rest = tail.endsWith('\n') ? tail : tail + eol
  const lines = head + renameKey(text.slice(extent.start, nameEnd), key) + rest
  const indent = parsed.indentAt(extent.start)
  return {
    asLines: (target) => shiftLines(lines, indent.length, target),
    inFlow: (style) => {
      const { value } = entry
      const source = value === null ? '' : text.slice(...spanOf(value))
      if (source === '' || source.includes('\n') || value?.anchor !== undefined) return undefined
      return `${renderText(key, style)}: ${flowSafe(value, source, style)}`
    },
  }
}

function fromFlow(parsed: ParsedText, { key: name, value }: Entry, key: string): NewMember {
  const source = value === null ? 'null' : parsed.text.slice(...spanOf(value))
  const start = name === undefined ? 0 : spanOf(name)[0]
  const quoted = name !== undefined && parsed.text[start] === '"'
  const old = parsed.lead(start)
  return {
    asLines: (indent) => `${indent}${renderText(key, 'yaml')}: ${source}${parsed.eol}`,
    inFlow: (style, lead) => {
      if (lead === undefined && source.includes('\n')) return undefined
      const shifted = source.replaceAll(`\n${old}`, `\n${lead ?? ''}`)
      return `${renderText(key, quoted ? 'json' : style)}: ${shifted}`
    },
  }
}

/**
 * Returns the text of a value safe for the inside of `{ }`: a plain text of a block mapping may hold characters that
 * end it there.
 */
function flowSafe(value: Node | null, source: string, style: Style): string {
  if (!isScalar(value) || typeof value.value !== 'string' || value.type !== 'PLAIN') return source
  return style === 'json' || /[,[\]{}]/.test(source) ? renderInline(value.value, 'json') : source
}

/** Returns `key` in the quotes that the old key had. */
export function renameKey(old: string, key: string): string {
  if (old.startsWith('"')) return JSON.stringify(key)
  if (old.startsWith("'")) return `'${key.replaceAll("'", "''")}'`
  return renderText(key, 'yaml')
}

/** Changes the indentation of lines from `width` spaces to `target`; less indented lines, such as blank ones, stay. */
function shiftLines(lines: string, width: number, target: string): string {
  return lines.replaceAll(/^ */gm, (spaces) =>
    spaces.length >= width ? target + ' '.repeat(spaces.length - width) : spaces,
  )
}
