import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

it('crawls the bundled site as the README promises, and has nothing to submit after it', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/demo.mjs')], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout).toMatch(/Nothing to submit: 1 unchanged\./)
  expect(stdout.slice(stdout.indexOf('$ cd pages; find')).match(/\S+\.md$/gm)).toHaveLength(7)
  // What is submitted, and why, is shown once.
  expect(`${stdout}${stderr}`.match(/never submitted/g)).toHaveLength(1)
})
