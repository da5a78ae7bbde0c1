import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../src/diagnostics/catalogue.ts'
import { parseFile } from '../../src/document/parse-file.ts'
import { formatDiagnostics } from '../support/expect-diagnostics.ts'

const root = path.join(import.meta.dirname, '../fixtures/config/err/syntax')

describe.each(readdirSync(root))('syntax/%s', (rule) => {
  const folder = path.join(root, rule)
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))

  it('is a rule', () => {
    expect(Object.keys(catalogue)).toContain(`syntax/${rule}`)
  })

  it.each(files)('is what is said about %s', async (file) => {
    const parsed = parseFile(file, readFileSync(path.join(folder, file)))
    expect(parsed.ok).toBe(false)
    expect(parsed.diagnostics.map((diagnostic) => diagnostic.rule)).toContain(`syntax/${rule}`)
    await expect(formatDiagnostics(parsed.diagnostics)).toMatchFileSnapshot(
      path.join(folder, file.replace(/\.yaml$/, '.out')),
    )
  })
})
