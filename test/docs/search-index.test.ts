// The guide's scripts, exactly as it shows them, over the nights of a site that changes.
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDocument } from '../../scripts/docs/read-document.mjs'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { startMeilisearch, type MeilisearchStand } from '../support/meilisearch-stand.ts'
import { cliProject, program, type CliProject } from '../support/run-cli.ts'

const guide = readFileSync(path.join(import.meta.dirname, '../../docs/guides/search-index.md'), 'utf8')
const files = Object.fromEntries(
  readDocument(guide).flatMap((part) => (part.kind === 'file' ? [[part.file, part.content]] : [])),
)

let site: LoopbackSite
let meilisearch: MeilisearchStand
let project: CliProject
let limit = 50

const page = (title: string, text: string): string =>
  `<title>${title}</title><main><h1>${title}</h1><p>${text} This page has enough words to be one.</p></main>`

beforeEach(async () => {
  site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  meilisearch = await startMeilisearch()
  project = cliProject()
  mkdirSync(path.join(project.directory, 'bin'))
  command('crawlform', `exec "${process.execPath}" "${program}" "$@"`)
  link('a', 'b', 'c')
  for (const name of ['a', 'b', 'c', 'd']) site.set(`/${name}`, page(name, `It's the text of ${name}.`))
})
afterEach(async () => {
  project.remove()
  await Promise.all([site.close(), meilisearch.close()])
})

function command(name: string, script: string): void {
  const file = path.join(project.directory, 'bin', name)
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, 0o755)
}

function link(...names: string[]): void {
  site.set('/', page('Home', names.map((name) => `<a href="/${name}">${name}</a>`).join(' ')))
}

function remove(...names: string[]): void {
  for (const name of names) site.set(`/${name}`, { status: 404, body: 'Not found' })
}

/** A limit that differs each time makes the crawl due. */
function writeCrawl(): void {
  limit += 1
  const request = `url: "${site.origin}/", limit: ${limit}, scrapeOptions: { maxAge: 0 }`
  project.write('crawls/docs.yaml', `version: 2\nrequest: { ${request} }\nexpect: { maxRemoved: 40% }\n`)
}

async function run(script: string, env: Record<string, string> = {}): Promise<number> {
  const PATH = `${path.join(project.directory, 'bin')}:${path.dirname(process.execPath)}:${process.env['PATH']}`
  const options = { cwd: project.directory, env: { PATH, MEILI_URL: meilisearch.url, ...env } }
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], options, (error) => resolve(error === null ? 0 : Number(error.code)))
  })
}

/** What `--output` delivered: URL, title and text of each page. */
function delivered(): string[] {
  const folder = path.join(project.directory, 'pages')
  return readFileSync(path.join(folder, 'index.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const { url, file, title } = JSON.parse(line) as Record<'url' | 'file' | 'title', string>
      const text = readFileSync(path.join(folder, file), 'utf8').replace(/^---\n[^]*?\n---\n/, '')
      return [url, title, text.trim()].join('\n')
    })
    .toSorted()
}

interface Row {
  readonly url: string
  readonly title: string
  readonly text: string
}

const SQLITE = 'sqlite3 -bail -cmd ".parameter set :feed $taken" search.db < update-index.sql'
const hasSqlite = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].some((folder) =>
  existsSync(path.join(folder, 'sqlite3')),
)
const indexes = [
  ...(hasSqlite
    ? [
        {
          name: 'SQLite',
          update: SQLITE,
          rows: (): Row[] => {
            const query = 'SELECT url, title, text FROM pages'
            const cwd = project.directory
            return JSON.parse(
              execFileSync('sqlite3', ['-json', 'search.db', query], { cwd, encoding: 'utf8' }),
            )
          },
          fail: () => command('sqlite3', 'exit 1'),
          env: {},
        },
      ]
    : []),
  {
    name: 'Meilisearch',
    update: 'node update-meilisearch.mjs "$taken"',
    rows: (): Row[] => [...(meilisearch.pages?.values() ?? [])] as unknown as Row[],
    fail: () => void (meilisearch.key = 'another'),
    env: { MEILI_KEY: 'some' },
  },
]

