import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const official = readFileSync(path.join(root, 'node_modules/@mendable/firecrawl-js/src/v2/types.ts'), 'utf8')

function compare(types: string) {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'sdk-'))
  mkdirSync(path.join(directory, 'src/v2'), { recursive: true })
  writeFileSync(path.join(directory, 'src/v2/types.ts'), types)
  const script = path.join(root, 'scripts/compare-sdk.mjs')
  const { stdout, status } = spawnSync(process.execPath, [script, directory], { encoding: 'utf8' })
  return { stdout, status }
}

it('finds nothing in the official SDK that is missing in the schema', () => {
  expect(compare(official)).toMatchObject({ status: 0 })
})

it.each([
  [
    'lockdown?: boolean;',
    'lockdown?: boolean;\n  shiny?: boolean;',
    'ScrapeOptions.shiny is not in our schema',
  ],
  ['"off" | "manual-only"', '"off" | "strict" | "manual-only"', 'mode: "strict" is not in our schema'],
  ['interface AuditMetadata', 'interface AuditFacts', 'AuditMetadata is no longer a type of the SDK'],
])('reports the change of %s to %s', (before, after, line) => {
  expect(official).toContain(before)
  const { stdout, status } = compare(official.replace(before, after))
  expect(stdout).toContain(line)
  expect(status).toBe(1)
})
