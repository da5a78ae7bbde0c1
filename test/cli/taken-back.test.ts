// A bad night is taken back: an earlier job is published again.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { serveFourPages } from '../support/four-pages.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { hereProject } from '../support/run-here.ts'
import { takeFeed } from '../support/take-feed.ts'
import type { CliProject } from '../support/run-cli.ts'

let site: LoopbackSite
let project: CliProject
/** The hashes of an index that takes all feeds, by path. */
let index: Map<string, string | undefined>

beforeEach(async () => {
  site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  serveFourPages(site, { a: 'First', b: 'First', c: 'First' })
  project = hereProject()
  const request = `url: "${site.origin}/", limit: 50, scrapeOptions: { maxAge: 0 }`
  project.write('crawls/docs.yaml', `version: 2\nrequest: { ${request} }\n`)
  index = new Map()
})
afterEach(async () => {
  project.remove()
  await site.close()
})

const output = ['--output', 'pages', '--feed', 'feed.jsonl']
const apply = (...args: string[]) => project.run(['apply', '--yes', ...output, ...args])
const results = (...args: string[]) => project.run(['results', 'docs', ...args])
const published = () => readdirSync(path.join(project.directory, 'pages', 'docs')).toSorted()

/** Takes the feed into the index, and returns what it did. */
function take(): string[] {
  if (!existsSync(path.join(project.directory, 'feed.jsonl'))) return []
  return takeFeed(project.directory).map((line) => {
    const at = line.url.slice(site.origin.length)
    if (line.op === 'delete') index.delete(at)
    else index.set(at, line.hash)
    return `${line.op} ${at}`
  })
}

async function lastJob(): Promise<string> {
  const { stdout } = await project.run(['status', '--format', 'json'])
  return String(JSON.parse(stdout).crawls[0].job)
}

/** A good night and a bad one. Returns the job of the good one, and the index after it. */
async function badNight() {
  await apply()
  take()
  const good = { job: await lastJob(), index: new Map(index) }
  serveFourPages(site, { a: 'Broken', d: 'First' })
  await apply('--rerun')
  expect(take()).toEqual(['delete /b', 'delete /c', 'upsert /', 'upsert /a', 'upsert /d'])
  return good
}

it('results --job restores the index and the page files of an earlier job', async () => {
  const good = await badNight()
  const { stdout, stderr, status } = await results('--job', good.job, ...output)
  expect(stderr).toContain(`docs: job ${good.job} is published again; later ones are taken back\n`)
  expect(stdout).toContain('4 upserts, 1 delete')
  expect(status).toBe(0)
  expect(take()).toEqual(['delete /d', 'upsert /', 'upsert /a', 'upsert /b', 'upsert /c'])
  expect(index).toEqual(good.index)
  expect(published()).toEqual(['a.md', 'b.md', 'c.md', 'index.md'])
  const why = `taken back, because job ${good.job} is published again`
  expect((await project.run(['status'])).stdout).toContain(why)
  expect((await project.run(['changes'])).stdout).toContain(why)
  expect((await project.run(['plan'])).stdout).toContain(why)
})

it('a job that was taken back is not published again without --force', async () => {
  const good = await badNight()
  await results('--job', good.job, ...output)
  take()
  const again = await results(...output)
  expect(again.status).toBe(5)
  expect((await project.run(['wait', ...output])).status).toBe(5)
  expect(take()).toEqual([])
  expect(index).toEqual(good.index)
  expect((await results('--force', ...output)).status).toBe(0)
  expect(take()).toEqual(['delete /b', 'delete /c', 'upsert /', 'upsert /a', 'upsert /d'])
})

it('the next run after results --job compares with the restored job', async () => {
  const good = await badNight()
  await results('--job', good.job, ...output)
  take()
  serveFourPages(site, { a: 'First', b: 'First', c: 'Second' })
  const { stdout, status } = await apply()
  expect(stdout).toContain('1 submitted')
  expect(status).toBe(0)
  expect(take()).toEqual(['upsert /c'])
  const changes = (await project.run(['changes'])).stdout
  expect(changes).toContain('docs: 1 changed, 3 unchanged\n')
  expect(changes).toContain(good.job)
})

it('results --job restores an index that has not read the feed of the bad job', async () => {
  await apply()
  take()
  const good = { job: await lastJob(), index: new Map(index) }
  serveFourPages(site, { a: 'Broken', d: 'First' })
  await apply('--rerun')
  await results('--job', good.job, ...output)
  take()
  expect(index).toEqual(good.index)
})

it('results --job names the kept jobs if the given one is unknown', async () => {
  await apply()
  const id = await lastJob()
  const unknown = await results('--job', 'x', ...output)
  expect(unknown.stderr).toContain(`No job "x" of docs is kept. These are: ${id} of `)
  expect(unknown.status).toBe(64)
  expect((await results('--job', id, '--format', 'json')).stdout).toContain(`"job":"${id}"`)
})
