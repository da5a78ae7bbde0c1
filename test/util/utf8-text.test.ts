import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Utf8Text, canWriteQuoted, writeQuoted } from '../../src/util/utf8-text.ts'

function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1')
}

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('"', '\\', '\n', '\t', '\0', '\u001F', '\u007F', '\u2028', 'a', 'ä', '–', '😀'))
    .map((parts) => parts.join('')),
)

it('says what its bytes say', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const utf8 = new Utf8Text(bytesOf(text))
      expect(String(utf8)).toBe(text)
      expect(JSON.stringify({ utf8 })).toBe(JSON.stringify({ utf8: text }))
    }),
  )
})

it('is quoted as JSON quotes it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const utf8 = new Utf8Text(bytesOf(text))
      // oxlint-disable-next-line no-control-regex
      expect(canWriteQuoted(utf8)).toBe(!/[\0-\t\v-\x1F]/.test(text))
      if (!canWriteQuoted(utf8)) return
      const target = Buffer.alloc(3 + utf8.bytes.length * 2 + 2, '?')
      const end = writeQuoted(utf8, target, 3)
      expect(String(target.subarray(0, end))).toBe(`???${JSON.stringify(text)}`)
    }),
    { numRuns: 1000 },
  )
})
