import { describe, expect, it } from 'vitest'
import { validateRequest } from '../../src/request/request.ts'
import type { JsonObject } from '../../src/util/json.ts'

const URL = 'https://example.com/'

function problemsOf(request: JsonObject): unknown[] {
  const { problems } = validateRequest({ url: URL, ...request }, { references: false })
  return problems.map(({ rule, pointer, arguments: args }) => ({ rule, pointer, args }))
}

describe('the check of formats and profiles', () => {
  it.each<[unknown[], string[]]>([
    [[{ type: 'json', prompt: 'x' }], []],
    [['json', { type: 'deterministicJson', prompt: 'x' }].slice(1), []],
    [[{ type: 'json', prompt: 'x' }, 'links', { type: 'deterministicJson' }], ['/scrapeOptions/formats/2']],
    [[{ type: 'deterministicJson' }, { type: 'json', schema: {} }], ['/scrapeOptions/formats/0']],
  ])('reports two kinds of JSON in %j', (formats, expected) => {
    const { problems } = validateRequest({ url: URL, scrapeOptions: { formats } } as JsonObject, {
      references: false,
    })
    const twice = problems.filter(({ rule }) => rule === 'limits/json-twice')
    expect(twice.map(({ pointer }) => pointer)).toEqual(expected)
  })

  it.each<[JsonObject, string[]]>([
    [{ lockdown: false, profile: { name: 'shop' } }, []],
    [{ lockdown: true }, ['limits/lockdown']],
    [{ lockdown: true, profile: { name: 'shop' } }, ['limits/profile-with-lockdown']],
    [{ profile: { name: 'é'.repeat(64) } }, []],
    [{ profile: { name: 'é'.repeat(65) } }, ['limits/profile-name']],
    [{ profile: { name: '日本'.repeat(22) } }, ['limits/profile-name']],
    [{ profile: { name: 'x'.repeat(128) } }, []],
  ])('reports a wrong profile with lockdown in %j', (scrapeOptions, expected) => {
    const { problems } = validateRequest({ url: URL, scrapeOptions }, { references: false })
    expect(problems.map(({ rule }) => rule)).toEqual(expected)
  })

  it.each<[JsonObject, string | undefined, string | undefined]>([
    [
      { type: 'object', properties: { a: { type: 'string' }, b: { $ref: '#/$defs/b' } } },
      undefined,
      undefined,
    ],
    [
      { type: 'object', properties: { a: { enum: ['x', 'y'] }, b: { anyOf: [{ type: 'null' }] } } },
      undefined,
      undefined,
    ],
    [{ type: 'object', properties: {}, additionalProperties: false }, undefined, undefined],
    [{ type: 'object', properties: { a: { type: 'array' } } }, '/properties/a', 'is a list without "items"'],
    [
      { type: 'object', properties: { 'a/b': { type: ['array', 'null'] } } },
      '/properties/a~1b',
      'is a list without "items"',
    ],
    [
      { type: 'object', properties: { a: { type: 'array', items: { type: 'array' } } } },
      '/properties/a/items',
      'is a list without "items"',
    ],
    [
      { type: 'object', properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: { type: 'array' } } },
      '/$defs/b',
      'is a list without "items"',
    ],
    ...[
      { type: 'object' },
      { title: { type: 'string' }, price: { description: 'in euros' } },
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object', patternProperties: { '^a': {} }, additionalProperties: true },
      { type: 'array', items: { type: 'string' } },
      { anyOf: [{ type: 'object' }, { type: 'null' }] },
      { oneOf: [{ type: 'object' }] },
      { type: 'object', properties: { a: { oneOf: [{ type: 'string' }] } } },
      { properties: { a: { type: 'string' } } },
      {},
    ].map((schema): [JsonObject, undefined, undefined] => [schema, undefined, undefined]),
    [{ titles: { type: 'array' } }, '/titles', 'is a list without "items"'],
    [{ type: 'array' }, '', 'is a list without "items"'],
    [{ oneOf: [{ type: 'array' }] }, '/oneOf/0', 'is a list without "items"'],
    [
      { type: 'object', properties: { a: { type: 'object', additionalProperties: true } } },
      '/properties/a',
      'is a mapping without "properties"',
    ],
    [{ type: 'object', properties: { a: { allOf: [] } } }, '/properties/a', 'uses "allOf"'],
    [{ type: 'object', additionalProperties: true }, '', 'is a mapping without "properties"'],
    [{ type: 'object', properties: { a: { not: {}, type: 'string' } } }, '/properties/a', 'uses "not"'],
  ])('reports a loose JSON Schema %j: %s %s', (schema, place, problem) => {
    for (const type of ['json', 'deterministicJson', 'changeTracking']) {
      const formats = ['markdown', { type, schema }]
      expect(problemsOf({ scrapeOptions: { formats } })).toEqual(
        place === undefined
          ? []
          : [
              {
                rule: 'limits/loose-json-schema',
                pointer: `/scrapeOptions/formats/1/schema${place}`,
                args: { place: place === '' ? 'The "schema"' : `"${place}" of the "schema"`, problem },
              },
            ],
      )
    }
  })
})
