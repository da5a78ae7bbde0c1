import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CrawlClient } from '../../src/client/crawl-client.ts'
import { createCrawlClient } from '../../src/client/client.ts'
import { PageFollower } from '../../src/session/follow-pages.ts'
import { openPageWriter } from '../../src/session/page-writer.ts'
import { writePages } from '../../src/session/write-pages.ts'
import { NapClock } from '../support/fake-clock.ts'
import { FaultyCrawlService, type FaultyJob } from '../support/faulty-crawl-service.ts'

const START = 'https://e.com/'
const CRAWL = { crawl: 'docs', startUrl: START }
const target = {
  crawl: 'docs',
  job: '00000000-0000-7000-8000-000000000001',
  request: {},
  startedAt: '2026-11-21T00:00:00.000Z',
  known: undefined,
  startUrl: START,
  expect: undefined,
  before: undefined,
}

let service: FaultyCrawlService
let client: CrawlClient
let job: FaultyJob
let parent: string
let directory: string
let follower: PageFollower
let made = 0

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  service.partSize = 3
  client = createCrawlClient({
    baseUrl: service.baseUrl,
    userAgent: 'test',
    clock: new NapClock(),
    random: () => 0,
  })
  parent = mkdtempSync(path.join(tmpdir(), 'crawlform-follow-'))
  directory = path.join(parent, 'pages')
  begin('absolute')
})

afterEach(async () => {
  await follower.close()
  await client.close()
  await service.close()
  rmSync(parent, { recursive: true })
})

/** A job that has just begun, which nobody has asked about. */
function begin(links: 'absolute' | 'relative'): void {
  job = {
    id: target.job,
    attempt: '',
    body: {},
    createdAt: target.startedAt,
    status: 'scraping',
    completed: 0,
    total: 9,
  }
  service.jobs.splice(0, 1, job)
  service.pages = []
  service.requests.length = 0
  follower = new PageFollower({ directory, links, client })
}

/** The job has got a page. */
function got(name: string, markdown = `[b](${START}b) ${name}`): void {
  const url = START + name
  service.pages.push({
    markdown,
    metadata: { url, sourceURL: url, statusCode: 200, scrapeId: `scrape ${made++}` },
  })
  job.completed = service.pages.length
}

const ask = () => follower.ask(target, {})
const finish = (links: 'absolute' | 'relative' = 'absolute') =>
  follower.finish(directory, target.job, { links })
const asked = () => service.requests.map(({ path: asked }) => asked.replace(/^.*\//, ''))

function contents(below: string): Record<string, string> {
  if (!existsSync(below)) return {}
  const names = readdirSync(below, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(below, file), readFileSync(file, 'utf8')]),
  )
}

it('writes pages while they arrive, asks for each once, and shows none before all are there', async () => {
  got('a')
  expect((await ask()).status).toBe('scraping')
  got('b')
  got('c')
  await ask()
  const beside = Object.keys(contents(directory))
  expect(beside.map((file) => file.replace(/^\.new\/docs\/\w+\//, 'beside/')).toSorted()).toEqual(
    ['a', 'b', 'c'].map((name) => `beside/${name}.md`),
  )
  expect(await finish()).toBeUndefined()
  for (const name of ['d', 'e', 'f', 'g']) got(name)
  job.status = 'completed'
  expect((await ask()).status).toBe('completed')
  // The page before comes again each time, to show that all are where they were.
  expect(asked()).toEqual([target.job, ...[0, 2, 5].map((skip) => `${target.job}?skip=${skip}`)])
  expect(await finish()).toMatchObject({ pages: 7, fromCache: 0 })
  expect(readdirSync(directory).toSorted()).toEqual(['docs', 'index.jsonl'])
  expect(readdirSync(path.join(directory, 'docs'))).toHaveLength(7)
})

it('leaves the pages before, and nothing beside them, when a job does not complete', async () => {
  await writePages(directory, { ...CRAWL, pages: client.pages(target.job) })
  const before = contents(directory)
  got('a')
  await ask()
  job.status = 'cancelled'
  await ask()
  await follower.close()
  expect(contents(directory)).toEqual(before)
})

it.each([
  ['pages change places', () => service.pages.reverse()],
  ['pages are lost and come anew', () => (service.pages.splice(0, 2), got('a', 'new'), got('z', 'new'))],
  [
    'pages come again in place of others',
    () => {
      service.ignoresSkip = true
    },
  ],
  ['somebody else writes the crawl', () => openPageWriter(directory, CRAWL)],
])('lets a job go when %s, and says its state all the same', async (_, happens) => {
  for (const name of ['a', 'b', 'c', 'd']) got(name)
  await ask()
  await Promise.resolve(happens())
  got('e')
  expect(await ask()).toMatchObject({ status: 'scraping', completed: job.completed })
  job.status = 'completed'
  expect(await ask()).toMatchObject({ status: 'completed' })
  expect(await finish()).toBeUndefined()
  expect(contents(directory)).toEqual({})
})

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('a', 'a.html', 'A', 'b', 'c/d', '') },
    { weight: 3, arbitrary: fc.constantFrom('*ask', '*ask', '*busy') },
    { weight: 1, arbitrary: fc.constantFrom('*turn', '*tear', '*clear') },
  ),
  { maxLength: 20 },
)

/** Does one step to the job. */
async function take(step: string): Promise<void> {
  if (step === '*ask') await ask()
  else if (step === '*busy') service.answers.push(503)
  else if (step === '*turn') service.pages.reverse()
  else if (step === '*clear') await (await openPageWriter(directory, CRAWL)).close()
  else if (step === '*tear') {
    const lost = service.pages.splice(-2).length
    for (let index = 0; index < lost; index++) got('torn', `anew ${made}`)
  } else got(step)
}

it('comes to what writing after the end comes to, whatever happens meanwhile', async () => {
  const cases = fc.record({ steps, earlier: fc.boolean(), links: fc.constantFrom('absolute', 'relative') })
  await fc.assert(
    fc.asyncProperty(cases, async ({ steps: all, earlier, links }) => {
      rmSync(directory, { recursive: true, force: true })
      begin(links)
      if (earlier) {
        got('b')
        got('old')
        await writePages(directory, { ...CRAWL, pages: client.pages(target.job) })
        service.pages = []
      }
      for (const step of all) await take(step)
      job.status = 'completed'
      job.completed = service.pages.length
      await ask()
      const twin = path.join(parent, 'twin')
      rmSync(twin, { recursive: true, force: true })
      if (existsSync(directory)) cpSync(directory, twin, { recursive: true })
      const pages = () => client.pages(target.job)
      await writePages(twin, { ...CRAWL, pages: pages() }, { links })
      if ((await finish(links)) === undefined)
        await writePages(directory, { ...CRAWL, pages: pages() }, { links })
      await follower.close()
      expect(contents(directory)).toEqual(contents(twin))
    }),
    { numRuns: 60 },
  )
})
