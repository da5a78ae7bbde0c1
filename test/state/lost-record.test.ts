import { afterEach, beforeEach, expect, it } from 'vitest'
import { GitBackend } from '../../src/state/git-backend.ts'
import { systemClock } from '../../src/util/clock.ts'
import { aState } from '../support/a-record.ts'
import { GitRepositories } from '../support/git-repositories.ts'

let repositories: GitRepositories

beforeEach(() => {
  repositories = new GitRepositories()
})
afterEach(() => repositories.remove())

const open = (directory: string) =>
  new GitBackend({ directory, environment: 'local', clock: systemClock, env: repositories.env })

/** Returns what a command that reads the record twice reports. */
async function noticesOf(directory: string): Promise<string[]> {
  const backend = open(directory)
  const notices: string[] = []
  backend.notice = (line) => notices.push(line)
  await backend.read()
  await backend.read()
  return notices
}

it('a lost record is reported with the command that restores it', async () => {
  const [mine, fresh] = [repositories.clone(), repositories.clone()]
  expect(await noticesOf(mine)).toEqual([])
  const token = await open(mine).compareAndSwap(null, aState())
  repositories.git(repositories.bare, 'update-ref', '-d', 'refs/crawlform/local')
  expect(await noticesOf(fresh)).toEqual([])
  repositories.git(repositories.bare, 'update-ref', 'refs/crawlform-manifests/local', 'refs/heads/main')
  expect(await noticesOf(fresh)).toEqual([expect.stringContaining('still has manifests of its jobs')])
  const command = `git push origin ${token}:refs/crawlform/local`
  expect(await noticesOf(mine)).toEqual([expect.stringMatching(new RegExp(`run: ${command}$`))])
  repositories.git(mine, ...command.split(' ').slice(1))
  expect(await open(fresh).read()).toEqual({ state: aState(), token })
  expect(await noticesOf(mine)).toEqual([])
})
