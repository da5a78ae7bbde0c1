import fc from 'fast-check'
import { expect, it } from 'vitest'
import { urlDigest } from '../../src/frontier/url-digest.ts'
import { KeyTable } from '../../src/util/key-table.ts'

it('a key table distinguishes keys by all of their characters', () => {
  const unit = fc.constantFrom('a', '/', '\0', '\u0001', '\u0080', 'ÿ', '\ud800', '\u2028', '\ud83d\ude00')
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 4 }), { maxLength: 100 }), (texts) => {
      const table = new KeyTable(urlDigest)
      const model = new Map<string, number>()
      for (const [place, text] of texts.entries()) {
        if (table.get(text) !== model.get(text)) throw new Error(`${JSON.stringify(text)} before it is added`)
        if (!model.has(text)) model.set(text, place - 1)
        if (table.put(text, place - 1) !== model.get(text)) throw new Error(JSON.stringify(text))
      }
      expect(table.size).toBe(model.size)
      expect(texts.map((text) => table.get(text))).toEqual(texts.map((text) => model.get(text)))
    }),
  )
})

it.each([
  ['SHA-256', undefined],
  ['the hash of the frontier', urlDigest],
])('a key table finds fifty thousand URLs by %s, and no others', (_name, digest) => {
  const table = new KeyTable(digest)
  const url = (place: number) => `https://example.com/section-${place % 97}/article-${place}`
  const places = Array.from({ length: 60_000 }, (_, place) => place)
  for (const place of places.slice(0, 50_000)) table.put(url(place), place)
  expect(table.size).toBe(50_000)
  const wrong = places.filter((place) => table.get(url(place)) !== (place < 50_000 ? place : undefined))
  expect(wrong).toEqual([])
})

it('a key table keeps keys that are longer than its buffer', () => {
  const table = new KeyTable(urlDigest)
  const long = (end: string) => 'é'.repeat(50_000) + end
  for (const [place, end] of ['a', 'b', 'c'].entries()) {
    table.put(long(end), place)
    table.put(end, place + 10)
  }
  expect(['a', 'b', 'c', 'd'].map((end) => table.get(long(end)))).toEqual([0, 1, 2, undefined])
  expect(['a', 'b', 'c', 'd'].map((end) => table.get(end))).toEqual([10, 11, 12, undefined])
})

it('a key table reads keys that exactly fill its read buffer', () => {
  const table = new KeyTable(urlDigest)
  const keys = [300, 400, 800, 1600].map((count) => 'é'.repeat(count))
  for (const [place, key] of keys.entries()) table.put(key, place)
  expect(keys.map((key) => table.get(key))).toEqual([0, 1, 2, 3])
})

it('a key table replaces the number of a key', () => {
  const table = new KeyTable()
  for (const value of [1, -2]) table.set('a', value)
  expect([table.get('a'), table.size]).toEqual([-2, 1])
})
