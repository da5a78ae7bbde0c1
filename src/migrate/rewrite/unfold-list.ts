import { loadYaml } from '../../document/load-yaml.ts'
import { joinPointer, parentPointer, type JsonPointer } from '../../util/json-pointer.ts'
import { spanOf } from './extent.ts'
import type { ParsedText } from './parsed-text.ts'
import { itemSpan } from './remove-entry.ts'
import type { Splice } from './splice.ts'

/**
 * What turns the one-line list that holds the mapping at `pointer` into lines, the mapping with its members on lines too, so
 * that it can take members of several lines. Undefined where the list is written in another way.
 */
export function unfoldList(
  parsed: ParsedText,
  document: number,
  pointer: JsonPointer,
): readonly Splice[] | undefined {
  const { isMap, isSeq } = loadYaml()
  const list = parsed.find(document, parentPointer(pointer))
  const holder = list?.holder
  if (list?.key === undefined || !isSeq(list.value) || list.value.flow !== true || holder?.flow === true)
    return undefined
  const [start, end] = spanOf(list.value)
  const source = parsed.text.slice(start, end)
  if (source.includes('\n') || list.value.anchor !== undefined) return undefined
  const indent = `${parsed.indentAt(spanOf(list.key)[0])}  `
  const lines = list.value.items.map((item, index) => {
    const unfolds =
      joinPointer(parentPointer(pointer), index) === pointer && isMap(item) && item.flow === true
    const parts = unfolds ? item.items : [item]
    const texts = parts.map((part) => parsed.text.slice(...(itemSpan(part) ?? [0, 0])))
    return `${indent}- ${texts.join(`${parsed.eol}${indent}  `)}${parsed.eol}`
  })
  const colon = parsed.text.indexOf(':', spanOf(list.key)[1]) + 1
  const next = parsed.nextLine(end)
  const atEnd = parsed.text[next - 1] !== '\n'
  const text = lines.join('')
  return [
    { start: colon, end, text: '' },
    { start: next, end: next, text: atEnd ? parsed.eol + text.slice(0, -parsed.eol.length) : text },
  ]
}
