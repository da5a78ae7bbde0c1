import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

it('the demo crawls its site as the README says, and then has nothing to submit', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/demo.mjs')], {
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stdout).toMatch(/Nothing to submit: 1 unchanged\./)
  expect(stdout.slice(stdout.indexOf('$ cd pages; find')).match(/^handbook\/\S+\.md$/gm)).toHaveLength(7)
  // Then the site changes, and at last it breaks.
  expect(stdout).toContain('handbook: 2 changed, 1 moved, 4 unchanged\n')
  expect(stdout.match(/^\{"op":"\w+"/gm)).toEqual([
    '{"op":"delete"',
    '{"op":"upsert"',
    '{"op":"upsert"',
    '{"op":"upsert"',
  ])
  expect(stdout).toContain('held back: 3 of 7 pages would be removed (at most 20%)')
  // What is submitted, and why, is shown once.
  expect(`${stdout}${stderr}`.match(/never submitted/g)).toHaveLength(1)
})
