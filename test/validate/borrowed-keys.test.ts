import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { borrowedKeys, environmentKeys, oldKeys, projectKeys } from '../../src/validate/borrowed-keys.ts'
import { fold } from '../../src/util/suggest.ts'
import { isJsonObject, type Json, parseJson } from '../../src/util/json.ts'

const schemaOf = (name: string): Json =>
  parseJson(readFileSync(path.join(import.meta.dirname, '../../schema', name), 'utf8')) ?? null
const schemas = ['crawl.v2.schema.json', 'request.v2.schema.json', 'project.schema.json'].map(schemaOf)

/** Returns the names of settings and the values that a schema knows. */
function wordsOf(schema: Json): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordsOf)
  if (!isJsonObject(schema)) return []
  const { properties, enum: values = [], const: value } = schema
  const own = [isJsonObject(properties) ? Object.keys(properties) : [], values, value].flat()
  return [...own.filter((word) => typeof word === 'string'), ...Object.values(schema).flatMap(wordsOf)]
}

const known = new Set(schemas.flatMap(wordsOf))
const tables = { borrowedKeys, environmentKeys, oldKeys, projectKeys }
const advice = Object.entries(tables).flatMap(([table, rows]) =>
  [...new Set(rows.values())].map((text) => ({ table, text })),
)
/** Examples of patterns, commands and names of headers, which are no settings. */
const notSettings = /^(?:crawlform |--|\\\.|User-Agent$|\$\{)/

it.each(advice)('$table advises settings that the schemas know: $text', ({ table, text }) => {
  const quoted =
    table === 'environmentKeys' ? [text] : Array.from(text.matchAll(/"([^"]+)"/g), ([, name = '']) => name)
  const names = quoted
    .filter((name) => !notSettings.test(name))
    // Lists and objects are examples.
    .flatMap((name) => name.replace(/: [[{].*/s, '').match(/\w+/g) ?? [])
  expect(names.filter((name) => !known.has(name))).toEqual([])
})

it('advises no other setting for a name that a request has', () => {
  const [, request] = schemas
  const own = isJsonObject(request) && isJsonObject(request['properties']) ? request['properties'] : {}
  expect(Object.keys(own)).toContain('limit')
  expect(Object.keys(own).filter((name) => borrowedKeys.has(fold(name)))).toEqual([])
})
