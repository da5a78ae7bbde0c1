import { expect, it } from 'vitest'
import { spawnCommand } from '../support/spawn-command.ts'

it('a soak crawls job after job and finds nothing lost', async () => {
  const words = ['soak.mjs', '--pages', '600', '--job', '100', '--rest', '0', '--seed', '3']
  const { status, output } = await spawnCommand(process.execPath, words, import.meta.dirname, {
    PATH: process.env['PATH'],
  })
  expect(output).toMatch(/"pages":[6-9]\d\d,/)
  expect(status, output).toBe(0)
})
