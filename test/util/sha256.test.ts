import { expect, it } from 'vitest'
import { sha256 } from '../../src/util/sha256.ts'

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
])('sha256 returns the standard hash of "%s", as text and as bytes', (text, hash) => {
  expect(sha256(text)).toBe(hash)
  expect(sha256(Buffer.from(text))).toBe(hash)
})

it('sha256 hashes a lone surrogate as the replacement character', () => {
  expect(sha256('\ud800')).toBe(sha256('\ufffd'))
})
