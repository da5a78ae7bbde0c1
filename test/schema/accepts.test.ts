// What tells valid values apart without writing errors may not know a valid one, but never takes a wrong one for it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import * as usual from '../../src/schema/accepts.gen.ts'
import * as other from '../../src/schema/other-accepts.gen.ts'
import { crawlV1, crawlV2, project, requestV1, requestV2 } from '../../src/schema/validators.gen.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { someRequest } from '../request/some-requests.ts'

const roots = [
  ['crawlV2', usual.crawlV2, crawlV2, (request: JsonObject) => ({ version: 2, request })],
  ['requestV2', usual.requestV2, requestV2, (request: JsonObject) => request],
  ['crawlV1', other.crawlV1, crawlV1, (request: JsonObject) => ({ version: 1, request })],
  ['requestV1', other.requestV1, requestV1, (request: JsonObject) => request],
  ['project', usual.project, project, (request: JsonObject) => ({ version: 2, defaults: { request } })],
] as const

const context = fc.record({ file: fc.boolean(), secrets: fc.boolean() })

/** A change of one value somewhere: what stands at the path becomes something else, or goes. */
const change = fc.record({
  path: fc.array(fc.nat(20), { maxLength: 4 }),
  value: fc.oneof(
    fc.constantFrom<unknown>(
      '${env:X}',
      '${secret:X}',
      { append: ['a'] },
      { remove: [1] },
      [],
      {},
      null,
      -1,
      1.5,
    ),
    fc.jsonValue({ maxDepth: 1 }),
    fc.constant(undefined),
  ),
})

function changed(value: unknown, [at, ...path]: readonly number[], instead: unknown): unknown {
  if (at === undefined || typeof value !== 'object' || value === null) return instead
  const keys = Object.keys(value)
  if (keys.length === 0) return instead
  const key = keys[at % keys.length] ?? ''
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = changed(copy[key], path, instead)
  if (copy[key] === undefined) delete copy[key]
  return copy
}

it.each(roots)(
  '%s: what it accepts is valid, and nearly all that is valid it accepts',
  (_name, accepts, full, inFile) => {
    const counts = { valid: 0, accepted: 0, wrong: 0 }
    fc.assert(
      fc.property(someRequest, fc.option(change), context, (request, edit, how) => {
        const whole = inFile(request)
        const value = edit === null ? whole : changed(whole, edit.path, edit.value)
        const isValid = full.call(how, value)
        const isAccepted = accepts.call(how, value)
        if (isValid) counts.valid++
        else counts.wrong++
        if (!isAccepted) return
        counts.accepted++
        expect(isValid).toBe(true)
      }),
      { numRuns: 3000 },
    )
    expect(counts.wrong).toBeGreaterThan(300)
    expect(counts.accepted).toBeGreaterThan(counts.valid * 0.8)
  },
)

it('knows what files usually hold', () => {
  const request = {
    url: 'https://docs.example.com/',
    limit: 10,
    includePaths: { append: ['^/docs/'] },
    webhook: { url: 'https://hooks.example.com/', headers: { a: '${secret:A}' } },
    scrapeOptions: {
      formats: ['markdown', { type: 'screenshot', fullPage: true }],
      location: { country: 'DE' },
    },
  }
  expect(usual.crawlV2.call({ file: true, secrets: true }, { version: 2, name: 'docs', request })).toBe(true)
})
