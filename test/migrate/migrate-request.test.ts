import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseFile } from '../../src/document/document.ts'
import type { SourceDocument } from '../../src/document/source-document.ts'
import { migrateRequest, migrateValue } from '../../src/migrate/migrate.ts'
import { schemaErrors } from '../../src/schema/validators.ts'
import { valueAt } from '../../src/util/json.ts'
import { aCrawlSpec, mappingOf } from '../support/a-crawl-spec.ts'

// Pairs of an old request and the migrated one, with every note. Adding a pair needs no code.
const fixtures = path.join(import.meta.dirname, '../fixtures/migrate')
const names = readdirSync(fixtures).flatMap((file) => (file.endsWith('.v1.yaml') ? [file.slice(0, -8)] : []))

function documentOf(name: string): SourceDocument {
  const parsed = parseFile(`${name}.v1.yaml`, readFileSync(path.join(fixtures, `${name}.v1.yaml`)))
  const document = parsed.ok ? parsed.value[0] : undefined
  if (document === undefined) throw new Error(JSON.stringify(parsed.diagnostics))
  return document
}

describe.each(names)('%s', (name) => {
  const document = documentOf(name)
  const spec = aCrawlSpec(document, mappingOf(document), { version: 1 })
  const migrated = migrateRequest(spec, spec.request, '')

  it('becomes the recorded request', async () => {
    const shown = {
      request: migrated.ok ? migrated.value.request : 'refused',
      origins: migrated.ok
        ? Object.fromEntries(
            [...migrated.value.origins].map(([pointer, { from, rule, pointer: old }]) => [
              pointer,
              `${from} by ${rule}, line ${document.locate(old).line}`,
            ]),
          )
        : {},
      diagnostics: migrated.diagnostics.map(
        ({ line, column, severity, message, rule }) => `${line}:${column} ${severity}: ${message} [${rule}]`,
      ),
    }
    await expect(`${JSON.stringify(shown, null, 2)}\n`).toMatchFileSnapshot(
      path.join(fixtures, `${name}.v2.json`),
    )
  })

  it('drops no setting silently', () => {
    const { edits, problems } = migrateValue(spec.request)
    const inexact = edits.filter((edit) => !edit.exact)
    expect(problems.length).toBeGreaterThanOrEqual(inexact.length)
  })

  if (!migrated.ok) return
  const { request, origins } = migrated.value

  it('is a valid request of version 2', () => {
    expect(schemaErrors('crawl-v2', { version: 2, request })).toEqual([])
  })

  it('has an origin in the old request for each setting', () => {
    for (const { pointer } of origins.values()) expect(valueAt(spec.request, pointer)).toBeDefined()
  })

  it('changes nothing when it is migrated again', () => {
    const again = migrateValue(request)
    expect(again.value).toEqual(request)
    expect(again.edits).toEqual([])
    expect(again.problems).toEqual([])
  })
})
