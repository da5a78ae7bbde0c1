import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveFourPages } from '../support/four-pages.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { startCli } from '../support/run-cli.ts'
import { hereProject, runHere } from '../support/run-here.ts'

// A campaign kills before every change, the test suite before every sixth one.
const STRIDE = process.env['CRAWLFORM_CAMPAIGN_SIZE'] === undefined ? 6 : 1
const KILLER = path.join(import.meta.dirname, '../support/kill-at-change.mjs')
const output = ['--output', 'pages', '--feed', 'feed.jsonl']

let site: LoopbackSite
let scratch: string
/** The index after the first delivery: the text of each page by its path. */
let first: ReadonlyMap<string, string>
/** The job of the first delivery. */
let firstJob: string

beforeAll(async () => {
  site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  scratch = mkdtempSync(path.join(tmpdir(), 'crawlform-killed-'))
  serveFourPages(site, { a: 'First', b: 'First', c: 'First' })
  const project = hereProject({
    'crawls/docs.yaml': `version: 2\nrequest: { url: "${site.origin}/", limit: 50 }\n`,
  })
  await project.run(['apply', '--yes', ...output])
  const index = new Map<string, string>()
  take(project.directory, index)
  first = index
  cpSync(project.directory, path.join(scratch, 'delivered'), { recursive: true })
  firstJob = delivered(project.directory).trim()
  serveFourPages(site, { a: 'Second', b: 'First', d: 'First' })
  await project.run(['apply', '--yes', '--rerun'])
  cpSync(project.directory, path.join(scratch, 'crawled'), { recursive: true })
  await project.run(['results', ...output])
  take(project.directory, new Map())
  cpSync(project.directory, path.join(scratch, 'twice'), { recursive: true })
  project.remove()
})
afterAll(async () => {
  rmSync(scratch, { recursive: true, force: true })
  await site.close()
})

/** Takes the feed into an index, as a program of a user does. */
function take(directory: string, index: Map<string, string>): void {
  const feed = path.join(directory, 'feed.jsonl')
  if (!existsSync(feed)) return
  for (const line of readFileSync(feed, 'utf8').split('\n')) {
    if (line === '') continue
    const { op, url, file } = JSON.parse(line) as { op: string; url: string; file: string }
    const name = url.slice(site.origin.length)
    if (op === 'delete') index.delete(name)
    else
      index.set(
        name,
        /(\w+) text of/.exec(readFileSync(path.join(directory, 'pages', file), 'utf8'))?.[1] ?? '',
      )
  }
  rmSync(feed)
}

/** Returns the job that the feed was delivered up to. */
function delivered(directory: string): string {
  return readFileSync(path.join(directory, '.crawlform/state/manifests/local/docs/feed.delivered'), 'utf8')
}

const FIRST = { '/': 'The', '/a': 'First', '/b': 'First', '/c': 'First' }
const SECOND = { '/': 'The', '/a': 'Second', '/b': 'First', '/d': 'First' }

const kinds = [
  {
    kind: 'apply',
    start: 'delivered',
    words: () => ['apply', '--yes', '--rerun', ...output],
    again: () => ['apply', '--yes', ...output],
  },
  { kind: 'results', start: 'crawled', words: () => ['results', ...output] },
  {
    kind: 'results --job',
    start: 'twice',
    words: () => ['results', 'docs', '--job', firstJob, ...output],
    before: () => new Map(Object.entries(SECOND)),
    after: FIRST,
  },
]

describe.each(kinds)('$kind that is killed before its feed', ({ start, words, again = words, ...index }) => {
  const { before = () => first, after = SECOND } = index
  it.each([
    ['before the feed is read', false],
    ['and whose feed is read before the next run', true],
  ])('leaves nothing out, %s', { timeout: 600_000 }, async (_when, readsEarly) => {
    let kills = 0
    for (let change = readsEarly ? 1 : 4; ; change += STRIDE) {
      const directory = path.join(scratch, `run-${change}`)
      cpSync(path.join(scratch, start), directory, { recursive: true })
      const env = {
        KILL_AT_CHANGE: String(change),
        KILL_AT_PATH: `^${directory}/(?:pages|feed|\\.crawlform/(?:feed|pages|state/manifests))`,
      }
      const run = await startCli(directory, words(), { env, nodeArgs: ['--import', KILLER] }).ended
      const indexed = new Map(before())
      // A run that was killed after its delivery has left a feed to read, as any other run.
      if (readsEarly || delivered(directory) !== delivered(path.join(scratch, start)))
        take(directory, indexed)
      await runHere(directory, again())
      take(directory, indexed)
      expect(Object.fromEntries(indexed), `killed at change ${change}`).toEqual(after)
      const left = readdirSync(path.join(directory, 'pages')).toSorted()
      expect([left, readdirSync(path.join(directory, 'pages/docs')).toSorted()]).toEqual([
        ['docs', 'index.jsonl'],
        Object.keys(after)
          .map((name) => `${name.slice(1) || 'index'}.md`)
          .toSorted(),
      ])
      await runHere(directory, again())
      expect(readFileSync(path.join(directory, 'feed.jsonl'), 'utf8')).toBe('')
      rmSync(directory, { recursive: true })
      if (run.signal === null) break
      expect(run.signal).toBe('SIGKILL')
      kills++
    }
    expect(kills).toBeGreaterThan(24 / STRIDE)
  })
})
