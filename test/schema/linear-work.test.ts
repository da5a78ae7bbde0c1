import { describe, expect, it } from 'vitest'
import { schemaErrors, type SchemaName } from '../../src/schema/validators.ts'
import { validateRequest } from '../../src/request/request.ts'
import type { Json } from '../../src/util/json.ts'

const { concat, push } = Array.prototype

/** Returns how many list items are copied or added while `act` runs. */
function movedItems(act: () => void): number {
  let moved = 0
  const counted = {
    concat(this: unknown[], ...others: unknown[]) {
      const all = concat.apply(this, others)
      moved += all.length
      return all
    },
    push(this: unknown[], ...items: unknown[]) {
      moved += items.length
      return push.apply(this, items)
    },
  }
  Object.assign(Array.prototype, counted)
  try {
    act()
  } finally {
    Object.assign(Array.prototype, { concat, push })
  }
  return moved
}

const url = 'https://example.com/'
const many = (size: number, item: Json): Json[] => Array.from({ length: size }, () => item)
const pages = (key: string, item: Json) => (size: number) => ({ scrapeOptions: { [key]: many(size, item) } })

describe('the work of a schema check', () => {
  it.each<[what: string, schema: SchemaName, make: (size: number) => Json]>([
    ['formats', 'crawl-v2', (size) => ({ version: 2, request: { url, ...pages('formats', 1)(size) } })],
    ['formats without a type', 'crawl-v2', (size) => ({ version: 2, request: pages('formats', {})(size) })],
    ['actions', 'crawl-v2', (size) => ({ version: 2, request: pages('actions', { type: 'wait' })(size) })],
    [
      'added formats',
      'crawl-v2',
      (size) => ({ request: { scrapeOptions: { formats: { append: many(size, 1) } } } }),
    ],
    ['tests', 'crawl-v2', (size) => ({ version: 2, tests: { in: many(size, 1) } })],
    ['patterns of version 1', 'crawl-v1', (size) => ({ request: { includePaths: many(size, 1) } })],
    [
      'profiles',
      'project',
      (size) => ({ version: 2, profiles: { one: { request: pages('formats', 1)(size) } } }),
    ],
    ['records', 'state', (size) => ({ records: many(size, 1) })],
    ['steps of a plan', 'plan', (size) => ({ crawls: many(size, 1) })],
  ])('at most doubles with twice as many wrong %s', (_, schema, make) => {
    const [small, large] = [1000, 2000].map((size) => {
      const value = make(size)
      return movedItems(() => void schemaErrors(schema, value))
    })
    expect(large).toBeLessThanOrEqual(2 * (small ?? 0) + 100)
  })

  it.each<[what: string, make: (size: number) => Json]>([
    ['wrong formats', (size) => ({ url, ...pages('formats', 1)(size) })],
    ['wrong actions', (size) => ({ url, ...pages('actions', {})(size) })],
    ['wrong patterns', (size) => ({ url, includePaths: many(size, 1) })],
    [
      'unknown keys',
      (size) => ({ url, ...Object.fromEntries(many(size, 1).map((_, index) => [`k${index}`, 1])) }),
    ],
    ['wrong selectors', pages('includeTags', '[')],
  ])('reports a bounded number of problems for any number of %s', (_, make) => {
    const found = (size: number) => {
      const { errors, problems } = validateRequest(make(size), { references: false })
      return errors.length + problems.length
    }
    expect(found(4000)).toBe(found(2000))
    expect(found(1)).toBeGreaterThan(0)
  })
})
