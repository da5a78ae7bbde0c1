import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../src/diagnostics/diagnostics.ts'
import { checkFile } from '../support/check-file.ts'
import { formatDiagnostics } from '../support/expect-diagnostics.ts'

const config = path.join(import.meta.dirname, '../fixtures/config')
const areas = ['syntax', 'schema', 'interpolation', 'security', 'limits']
const rules = areas.flatMap((area) =>
  readdirSync(path.join(config, 'err', area)).map((name) => `${area}/${name}`),
)

describe.each(rules)('%s', (rule) => {
  const folder = path.join(config, 'err', rule)
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))

  it('exists in the catalogue', () => {
    expect(Object.keys(catalogue())).toContain(rule)
  })

  it.each(files)('is reported for %s', async (file) => {
    const found = checkFile(file, readFileSync(path.join(folder, file)))
    expect(found.map((diagnostic) => diagnostic.rule)).toContain(rule)
    await expect(formatDiagnostics(found)).toMatchFileSnapshot(
      path.join(folder, file.replace(/\.yaml$/, '.out')),
    )
  })
})

describe('files without a problem', () => {
  const folder = path.join(config, 'ok')
  it.each(readdirSync(folder))('has no diagnostics: %s', (file) => {
    expect(formatDiagnostics(checkFile(file, readFileSync(path.join(folder, file))))).toBe('')
  })
})
