import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ApplyEvent, openSession, ProjectError, TrackedLinkError, UnknownNameError } from 'crawlform'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

let project: CliProject

afterEach(() => project.remove())

/** What a program sees: the ends of submissions and jobs. */
async function ends(events: AsyncIterable<ApplyEvent>): Promise<readonly unknown[]> {
  const seen: unknown[] = []
  for await (const event of events) {
    if (event.type === 'finished') seen.push([event.result.name, event.result.outcome])
    if (event.type === 'done') seen.push([event.crawl, event.result.status, ...event.problems])
  }
  return seen
}

describe('a program that opens a session', () => {
  let site: LoopbackSite

  beforeEach(async () => {
    site = await startLoopbackSite({ '/docs/': '<h1>Docs</h1><p>Begin here.</p>' })
    project = cliProject({
      'crawlform.yaml':
        'version: 2\nenvironments:\n  local: { service: embedded, embedded: { allowPrivateAddresses: true } }\n',
      'crawls/docs.yaml': [
        'version: 2',
        `request:\n  url: ${site.url('/docs/')}\n  limit: 5\n  sitemap: skip`,
        '  scrapeOptions: { headers: { X-Key: "${secret:SITE_KEY}" } }\n',
      ].join('\n'),
    })
  })

  afterEach(() => site.close())

  it('submits with its own secrets, follows the jobs, and writes their pages', async () => {
    const { directory } = project
    const session = openSession({ directory, variables: { SITE_KEY: 'opened-by-hand' } })
    try {
      const plan = await session.plan()
      expect(plan.changes.map(({ name, action }) => [name, action])).toEqual([['docs', 'submit']])
      expect(await ends(session.submit(plan))).toEqual([['docs', 'submitted']])
      const [job, ...others] = await session.openJobs(plan)
      expect(others).toEqual([])
      const pages = { directory: path.join(directory, 'pages') }
      expect(await ends(session.follow([job!], { pages }))).toEqual([['docs', 'completed']])
      expect(await session.writePages(pages.directory, job!)).toMatchObject({ pages: 1, fromCache: 0 })
      expect(readFileSync(path.join(directory, 'pages/index.jsonl'), 'utf8')).toContain(site.url('/docs/'))
      expect(site.requests.at(-1)?.headers).toMatchObject({ 'x-key': 'opened-by-hand' })
      expect((await session.plan()).changes.map(({ action }) => action)).toEqual(['keep'])
      const signal = AbortSignal.abort()
      for (const aborted of [
        session.pages(job!.job, { signal }).next(),
        session.writePages(pages.directory, job!, { signal }),
      ])
        await expect(aborted).rejects.toMatchObject({ name: 'ClientError', code: 'aborted' })
      await session.close()
      expect((await session.pages(job!.job).next()).done).toBe(false)
    } finally {
      await session.close()
      await session.close()
    }
  })

  it('writes no pages below a link that git tracks', async () => {
    const { directory } = project
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: directory })
    mkdirSync(path.join(directory, 'outside'))
    symlinkSync('outside', path.join(directory, 'link'))
    git('init', '--quiet')
    git('add', 'link')
    const session = openSession({ directory, variables: { SITE_KEY: 'x', PATH: process.env['PATH'] } })
    const pages = { directory: path.join(directory, 'link/pages') }
    try {
      await expect(ends(session.follow([], { pages }))).rejects.toThrow(TrackedLinkError)
      await expect(session.writePages(pages.directory, { crawl: 'docs', job: 'x' })).rejects.toThrow(
        /link" is a link that git tracks/,
      )
      expect(readdirSync(path.join(directory, 'outside'))).toEqual([])
    } finally {
      await session.close()
    }
  })

  it('cannot use a .crawlform that git tracks', () => {
    const { directory } = project
    project.write('.crawlform/service/service.db', '')
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: directory })
    git('init', '--quiet')
    git('add', '--force', '.crawlform')
    expect(() => openSession({ directory, variables: { SITE_KEY: 'x', PATH: process.env['PATH'] } })).toThrow(
      /is tracked by git/,
    )
  })

  it('gets an exception for an unknown name or a wrong file', async () => {
    const { directory } = project
    const session = openSession({ directory, variables: { SITE_KEY: 'x' } })
    await expect(session.plan({ names: ['dcos'] })).rejects.toThrow(
      new UnknownNameError('dcos', 'Did you mean "docs"?'),
    )
    await session.close()
    project.write('crawls/docs.yaml', 'version: 2\nrequest: { url: "https://example.com/", limt: 5 }\n')
    expect(() => openSession({ directory, variables: {} })).toThrow(ProjectError)
  })
})

