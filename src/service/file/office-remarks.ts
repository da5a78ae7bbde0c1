import type { unzipSync, zipSync } from 'fflate'

/** The text of OpenDocument files. */
const CONTENT = 'content.xml'
const REMARK = '<office:annotation'
const REMARK_END = '</office:annotation>'

/**
 * Returns a file without the parts that readers do not see but the library takes for text: comments of OpenDocument, and
 * deleted text of RTF. Returns the same file if it has none.
 */
export function withoutRemarks(
  body: Uint8Array,
  zip: { readonly unzipSync: typeof unzipSync; readonly zipSync: typeof zipSync },
): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (bytes.toString('latin1', 0, 5) === '{\\rtf') {
    return bytes.includes('\\deleted')
      ? Buffer.from(withoutDeleted(bytes.toString('latin1')), 'latin1')
      : body
  }
  if (bytes.toString('latin1', 0, 2) !== 'PK') return body
  try {
    const content = zip.unzipSync(body, { filter: ({ name }) => name === CONTENT })[CONTENT]
    if (content === undefined || !Buffer.from(content.buffer).includes(REMARK)) return body
    const parts = zip.unzipSync(body, { filter: ({ name }) => !name.startsWith('Pictures/') })
    return zip.zipSync({ ...parts, [CONTENT]: withoutComments(content) }, { level: 0 })
  } catch {
    // The library reports the fault of the file.
    return body
  }
}

function withoutComments(xml: Uint8Array): Uint8Array {
  const bytes = Buffer.from(xml.buffer, xml.byteOffset, xml.byteLength)
  const kept: Buffer[] = []
  let from = 0
  for (;;) {
    const start = bytes.indexOf(REMARK, from)
    const end = start === -1 ? -1 : bytes.indexOf(REMARK_END, start)
    if (end === -1) return Buffer.concat([...kept, bytes.subarray(from)])
    // `office:annotation-end` is where the text ends that a comment is about.
    const isEnd = bytes[start + REMARK.length] === 0x2d
    kept.push(bytes.subarray(from, isEnd ? start + REMARK.length : start))
    from = isEnd ? start + REMARK.length : end + REMARK_END.length
  }
}

/** Returns RTF without the rest of each group after `\deleted`, up to where that is switched off. */
function withoutDeleted(rtf: string): string {
  const mark = /\\deleted(?![a-z0-9])/g
  let kept = ''
  let from = 0
  for (let found = mark.exec(rtf); found !== null; found = mark.exec(rtf)) {
    kept += rtf.slice(from, found.index)
    from = endOfRun(rtf, mark.lastIndex)
    mark.lastIndex = from
  }
  return kept + rtf.slice(from)
}

function endOfRun(rtf: string, start: number): number {
  const token = /\\(?:deleted0|plain)(?![a-z0-9])|\\[^]|[{}]/g
  token.lastIndex = start
  let depth = 0
  for (let found = token.exec(rtf); found !== null; found = token.exec(rtf)) {
    const [text] = found
    if (text === '{') depth++
    else if (text === '}' ? depth-- === 0 : text.length > 2 && depth === 0) return found.index
  }
  return rtf.length
}
