import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wholeJson } from '../../../src/service/store/whole-json.ts'

it('is the JSON of the document, wherever a long text is cut', () => {
  const characters = fc.constantFrom('a', 'é', '€', '😀', '"', '\\', '\n', '\u0001', '\u2028')
  const unit = fc.string({ unit: characters, maxLength: 12 })
  fc.assert(
    fc.property(unit, unit, fc.nat(3), (start, repeated, megabytes) => {
      // Longer than a piece where something is repeated, and cut at any byte of a character.
      const markdown = start + repeated.repeat(megabytes * 9000)
      const json = wholeJson('{"links":[],"x":1}', Buffer.from(markdown)).toString()
      expect(JSON.parse(json)).toEqual({ markdown, links: [], x: 1 })
    }),
    { numRuns: 60 },
  )
  expect(wholeJson('{"html":""}', undefined).toString()).toBe('{"html":""}')
})
