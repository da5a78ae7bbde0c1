import { describe, expect, it } from 'vitest'
import { spawnCommand } from '../support/spawn-command.ts'

/** What a campaign prints last, and its end. */
async function campaign(...words: string[]) {
  const { status, output } = await spawnCommand(process.execPath, words, import.meta.dirname, {
    PATH: process.env['PATH'],
  })
  const figures = JSON.parse(
    /^\{.*\}$/m.exec(output.split('\n').toReversed().join('\n'))?.[0] ?? '{}',
  ) as object
  return { status, output, figures }
}

it('crawls are exact although the service is killed, paused and on a full disk', async () => {
  const { status, output, figures } = await campaign(
    'chaos.mjs',
    '--faults',
    '6',
    '--pages',
    '100',
    '--seed',
    '2',
  )
  expect(status, output).toBe(0)
  expect(figures).toMatchObject({ kills: expect.any(Number), crawls: expect.any(Number) })
})

// Processes are measured as Linux tells of them.
describe.skipIf(process.platform !== 'linux')('a measured campaign', () => {
  it('of jobs in a row loses nothing', async () => {
    const words = ['--pages', '300', '--job', '50', '--rest', '0', '--seed', '3']
    const { status, output, figures } = await campaign('soak.mjs', ...words)
    expect(status, output).toBe(0)
    expect(figures).toMatchObject({ seed: 3, jobs: expect.any(Number) })
  })

  it.each([
    ['redirects without end'],
    ['100 MiB (gzip)'],
    ['has two lengths'],
    ['robots.txt that never ends'],
    ['hangs up (HTTP/1.0)'],
  ])('of a hostile site loses no good page of the other sites: %s', async (name) => {
    const { status, output, figures } = await campaign('hostile.mjs', '--only', name)
    expect(status, output).toBe(0)
    expect(figures).toMatchObject({ cases: 1, wrong: 0 })
  })
})
