import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Utf8Text } from '../../src/util/utf8-text.ts'

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
      expect(Utf8Text.of(text)).toEqual(utf8)
      expect(JSON.stringify({ utf8 })).toBe(JSON.stringify({ utf8: text }))
    }),
  )
})

it('says the same of a long text, in which half a character is none', () => {
  for (const length of [0xffff, 0x10000, 0x10001]) {
    const text = `${'–'.repeat(length - 1)}\uD83D`
    expect(Utf8Text.of(text)).toEqual(new Utf8Text(bytesOf(text)))
  }
})
