import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPageWriter } from '../../src/session/page-writer.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'pages-'))
  mkdirSync(path.join(root, 'outside/docs'), { recursive: true })
  writeFileSync(path.join(root, 'outside/docs/mine'), 'mine')
})
afterEach(() => rmSync(root, { recursive: true }))

it.each(['out', 'out/.new', 'out/docs', 'out/.docs.old', 'out/index.jsonl.new'])(
  'a link at %s is removed before pages are written, and its target is kept',
  async (link) => {
    mkdirSync(path.dirname(path.join(root, link)), { recursive: true })
    symlinkSync(path.join(root, 'outside'), path.join(root, link))
    await openPageWriter(path.join(root, 'out'), { crawl: 'docs', startUrl: 'https://example.com/' })
    expect(existsSync(path.join(root, link))).toBe(false)
    expect(readFileSync(path.join(root, 'outside/docs/mine'), 'utf8')).toBe('mine')
  },
)
