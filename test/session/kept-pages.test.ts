import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSession, type Session } from '../../src/session/session.ts'
import { openPageWriter } from '../../src/session/page-writer.ts'
import { cliProject } from '../support/run-cli.ts'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'

const START = 'https://e.com/'

let service: FaultyCrawlService
let project: ReturnType<typeof cliProject>
let session: Session
let directory: string

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  project = cliProject({
    'crawlform.yaml': `version: 2\nenvironments:\n  remote: { baseUrl: "${service.baseUrl}" }\n`,
    'crawls/docs.yaml': `version: 2\nrequest: { url: "${START}" }\n`,
  })
  directory = path.join(project.directory, 'pages')
  session = openSession({ directory: project.directory, environment: 'remote', variables: {} })
  for await (const _ of session.submit(await session.plan()));
  service.pages = ['a', 'b'].map((name) => ({
    markdown: name,
    metadata: { url: START + name, sourceURL: START + name, statusCode: 200 },
  }))
})

afterEach(async () => {
  await session.close()
  await service.close()
  project.remove()
})

/** Follows the job to an end with this status, and does `atEnd` then. */
async function follow(status: 'completed' | 'cancelled', atEnd: (job: string) => Promise<unknown>) {
  Object.assign(service.jobs[0]!, { status, completed: 2, total: 2 })
  const targets = await session.openJobs(await session.plan())
  service.requests.length = 0
  for await (const event of session.follow(targets, { pages: { directory } }))
    if (event.type === 'done') await atEnd(event.job)
}

const partsRead = () => service.requests.filter(({ path: asked }) => /\/crawl\/[\w-]+$/.test(asked)).length
const write = (job: string) => session.writePages(directory, { crawl: 'docs', job })

it('reads the pages of a job once, both to review and to write them', async () => {
  await follow('completed', async (job) => {
    expect(existsSync(path.join(directory, 'docs'))).toBe(false)
    expect(await write(job)).toMatchObject({ pages: 2 })
  })
  expect(partsRead()).toBe(1)
  expect(readdirSync(path.join(directory, 'docs'))).toEqual(['a.md', 'b.md'])
  expect(readdirSync(directory).toSorted()).toEqual(['docs', 'index.jsonl'])
})

it('reads the pages again if another run has removed them', async () => {
  await follow('completed', async (job) => {
    await (await openPageWriter(directory, { crawl: 'docs', startUrl: START })).close()
    expect(await write(job)).toMatchObject({ pages: 2 })
  })
  expect(partsRead()).toBe(2)
  expect(readdirSync(directory).toSorted()).toEqual(['docs', 'index.jsonl'])
})

it('removes the pages of a job that did not complete', async () => {
  await follow('cancelled', async () => {})
  expect(partsRead()).toBe(1)
  expect(readdirSync(directory)).toEqual([])
})