it('a session saves an outcome that it could not record, and records it on request', async () => {
  const service = await new FaultyCrawlService().listen()
  project = cliProject({
    'crawlform.yaml': `version: 2\nenvironments:\n  remote: { baseUrl: "${service.baseUrl}", idempotencyKeys: true, apiKey: "\${secret:KEY}" }\n`,
    'crawls/docs.yaml': 'version: 2\nrequest: { url: "https://example.com/" }\n',
  })
  const told: string[] = []
  const session = openSession({
    directory: project.directory,
    environment: 'remote',
    variables: { KEY: 'fc-of-the-program' },
    notice: (text) => told.push(text),
  })
  const stateFile = path.join(project.directory, '.crawlform/state/remote.json')
  let intent = ''
  service.onStart = () => {
    // In the moment of the submission the record becomes a directory, which no file can replace.
    intent = readFileSync(stateFile, 'utf8')
    rmSync(stateFile)
    mkdirSync(path.join(stateFile, 'x'), { recursive: true })
  }
  try {
    expect(await ends(session.submit(await session.plan()))).toEqual([['docs', 'in-doubt']])
    expect(told.join('\n')).toMatch(/is kept in .*errored-state\.json/)
    expect(session.keptOutcomes()).toMatchObject([{ environment: 'remote', records: [{ crawl: 'docs' }] }])
    rmSync(stateFile, { recursive: true })
    project.write('.crawlform/state/remote.json', intent)
    expect(await session.recordPending()).toHaveLength(1)
    expect(session.keptOutcomes()).toEqual([])
    const { state } = await session.backend.read()
    expect(state?.records).toMatchObject([{ phase: 'submitted', job: service.jobs[0]?.id }])
  } finally {
    await session.close()
    await service.close()
  }
})

it('a session reads the record once for the pages of many jobs', async () => {
  const [service, record] = await Promise.all([
    new FaultyCrawlService().listen(),
    new TerraformStateServer().listen(),
  ])
  const address = record.address()
  project = cliProject({
    'crawlform.yaml': `version: 2\nenvironments:\n  remote: { baseUrl: "${service.baseUrl}", state: { backend: http, address: "${address}", lockAddress: "${address}" } }\n`,
    'crawls/docs.yaml':
      'version: 2\nname: docs-${matrix.site}\nmatrix: { site: [a, b, c] }\nrequest: { url: "https://${matrix.site}.example/" }\n',
  })
  const { directory } = project
  const session = openSession({ directory, environment: 'remote', variables: {} })
  try {
    const plan = await session.plan()
    await ends(session.submit(plan))
    const reads = (): number => record.methods().filter((method) => method === 'GET').length
    const before = reads()
    for (const [index, name] of ['docs-a', 'docs-b', 'docs-c'].entries()) {
      const job = service.jobs.find(({ body }) => body['url'] === `https://${name.at(-1)}.example/`)!
      Object.assign(job, { status: 'completed', completed: 1, total: 1 })
      const url = `https://${name.at(-1)}.example/${index}`
      service.pages = [
        { markdown: '# Page', metadata: { url, sourceURL: url, title: 'Page', statusCode: 200 } },
      ]
      await session.writePages(path.join(directory, 'pages'), { crawl: name, job: job.id })
      // The host is that of the job's start, so it has no folder of its own.
      expect(readdirSync(path.join(directory, 'pages', name))).toEqual([`${index}.md`])
    }
    expect(reads() - before).toBe(1)
  } finally {
    await session.close()
    await Promise.all([service.close(), record.close()])
  }
})
