import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

it('crawls the bundled site as the README promises, and has nothing to submit after it', () => {
  const said = execFileSync(process.execPath, [path.join(root, 'scripts/demo.mjs')], { encoding: 'utf8' })
  expect(said).toMatch(/Nothing to submit: 1 unchanged\./)
  expect(said.slice(said.indexOf('$ cd pages; find')).match(/\S+\.md$/gm)).toHaveLength(7)
})
