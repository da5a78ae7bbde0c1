import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { renderPreviewJson, type PreviewView } from '../../src/render/render-preview.ts'

const schema: object = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../schema/preview.schema.json'), 'utf8'),
)

it('the schema describes a preview with every member', () => {
  const preview: PreviewView = {
    pages: [
      { url: 'https://example.com/', depth: 0, via: 'start' },
      { url: 'https://example.com/a', depth: 1, via: 'link', from: 'https://example.com/' },
    ],
    skipped: [{ url: 'https://example.com/b', reason: 'limit', from: 'https://example.com/' }],
    sitemaps: [{ url: 'https://a.example/sitemap.xml', statusCode: 200, urls: 2 }],
    failed: [{ url: 'https://example.com/c', error: 'It does not answer.' }],
    truncated: false,
    warning: 'It found one page.',
  }
  // The same, taking no member which it does not name.
  const strict = JSON.parse(JSON.stringify(schema), (_, value) =>
    value?.properties ? { ...value, additionalProperties: false } : value,
  )
  for (const one of [schema, strict]) {
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(one)
    expect(validate(JSON.parse(renderPreviewJson(preview))) || validate.errors).toBe(true)
    expect(validate({ formatVersion: 1, pages: [] })).toBe(false)
  }
})
