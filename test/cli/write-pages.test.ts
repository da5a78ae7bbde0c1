import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
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

/** Pages after which the job is cut off. */
async function* cutOff(pages: readonly PageDocument[]): AsyncGenerator<PageDocument> {
  yield* pages
  throw new Error('cut off')
}

const writeCutOff = (pages: readonly PageDocument[]) =>
  writePages(directory, { crawl: 'docs', startUrl: 'https://e.com/', pages: cutOff(pages) })

const contents = (): Record<string, string> =>
  Object.fromEntries(files().map((file) => [file, readFileSync(path.join(directory, file), 'utf8')]))

it('changes nothing when the pages do not all come', async () => {
  await write('docs', [page('https://e.com/a', 'old'), page('https://e.com/b', 'old')])
  const before = contents()
  const pages = [page('https://e.com/a', 'new'), page('https://e.com/c', 'new')]
  await expect(writeCutOff(pages)).rejects.toThrow('cut off')
  expect(contents()).toEqual(before)
})

it.each([
  ['pages', () => undefined],
  ['its renames', () => renameSync(path.join(directory, 'docs'), path.join(directory, '.docs.old'))],
])('leaves the old pages after a kill between %s, and whole ones after the next run', async (_, atKill) => {
  await write('docs', [page('https://e.com/a', 'old'), page('https://e.com/b', 'old')])
  const before = contents()
  // What a killed process has left is what one has that never goes on.
  await new Promise<void>((resolve) => {
    const pages = (async function* () {
      yield page('https://e.com/a', 'new')
      resolve()
      await new Promise(() => undefined)
    })()
    void writePages(directory, { crawl: 'docs', startUrl: 'https://e.com/', pages })
  })
  expect(contents()).toMatchObject(before)
  atKill()
  await expect(writeCutOff([])).rejects.toThrow('cut off')
  expect(contents()).toEqual(before)
  await write('docs', [page('https://e.com/a', 'new')])
  expect(files()).toEqual(['docs/a.md', 'index.jsonl'])
  expect(contents()['docs/a.md']).toContain('new')
})

it("keeps files in a crawl's folder that no run has written", async () => {
  await write('docs', [page('https://e.com/a/b', 'old')])
  writeFileSync(path.join(directory, 'docs/a/notes.txt'), 'mine')
  await write('docs', [page('https://e.com/c', 'new')])
  expect(files()).toEqual(['docs/a/notes.txt', 'docs/c.md', 'index.jsonl'])
  expect(contents()['docs/a/notes.txt']).toBe('mine')
})

it.each(['../evil', '/etc/evil', 'a/b', '..', '.', 'CON'])(
  'gives a crawl named %j a folder inside',
  async (name) => {
    await write(name, [page('https://e.com/1', '1')])
    expect(readdirSync(parent)).toEqual(['out'])
    expect(files().filter((file) => file.endsWith('.md'))).toHaveLength(1)
  },
)
