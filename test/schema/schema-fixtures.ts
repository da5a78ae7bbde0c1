import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { expect } from 'vitest'

const directory = path.join(import.meta.dirname, '../../schema')

/** A schema as it is published, read from its file. */
export function readSchema(name: string): Record<string, unknown> {
  const schema: unknown = JSON.parse(readFileSync(path.join(directory, name), 'utf8'))
  expect(schema).toBeTypeOf('object')
  return schema as Record<string, unknown>
}

/** Compiles a published schema as any validator would, with nothing of ours in between. */
export function publishedSchema(name: string): (value: unknown) => boolean {
  const ajv = new Ajv({ strict: false, strictNumbers: true, validateFormats: false })
  if (name === 'request.v1.schema.json')
    ajv.addSchema(readSchema('request.v2.schema.json'), 'request.v2.schema.json')
  const validate = ajv.compile({ ...readSchema(name), $id: name })
  return (value) => validate(value)
}

/** A request that is valid but for the value at `setting`, a path such as `scrapeOptions/timeout`. */
export function bodyWith(setting: string, value: unknown): Record<string, unknown> {
  const [first = '', second] = setting.split('/')
  const inner = second === undefined ? value : { [second]: value }
  return { url: 'https://example.com/', [first]: inner }
}
