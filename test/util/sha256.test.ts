import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sha256 } from '../../src/util/sha256.ts'
import { smallSha256 } from '../../src/util/small-sha256.ts'

const byNode = (text: string): string => createHash('sha256').update(text).digest('hex')

it('is the hash of the standard', () => {
  expect(smallSha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  expect(smallSha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

it("is the same as Node's for every length up to several blocks", () => {
  for (let length = 0; length < 300; length++) {
    const text = 'x'.repeat(length)
    expect(smallSha256(text)).toBe(byNode(text))
  }
})

it("is the same as Node's for any text, also with halves of characters", () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
  )
  fc.assert(
    fc.property(text, (any) => {
      expect(smallSha256(any)).toBe(byNode(any))
    }),
  )
})

it('stays the same when much is hashed', () => {
  for (let count = 0; count < 40; count++) {
    const text = `${count}é`.repeat(count * 20)
    expect(sha256(text)).toBe(byNode(text))
  }
})
