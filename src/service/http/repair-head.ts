/** A field of a head, with white space before its colon (RFC 9112 section 5.1: that is removed from answers). */
const FIELD = /^([!#$%&'*+\-.^_`|~\da-z]+)[\t ]*:(.*)$/is
/** A longer line is given as it is, and nothing after it is repaired. */
const MAX_LINE = 64 * 1024

/**
 * Returns a function that takes the bytes of an answer as they come, and returns them with a head that a strict parser reads. As in
 * browsers, lines without a colon or with a broken name are left out, and so are lengths that are no number. Equal lengths are one.
 */
export function createHeadRepair(): (bytes: Buffer) => Buffer {
  /** The start of a line that is not complete. */
  let rest = ''
  let place: 'start' | 'fields' | 'body' = 'start'
  let isInterim = false
  /** Whether the last field was left out; the lines that continue it are too. */
  let isLeftOut = false
  let length: string | undefined
  const repairedLine = (line: string): string => {
    const text = line.replace(/\r?\n$/, '')
    if (place === 'start') {
      if (text === '') return line
      place = 'fields'
      isInterim = /^HTTP\/\d\.\d 1(?!01)\d\d/.test(text)
      isLeftOut = true
      length = undefined
      return line
    }
    if (text === '') {
      // An interim answer is followed by another head.
      place = isInterim ? 'start' : 'body'
      return line
    }
    if (/^[\t ]/.test(text)) return isLeftOut ? '' : line
    const [, name, value = ''] = FIELD.exec(text) ?? []
    isLeftOut = name === undefined
    if (name === undefined) return ''
    if (name.toLowerCase() !== 'content-length') return `${name}:${value}${line.slice(text.length)}`
    const lengths = new Set(value.split(',').map((one) => one.trim()))
    const [only = ''] = lengths
    // Other lengths are left to the parser, which refuses them: it cannot be known where the body ends.
    if (lengths.size > 1 || (length ?? only) !== only) return line
    isLeftOut = length === only || !/^\d+$/.test(only)
    if (isLeftOut) return ''
    length = only
    return `${name}: ${only}${line.slice(text.length)}`
  }
  return (bytes) => {
    if (place === 'body') return bytes
    let repaired = ''
    let from = 0
    for (;;) {
      const end = bytes.indexOf(0x0a, from) + 1
      if (end === 0) break
      repaired += repairedLine(rest + bytes.toString('latin1', from, end))
      rest = ''
      from = end
      // Narrowing does not know that the call changes it.
      if ((place as string) === 'body') break
    }
    const isHead = (place as string) !== 'body'
    if (isHead) rest += bytes.toString('latin1', from)
    const head = Buffer.from(repaired, 'latin1')
    if (isHead && rest.length <= MAX_LINE) return head
    place = 'body'
    const tail = isHead ? Buffer.from(rest, 'latin1') : bytes.subarray(from)
    return Buffer.concat([head, tail])
  }
}
