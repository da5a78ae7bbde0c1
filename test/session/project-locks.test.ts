import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { projectLocks } from '../../src/session/project-locks.ts'
import { FakeClock } from '../support/fake-clock.ts'

const root = mkdtempSync(path.join(tmpdir(), 'crawlform-turns-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('a run that waits for another run says so, and which file to delete if that never ends', async () => {
  const clock = new FakeClock()
  const notices: string[] = []
  const turns = () => projectLocks(root, { clock, notice: (text) => void notices.push(text) })
  let end = (): void => undefined
  const first = turns()('pages', () => new Promise<void>((resolve) => (end = resolve)))
  const second = turns()('pages', async () => 'done').catch((error: Error) => error.message)
  for (let at = 0; at < 700; at++) {
    clock.advance(1000)
    await new Promise(setImmediate)
  }
  expect(notices).toEqual(['Waiting for another run of this project that writes pages.'])
  const lock = path.join(root, '.crawlform/pages.lock')
  expect(await second).toMatch(
    new RegExp(`^${lock} is locked by process ${process.pid} on .*, delete ${lock}\\.$`),
  )
  end()
  await first
  expect(await turns()('pages', async () => 'done')).toBe('done')
})

it('a run is told when it is its turn to deliver a feed, and not when it writes pages', async () => {
  let turns = 0
  const withLock = projectLocks(root, {
    clock: new FakeClock(),
    notice: () => undefined,
    onFeedTurn: () => void turns++,
  })
  expect([await withLock('pages', async () => turns), await withLock('feed', async () => turns)]).toEqual([
    0, 1,
  ])
})
