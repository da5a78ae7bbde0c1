// Properties of every place in every published schema.
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { schemaErrors } from '../../src/schema/validators.ts'
import { actions, crawl, scrape, webhook } from './request-v2-verdicts.ts'
import { publishedSchema, readSchema } from './schema-fixtures.ts'

type Schema = Record<string, unknown>

const names = [
  'request.v1.schema.json',
  'request.v2.schema.json',
  'crawl.v1.schema.json',
  'crawl.v2.schema.json',
  'crawl.schema.json',
  'project.schema.json',
  'lock.schema.json',
]

const notSchemas = ['default', 'examples', 'enum', 'defaultSnippets']

/** Returns each schema of a key or an item inside `schema`, by its JSON Pointer. */
function* places(schema: Schema, pointer = '#'): Generator<[string, Schema]> {
  for (const [key, value] of Object.entries(schema)) {
    if (typeof value !== 'object' || value === null || notSchemas.includes(key)) continue
    const at = `${pointer}/${key}`
    if (['properties', 'definitions'].includes(key)) {
      for (const [name, part] of Object.entries(value as Record<string, Schema>)) {
        yield [`${at}/${name}`, part]
        yield* places(part, `${at}/${name}`)
      }
    } else if (Array.isArray(value)) {
      for (const [index, part] of value.entries()) yield* places(part as Schema, `${at}/${index}`)
    } else {
      if (key === 'items') yield [at, value as Schema]
      yield* places(value as Schema, at)
    }
  }
}

function isSentence(text: unknown): boolean {
  return typeof text === 'string' && /\S.*\.$/s.test(text)
}

function described(schema: Schema): [string, Schema][] {
  const isCondition = (pointer: string): boolean => pointer.includes('/if/')
  return [...places(schema)].filter(
    ([pointer]) => !isCondition(pointer) && !/\/crawl-v\d\/properties\/version$/.test(pointer),
  )
}

describe.each(names)('%s', (name) => {
  const schema = readSchema(name)
  const all = described(schema)

  test('is a JSON Schema of draft 7', () => {
    const ajv = new Ajv({ strict: false })
    expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true)
  })

  test('describes every key and item in a sentence', () => {
    const silent = all.filter(([, part]) => part['$ref'] === undefined && !isSentence(part['description']))
    expect(silent.map(([pointer]) => pointer)).toEqual([])
  })

  test('explains either every value of an enum or none', () => {
    const uneven = all.filter(([, part]) => {
      const texts = part['enumDescriptions']
      return Array.isArray(texts) && texts.length !== (part['enum'] as unknown[] | undefined)?.length
    })
    expect(uneven.map(([pointer]) => pointer)).toEqual([])
  })

  test('accepts its own examples and defaults', () => {
    const ajv = new Ajv({ strict: false })
    if (name.includes('v1') && name.startsWith('request')) {
      ajv.addSchema(readSchema('request.v2.schema.json'), 'request.v2.schema.json')
    }
    ajv.addSchema({ ...schema, $id: name })
    const wrong = all.flatMap(([pointer, part]) => {
      const samples = [
        ...((part['examples'] as unknown[] | undefined) ?? []),
        ...('default' in part ? [part['default']] : []),
      ]
      const validate =
        samples.length > 0 ? ajv.compile({ $ref: `${name}${pointer.replaceAll('%', '%25')}` }) : undefined
      return samples.filter((sample) => validate?.(sample) === false).map((sample) => [pointer, sample])
    })
    // In the body as it is sent, references stand where people read examples of a file.
    expect(wrong).toEqual([])
  })

  test('closes every mapping against unknown keys', () => {
    const open = all.filter(
      ([pointer, part]) =>
        part['type'] === 'object' &&
        part['properties'] !== undefined &&
        part['additionalProperties'] === undefined &&
        part['allOf'] === undefined &&
        !pointer.endsWith('/then'),
    )
    expect(open.map(([pointer]) => pointer)).toEqual([])
  })

  test('refers to nothing outside the package', () => {
    const references = [...JSON.stringify(schema).matchAll(/"\$ref":"([^"]*)"/g)].map(
      ([, reference]) => reference,
    )
    const outside = references.filter((reference) => !reference?.startsWith('#/'))
    expect(outside.every((reference) => reference?.startsWith('request.v2.schema.json#/'))).toBe(true)
    expect(outside.length === 0 || name === 'request.v1.schema.json').toBe(true)
  })
})

test('the validators and the published schemas agree on mixtures of good and bad settings', () => {
  const request = publishedSchema('request.v2.schema.json')
  const file = publishedSchema('crawl.schema.json')
  const row = fc.constantFrom(...crawl, ...webhook, ...scrape, ...actions)
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      const body: Record<string, unknown> = { url: 'https://example.com/' }
      for (const [setting, value] of rows) {
        const [first = '', second] = setting.split('/')
        const before = body[first]
        const inner = typeof before === 'object' && before !== null ? before : {}
        body[first] = second === undefined ? value : { ...inner, [second]: value }
      }
      expect(schemaErrors('request-v2', body).length === 0).toBe(request(body))
      expect(schemaErrors('crawl-v2', { version: 2, request: body }).length === 0).toBe(
        file({ version: 2, request: body }),
      )
    }),
    { numRuns: 500 },
  )
})

test('the validators and the published schemas agree on any JSON', () => {
  const request = publishedSchema('request.v2.schema.json')
  const project = publishedSchema('project.schema.json')
  const key = fc.constantFrom(
    'url',
    'limit',
    'scrapeOptions',
    'formats',
    'webhook',
    'actions',
    'type',
    'version',
    'profiles',
    'request',
    '__proto__',
    'constructor',
  )
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('markdown', '${env:X}', 'https://a.example/', ''),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(value, (json) => {
      expect(schemaErrors('request-v2', json).length === 0).toBe(request(json))
      expect(schemaErrors('project', json).length === 0).toBe(project(json))
    }),
    { numRuns: 500 },
  )
})
