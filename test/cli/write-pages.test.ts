import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writePages } from '../../src/cli/session/write-pages.lazy.ts'
import type { PageDocument } from '../../src/protocol/crawl-status.ts'

let parent: string
let directory: string

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'crawlform-pages-'))
  directory = path.join(parent, 'out')
})
afterEach(() => rmSync(parent, { recursive: true }))

const page = (url: string, markdown?: string, title?: string): PageDocument => ({
  ...(markdown === undefined ? {} : { markdown }),
  metadata: { url, sourceURL: url, statusCode: 200, ...(title === undefined ? {} : { title }) },
})

async function* from(pages: readonly PageDocument[]): AsyncGenerator<PageDocument> {
  yield* pages
}

const write = (crawl: string, pages: readonly PageDocument[]) =>
  writePages(directory, { crawl, startUrl: 'https://e.com/', pages: from(pages) })

const files = (): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .toSorted()

const index = (): unknown[] =>
  readFileSync(path.join(directory, 'index.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)

it('writes a file a page, and an index by URL', async () => {
  expect(
    await write('docs', [page('https://e.com/b', '# B', 'B: "b"\nc'), page('https://e.com/', '# A')]),
  ).toEqual({ pages: 2, fromCache: 0 })
  expect(files()).toEqual(['docs/b.md', 'docs/index.md', 'index.jsonl'])
  expect(index()).toEqual([
    { crawl: 'docs', url: 'https://e.com/', status: 200, file: 'docs/index.md' },
    { crawl: 'docs', url: 'https://e.com/b', title: 'B: "b"\nc', status: 200, file: 'docs/b.md' },
  ])
  expect(readFileSync(path.join(directory, 'docs/b.md'), 'utf8')).toBe(
    '---\nurl: "https://e.com/b"\ntitle: "B: \\"b\\"\\nc"\nstatus: 200\n---\n\n# B\n',
  )
})

it('lists a page without Markdown and writes no file for it', async () => {
  await write('docs', [page('https://e.com/x')])
  expect(files()).toEqual(['index.jsonl'])
  expect(index()).toEqual([{ crawl: 'docs', url: 'https://e.com/x', status: 200 }])
})

it('keeps other crawls and removes what this one does not have any more', async () => {
  await write('a', [page('https://e.com/1', '1'), page('https://e.com/2', '2')])
  await write('b', [page('https://e.com/1', '1')])
  await write('a', [page('https://e.com/2', '2')])
  expect(files()).toEqual(['a/2.md', 'b/1.md', 'index.jsonl'])
  expect(index()).toHaveLength(2)
})

it("removes nothing outside of the crawl's folder, whatever an index says", async () => {
  await write('a', [page('https://e.com/1', '1')])
  const victims = ['../victim.md', 'b/victim.md', 'a/../b/victim2.md', '/etc/hostname']
  await write('b', [page('https://e.com/victim', 'x'), page('https://e.com/victim2', 'x')])
  writeFileSync(path.join(parent, 'victim.md'), 'precious')
  const lines = victims.map((file) =>
    JSON.stringify({ crawl: 'a', url: 'https://e.com/', status: 200, file }),
  )
  writeFileSync(path.join(directory, 'index.jsonl'), `${lines.join('\n')}\nnot json\n`)
  await write('a', [page('https://e.com/1', '1')])
  expect(existsSync(path.join(parent, 'victim.md'))).toBe(true)
  expect(files()).toEqual(['a/1.md', 'b/victim.md', 'b/victim2.md', 'index.jsonl'])
})

it.each(['../evil', '/etc/evil', 'a/b', '..', '.', 'CON'])(
  'gives a crawl named %j a folder inside',
  async (name) => {
    await write(name, [page('https://e.com/1', '1')])
    expect(readdirSync(parent)).toEqual(['out'])
    expect(files().filter((file) => file.endsWith('.md'))).toHaveLength(1)
  },
)
