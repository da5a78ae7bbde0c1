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

it('says it whatever its length, with halves of characters as what stands for them', () => {
  for (const part of ['ascii', 'ä', '–', '😀', '\uD83D', '\uDE00']) {
    const text = part.repeat(200_000)
    expect(Utf8Text.of(text)).toEqual(new Utf8Text(bytesOf(text)))
    expect(Utf8Text.of(part)).toEqual(new Utf8Text(bytesOf(part)))
  }
})

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
