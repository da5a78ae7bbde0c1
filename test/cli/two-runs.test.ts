import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { serveFourPages } from '../support/four-pages.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

let site: LoopbackSite
let project: CliProject

beforeEach(async () => {
  site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  serveFourPages(site, { a: 'First', b: 'First', c: 'First' })
  project = cliProject({
    'crawls/docs.yaml': `version: 2\nrequest: { url: "${site.origin}/", limit: 50 }\n`,
    'crawls/more.yaml': `version: 2\nrequest: { url: "${site.origin}/", limit: 50, excludePaths: [/c] }\n`,
  })
})
afterEach(async () => {
  project.remove()
  await site.close()
})

const output = ['--output', 'pages', '--feed', 'feed.jsonl']
const feed = () => path.join(project.directory, 'feed.jsonl')
const published = () =>
  ['docs', 'more'].flatMap((crawl) =>
    readdirSync(path.join(project.directory, 'pages', crawl)).map((name) => `${crawl}/${name}`),
  )

/** Returns what the feed says since it was last taken, a line for each page. */
function take(): string[] {
  if (!existsSync(feed())) return []
  const lines = readFileSync(feed(), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { op: string; crawl: string; url: string; file?: string })
  rmSync(feed())
  const files = lines.flatMap(({ file }) => file ?? [])
  expect(files.filter((file) => !existsSync(path.join(project.directory, 'pages', file)))).toEqual([])
  return lines.map(({ op, crawl, url }) => `${op} ${crawl} ${url.slice(site.origin.length)}`).toSorted()
}

async function changed() {
  await project.run(['apply', '--yes', ...output])
  expect(take()).toHaveLength(7)
  serveFourPages(site, { a: 'Second', b: 'First', d: 'First' })
}

const news = [
  'delete docs /c',
  'upsert docs /',
  'upsert docs /a',
  'upsert docs /d',
  'upsert more /',
  'upsert more /a',
  'upsert more /d',
]

describe('two runs at once', () => {
  it('of results deliver every page once', async () => {
    await changed()
    await project.run(['apply', '--yes', '--rerun'])
    const runs = await Promise.all([project.run(['results', ...output]), project.run(['results', ...output])])
    expect(
      runs.map(({ status }) => status),
      JSON.stringify(runs),
    ).toEqual([0, 0])
    expect(take()).toEqual(news)
    expect(published().filter((name) => /[acd]\.md/.test(name))).toEqual([
      'docs/a.md',
      'docs/d.md',
      'more/a.md',
      'more/d.md',
    ])
    expect(readdirSync(path.join(project.directory, 'pages')).toSorted()).toEqual([
      'docs',
      'index.jsonl',
      'more',
    ])
  })

  it('of results for different crawls keep the index and the feed of both', async () => {
    await changed()
    await project.run(['apply', '--yes', '--rerun'])
    const runs = await Promise.all([
      project.run(['results', 'docs', ...output]),
      project.run(['results', 'more', ...output]),
    ])
    expect(
      runs.map(({ status }) => status),
      JSON.stringify(runs),
    ).toEqual([0, 0])
    expect(take()).toEqual(news)
    const index = readFileSync(path.join(project.directory, 'pages/index.jsonl'), 'utf8').split('\n')
    expect(index.filter((line) => line !== '')).toHaveLength(published().length)
  })

  it('of apply deliver every page once', async () => {
    await changed()
    const apply = () => project.run(['apply', '--yes', '--rerun', ...output])
    const runs = await Promise.all([apply(), apply()])
    const told = take()
    await project.run(['apply', '--yes', ...output])
    expect([...told, ...take()].toSorted(), JSON.stringify(runs)).toEqual(news)
    expect(published().filter((name) => name.endsWith('c.md'))).toEqual([])
  })
})
