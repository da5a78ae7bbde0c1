import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { loadProject } from '../../src/load/load.ts'

function load(directory: string, name: string): string[] {
  const { crawls, diagnostics } = loadProject({ directory, paths: [name], variables: {} })
  return [
    ...crawls.map(({ document }) => document.file),
    ...diagnostics.map(({ file, rule }) => `${file}: ${rule}`),
  ]
}

it('warns about JSON crawl files in a named folder, but not about other JSON files', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'crawlform-folder-'))
  try {
    mkdirSync(path.join(root, 'more/x'), { recursive: true })
    const write = (name: string, text: string): void => writeFileSync(path.join(root, name), text)
    write('crawlform.yaml', 'version: 2\n')
    write('more/a.yml', 'version: 2\nrequest: { url: https://example.com/, limit: 5 }\n')
    write('more/package.json', '{"dependencies":{"request":"1"}}')
    write('more/x/c.json', '{"request": {}}')
    const warned = 'more/x/c.json: project/other-extension'
    expect(load(root, 'more')).toEqual(['more/a.yml', warned])
    expect(load(root, 'more/x')).toEqual(['more/x: project/no-crawl-file', warned])
    expect(load(path.join(root, 'more/x'), '.')).toEqual([
      '.: project/no-crawl-file',
      'c.json: project/other-extension',
    ])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})
