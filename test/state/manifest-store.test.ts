import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { compareDelivery, makeManifest, type Manifest } from '../../src/manifest/manifest.ts'
import { gitTextFiles, localTextFiles } from '../../src/state/text-files.ts'
import { ManifestStore } from '../../src/state/manifest-store.ts'
import { systemClock } from '../../src/util/clock.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { GitRepositories } from '../support/git-repositories.ts'

const scratch = mkdtempSync(path.join(tmpdir(), 'crawlform-manifests-'))
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

function manifestOf(crawl: string, job: string, day: number) {
  const at = `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`
  const pages = [{ url: `https://a.test/${job}`, hash: 'aa', status: 200 }]
  return makeManifest(
    compareDelivery(
      {
        crawl,
        job,
        at,
        request: { url: 'https://a.test/' },
        hashVersion: 2,
        identity: { deduplicateSimilarURLs: true, ignoreQueryParameters: false },
      },
      pages,
      { failed: [], isCut: false },
      undefined,
    ),
  )
}

const kinds = [
  [
    'local files',
    () =>
      localTextFiles({
        directory: path.join(scratch, 'local'),
        label: 'manifests',
        clock: systemClock,
        beforeWrite: () => undefined,
      }),
  ],
  [
    'a git ref',
    () => {
      const repositories = new GitRepositories()
      const { env } = repositories
      return gitTextFiles({
        directory: repositories.clone(),
        environment: 'production',
        clock: systemClock,
        env,
      })
    },
  ],
] as const

describe.each(kinds)('manifests in %s', (_kind, open) => {
  it('are read back, newest first, for each crawl', async () => {
    const store = new ManifestStore(open())
    expect(await store.jobs('docs')).toEqual([])
    await store.keep(manifestOf('docs', 'first', 1), { isHeld: false })
    await store.keep(manifestOf('docs', 'second/job', 2), { isHeld: false })
    await store.keep(manifestOf('docs.more', 'other', 3), { isHeld: false })
    const jobs = await store.jobs('docs')
    expect(jobs.map(({ job, at }) => [job, at])).toEqual([
      ['second/job', '2026-11-02T10:00:00.000Z'],
      ['first', '2026-11-01T10:00:00.000Z'],
    ])
    const read = await Promise.all(jobs.map((job) => store.read(job)))
    const withPages = (manifest: Manifest) => ({ ...manifest, pages: [...manifest.pages] })
    expect(read.map(withPages)).toEqual(
      [manifestOf('docs', 'second/job', 2), manifestOf('docs', 'first', 1)].map(withPages),
    )
  })

  it('are the ten newest, and the one of the last delivered feed', async () => {
    const store = new ManifestStore(open())
    await store.keep(manifestOf('docs', 'job-1', 1), { isHeld: false })
    await store.markDelivered([
      { crawl: 'docs', before: undefined, now: { job: 'job-1', lacks: ['https://a.test/x'] } },
    ])
    for (let day = 2; day <= 12; day++)
      await store.keep(manifestOf('docs', `job-${day}`, day), { isHeld: false })
    const kept = (await store.jobs('docs')).map(({ job }) => job)
    expect(kept).toHaveLength(11)
    expect(kept.slice(-2)).toEqual(['job-3', 'job-1'])
    expect(await store.delivered('docs')).toMatchObject({ job: 'job-1', lacks: ['https://a.test/x'] })
  })

  it('are marked as delivered by only one of two runs that started at the same mark', async () => {
    const store = new ManifestStore(open())
    const now = (job: string) => ({ job, lacks: [] })
    await store.markDelivered([{ crawl: 'fed', before: undefined, now: now('1') }])
    const before = await store.delivered('fed')
    await store.markDelivered([{ crawl: 'fed', before, now: now('2') }])
    for (const outdated of [before, undefined]) {
      const late = store.markDelivered([{ crawl: 'fed', before: outdated, now: now('3') }])
      await expect(late).rejects.toMatchObject({ code: 'conflict' })
    }
    expect(await store.delivered('fed')).toMatchObject(now('2'))
  })

  it('of a held-back job are marked until the job is published', async () => {
    const store = new ManifestStore(open())
    const heldJobs = async () => (await store.jobs('held')).map(({ job, isHeld }) => [job, isHeld])
    await store.keep(manifestOf('held', 'a', 1), { isHeld: false })
    for (let day = 2; day <= 13; day++)
      await store.keep(manifestOf('held', `b-${day}`, day), { isHeld: true })
    expect((await heldJobs()).at(-1)).toEqual(['a', false])
    await store.keep(manifestOf('held', 'b-13', 13), { isHeld: false })
    expect((await heldJobs())[0]).toEqual(['b-13', false])
    expect((await heldJobs()).filter(([job]) => job === 'b-13')).toHaveLength(1)
  })
})

