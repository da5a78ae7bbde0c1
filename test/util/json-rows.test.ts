import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findRow, JsonRows, orderOf } from '../../src/util/json-rows.ts'

const row = fc.record({ url: fc.string({ unit: 'binary' }), size: fc.nat() })

it('JSON rows keep values in their order, and as lines', () => {
  fc.assert(
    fc.property(fc.array(row), (values) => {
      const rows = JsonRows.from(values)
      const read = JsonRows.read(Buffer.concat(rows.parts()))
      for (const list of [rows, read]) {
        expect([...list]).toEqual(values)
        expect(values.map((_value, place) => list.at(place))).toEqual(values)
        expect([list.length, list.at(values.length)]).toEqual([values.length, undefined])
      }
      expect(String(Buffer.concat(rows.parts()))).toBe(
        values.map((one) => `${JSON.stringify(one)}\n`).join(''),
      )
    }),
  )
})

it('JSON rows hold more than one buffer, and longer values', () => {
  const long = (place: number): string => `${place}${'é'.repeat(place % 10 === 0 ? 200_000 : 9000)}`
  const rows = new JsonRows<string>()
  for (let place = 0; place < 50; place++) rows.push(long(place))
  expect([...rows].every((text, place) => text === long(place) && rows.at(place) === text)).toBe(true)
  expect([...JsonRows.read(Buffer.concat(rows.parts()))]).toEqual([...rows])
})

it('findRow finds rows by their keys, the last of several', () => {
  const find = findRow(
    JsonRows.from([1, 2, 3, 11].map((size) => ({ key: String(size % 10), size }))),
    ({ key }) => key,
  )
  expect(['1', '2', '4'].map((key) => find(key)?.size)).toEqual([11, 2, undefined])
})

it('orderOf sorts rows by their URLs', () => {
  const rows = ['b', 'a', 'b', 'A'].map((url, size) => ({ url, size }))
  expect([...orderOf(rows, (one, other) => other.size - one.size)]).toEqual([3, 1, 2, 0])
})