describe.each(indexes)('an index in $name', ({ update, rows, fail, env }) => {
  const indexed = () =>
    rows()
      .map(({ url, title, text }) => [url, title, text.trim()].join('\n'))
      .toSorted()
  const paths = () => indexed().map((text) => text.split('\n')[0]?.slice(site.origin.length))
  const taken = () => readdirSync(project.directory).filter((name) => /^(?:feed|taken-.*)\.jsonl$/.test(name))
  const night = () => (writeCrawl(), run('sh nightly.sh', env))

  beforeEach(() => {
    for (const [file, text] of Object.entries(files)) project.write(file, text)
    const [before = '', after = ''] = files['nightly.sh']?.split(SQLITE) ?? []
    project.write('nightly.sh', before + update + after)
  })

  it('contains the delivered pages after pages were added, removed and changed', async () => {
    expect(await night()).toBe(0)
    expect(paths()).toEqual(['/', '/a', '/b', '/c'])
    expect(indexed()).toEqual(delivered())
    link('a', 'b', 'd')
    remove('c')
    site.set('/b', page('b', 'Another text.'))
    expect(await night()).toBe(0)
    expect(paths()).toEqual(['/', '/a', '/b', '/d'])
    expect(indexed()).toEqual(delivered())
    expect(indexed()[2]).toContain('Another text.')
  })

  it('stays the same if a feed is applied twice', async () => {
    await night()
    const before = indexed()
    for (const feed of ['--feed-from start', '--feed-from start', '']) {
      expect(await run(`crawlform results --output pages --feed feed.jsonl ${feed}`, env)).toBe(0)
      expect(await run(`taken=feed.jsonl; ${update}`, env)).toBe(0)
      expect(indexed()).toEqual(before)
    }
  })

  it('does not change while a job is held back', async () => {
    await night()
    const before = indexed()
    link('a')
    remove('b', 'c')
    expect(await night()).toBe(5)
    expect(indexed()).toEqual(before)
    expect(await run('crawlform results --output pages --feed feed.jsonl --force')).toBe(0)
    expect(await run('sh nightly.sh', env)).toBe(0)
    expect(paths()).toEqual(['/', '/a'])
    expect(indexed()).toEqual(delivered())
  })

  it('gets a page that failed before its feed was read when the page succeeds', async () => {
    await night()
    site.set('/b', page('b', 'Another text.'))
    writeCrawl()
    await run('crawlform apply --yes --output pages --feed feed.jsonl && mv feed.jsonl taken-1-1.jsonl')
    site.set('/b', { status: 500, body: 'broken' })
    // The page's file is gone when the feed is read.
    await run('crawlform apply --yes --rerun --output pages')
    expect(await night()).toBe(0)
    expect(indexed().join('\n')).toContain("It's the text of b.")
    site.set('/b', page('b', 'Another text.'))
    expect(await night()).toBe(0)
    expect(indexed()).toEqual(delivered())
    expect(taken()).toEqual([])
  })

  it('contains the delivered pages after runs that overlap with updates', async () => {
    await night()
    for (const text of ['Second.', 'Third.', 'Fourth.']) {
      site.set('/b', page('b', text))
      link(...(text === 'Third.' ? ['a', 'b'] : ['a', 'b', 'c']))
      writeCrawl()
      await Promise.all([run('sh nightly.sh', env), run('sh nightly.sh', env)])
    }
    expect(await run('sh nightly.sh', env)).toBe(0)
    expect(indexed()).toEqual(delivered())
    expect(taken()).toEqual([])
  })

  it('catches up after a night in which it could not be updated', async () => {
    await night()
    link('a', 'b', 'd')
    remove('c')
    fail()
    expect(await night()).not.toBe(0)
    expect(taken()).toHaveLength(1)
    // Nothing is crawled while an older feed waits.
    const crawled = site.requests.length
    expect(await night()).not.toBe(0)
    expect(site.requests).toHaveLength(crawled)
    meilisearch.key = undefined
    rmSync(path.join(project.directory, 'bin/sqlite3'), { force: true })
    expect(await night()).toBe(0)
    expect(indexed()).toEqual(delivered())
    expect(taken()).toEqual([])
  })
})