describe('manifests in git', () => {
  it('of two simultaneous writers are both stored', async () => {
    const repositories = new GitRepositories()
    const { env } = repositories
    const clones = [repositories.clone(), repositories.clone()]
    const openIn = (directory: string) =>
      new ManifestStore(gitTextFiles({ directory, environment: 'e', clock: systemClock, env }))
    await Promise.all(
      clones.map((clone, index) =>
        openIn(clone).keep(manifestOf('docs', `job-${index}`, index + 1), { isHeld: false }),
      ),
    )
    for (const clone of clones)
      expect((await openIn(clone).jobs('docs')).map(({ job }) => job)).toEqual(['job-1', 'job-0'])
  })

  it('are read after one question to the remote, and those of other runs two seconds later or after a wait', async () => {
    const repositories = new GitRepositories()
    const trace = path.join(mkdtempSync(path.join(tmpdir(), 'crawlform-trace-')), 'git')
    const env = { ...repositories.env, GIT_TRACE: trace }
    const clock = new FakeClock()
    const openIn = (directory: string) =>
      new ManifestStore(gitTextFiles({ directory, environment: 'e', clock, env }))
    const count = (command: string) => readFileSync(trace, 'utf8').split(`git ${command}`).length - 1
    const questions = () => count('ls-remote')
    const store = openIn(repositories.clone())
    const run = {
      job: 'job',
      at: '2026-11-01T10:00:00.000Z',
      result: { status: 'completed', at: '', completed: 1, creditsUsed: 1 },
    } as const
    for (const crawl of ['a', 'b']) await store.keep(manifestOf(crawl, 'job', 1), { isHeld: false, run })
    // A manifest and the summary of its run.
    expect(count('fast-import')).toBe(2)
    const before = questions()
    for (const crawl of ['a', 'b'])
      for (const stored of await store.jobs(crawl)) expect((await store.read(stored)).job).toBe('job')
    expect(questions() - before).toBe(0)
    const other = openIn(repositories.clone())
    const jobs = async () => (await store.jobs('a')).map(({ job }) => job)
    await other.keep(manifestOf('a', 'second', 2), { isHeld: false })
    clock.advance(2000)
    expect(await jobs()).toEqual(['second', 'job'])
    await other.keep(manifestOf('a', 'third', 3), { isHeld: false })
    store.refresh()
    expect(await jobs()).toEqual(['third', 'second', 'job'])
    clock.advance(2000)
    // A question that was asked before the wait says nothing of after it.
    const asked = questions()
    const early = jobs()
    while (questions() === asked) await new Promise(setImmediate)
    store.refresh()
    await other.keep(manifestOf('a', 'fourth', 4), { isHeld: false })
    await early
    expect(await jobs()).toEqual(['fourth', 'third', 'second', 'job'])
  })
})

it('manifests in git of jobs that end together share a push', async () => {
  const repositories = new GitRepositories()
  const { env } = repositories
  const directory = repositories.clone()
  const store = new ManifestStore(gitTextFiles({ directory, environment: 'e', clock: systemClock, env }))
  const crawls = ['a', 'b', 'c', 'd', 'e', 'f']
  await Promise.all(crawls.map((crawl) => store.keep(manifestOf(crawl, 'job', 1), { isHeld: false })))
  for (const crawl of crawls) expect(await store.jobs(crawl)).toHaveLength(1)
  const ref = 'refs/crawlform-manifests/e'
  // The first may be pushed alone.
  const pushes = Number(repositories.git(repositories.bare, 'rev-list', '--count', ref))
  expect(pushes).toBeLessThanOrEqual(2)
})

describe('manifests on the local disk', () => {
  it('of many jobs that end together are all stored', async () => {
    const directory = path.join(scratch, 'many')
    const clock = new FakeClock()
    const files = localTextFiles({ directory, label: 'm', clock, beforeWrite: () => undefined })
    const store = new ManifestStore(files)
    const crawls = Array.from({ length: 50 }, (_, index) => `crawl-${index}`)
    // Time stands still: a write that waited for another one of this process would never come.
    await Promise.all(crawls.map((crawl) => store.keep(manifestOf(crawl, 'job', 1), { isHeld: false })))
    for (const crawl of crawls) expect(await store.jobs(crawl)).toHaveLength(1)
  })

  it('leave no other files', async () => {
    const directory = path.join(scratch, 'clean')
    const store = new ManifestStore(
      localTextFiles({ directory, label: 'm', clock: systemClock, beforeWrite: () => undefined }),
    )
    await store.keep(manifestOf('docs', 'a', 1), { isHeld: false })
    await store.markDelivered([{ crawl: 'docs', before: undefined, now: { job: 'a', lacks: [] } }])
    expect(readdirSync(path.join(directory, 'docs')).toSorted()).toEqual([
      '2026-11-01T10%3a00%3a00%2e000Z.a.jsonl',
      'feed.delivered',
    ])
  })
})
