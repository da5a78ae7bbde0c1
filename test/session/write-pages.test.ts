import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPageWriter, type WriteOptions, writePages } from '../../src/session/page-writer.ts'
import type { PageDocument } from '../../src/protocol/crawl-status.ts'

let parent: string
let directory: string

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'crawlform-pages-'))
  directory = path.join(parent, 'out')
})
afterEach(() => rmSync(parent, { recursive: true }))

const page = (
  url: string,
  markdown?: string,
  title?: string,
  told: Readonly<Record<string, unknown>> = {},
): PageDocument => ({
  ...(markdown === undefined ? {} : { markdown }),
  metadata: { url, sourceURL: url, statusCode: 200, ...(title === undefined ? {} : { title }), ...told },
})

const hash = (body: string): string => `sha256:${createHash('sha256').update(body).digest('hex')}`
const read = (file: string): string => readFileSync(path.join(directory, file), 'utf8')

async function* from(pages: readonly PageDocument[]): AsyncGenerator<PageDocument> {
  yield* pages
}

const write = (crawl: string, pages: readonly PageDocument[], options: WriteOptions = {}) =>
  writePages(directory, { crawl, startUrl: 'https://e.com/', pages: from(pages) }, options)

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

it('writes one file per page, and an index by URL', async () => {
  expect(
    await write('docs', [page('https://e.com/b', '# B', 'B: "b"\nc'), page('https://e.com/', '# A')]),
  ).toEqual({ pages: 2, skipped: 0, empty: 0, unasked: 0, fromCache: 0, warned: [] })
  expect(files()).toEqual(['docs/b.md', 'docs/index.md', 'index.jsonl'])
  expect(index()).toEqual([
    { crawl: 'docs', url: 'https://e.com/', status: 200, file: 'docs/index.md', hash: hash('# A\n') },
    {
      crawl: 'docs',
      url: 'https://e.com/b',
      title: 'B: "b"\nc',
      status: 200,
      file: 'docs/b.md',
      hash: hash('# B\n'),
    },
  ])
  expect(read('docs/b.md')).toBe(
    `---\nurl: "https://e.com/b"\ntitle: "B: \\"b\\"\\nc"\nstatus: 200\nhash: "${hash('# B\n')}"\n---\n\n# B\n`,
  )
})

it('gives each crawl its own folder, whatever its name ends with', async () => {
  const crawls = [
    'docs',
    'docs.html',
    'docs.md',
    'docs.php',
    'docs..',
    'con',
    'nul.x',
    'index.jsonl',
    'INDEX.jsonl',
  ]
  const longs = ['x', 'y'].map((end) => 'a'.repeat(200) + end)
  for (const crawl of [...crawls, ...longs]) await write(crawl, [page('https://e.com/', `# ${crawl}`)])
  const folders = files().flatMap((file) => (file === 'index.jsonl' ? [] : [path.dirname(file)]))
  expect(folders).toHaveLength(crawls.length + longs.length)
  expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(folders.length)
  expect(folders).toEqual(expect.arrayContaining(['docs', '_con', '_nul.x']))
  expect(index()).toHaveLength(folders.length)
})

it('writes the facts of the service about a page into front matter', async () => {
  const told = {
    description: ['Said once', 'Said twice'],
    language: 'en',
    discoveryDepth: 2,
    fetchedAt: '2026-01-02T03:04:05.678Z',
  }
  await write('docs', [page('https://e.com/b', '# B\n\nText\n\n', 'B', told)])
  const body = '# B\n\nText\n'
  expect(read('docs/b.md')).toBe(`---
url: "https://e.com/b"
title: "B"
description: "Said once"
language: "en"
status: 200
depth: 2
fetched: "2026-01-02T03:04:05.678Z"
hash: "${hash(body)}"
---

${body}`)
  await write('docs', [page('https://e.com/b', 'x', 'B', { cachedAt: '2026-02-02T03:04:05.678Z' })])
  expect(read('docs/b.md')).toContain('\nfetched: "2026-02-02T03:04:05.678Z"\n')
})

it.each([undefined, '', ' \n'])(
  'lists a page with the Markdown %j and writes no file for it',
  async (markdown) => {
    await write('docs', [page('https://e.com/x', markdown)])
    expect(files()).toEqual(['index.jsonl'])
    expect(index()).toEqual([{ crawl: 'docs', url: 'https://e.com/x', status: 200 }])
  },
)

it('changes no bytes for unchanged pages, whatever their order and time', async () => {
  const pages = (time: string, text = ''): PageDocument[] =>
    ['a', 'a/', 'a.html', 'b', 'b?q=1'].map((name) =>
      page(`https://e.com/${name}`, `# ${name}\n\nfetched: "x"\n---\n${name === 'b' ? text : ''}`, name, {
        fetchedAt: time,
      }),
    )
  await write('docs', pages('2026-01-01T00:00:00.000Z'))
  await write('more', pages('2026-01-01T00:00:00.000Z'))
  const before = contents()
  await write('more', pages('2026-01-02T00:00:00.000Z').toReversed())
  await write('docs', pages('2026-01-02T00:00:00.000Z').toReversed())
  expect(contents()).toEqual(before)
  expect(index().map((entry) => (entry as { url: string }).url)).toEqual(
    ['a', 'a', 'a.html', 'a.html', 'a/', 'a/', 'b', 'b', 'b?q=1', 'b?q=1'].map(
      (name) => `https://e.com/${name}`,
    ),
  )
  await write('docs', pages('2026-01-03T00:00:00.000Z', 'new'))
  const changed = Object.entries(contents()).filter(([file, text]) => before[file] !== text)
  expect(changed.map(([file]) => file)).toEqual(['docs/b.md', 'index.jsonl'])
  expect(read('docs/b.md')).toContain('fetched: "2026-01-03T00:00:00.000Z"')
})

it('gives each of several pages with one URL its own file', async () => {
  await write('docs', [
    page('https://e.com/a', '1'),
    page('https://e.com/a', '2'),
    page('https://e.com/a', '3'),
  ])
  expect(files()).toHaveLength(4)
})

const linked = [
  page(
    'https://e.com/',
    '[b](https://e.com/docs/b#part) [old](https://e.com/old) [out](https://e.com/out) [e](https://e.com/empty)',
  ),
  page(
    'https://e.com/docs/b',
    '<https://e.com/> [self](https://e.com/docs/b#part) [c](http://www.e.com/docs/c/) [d](/d)',
    'B',
    {
      sourceURL: 'https://e.com/old',
    },
  ),
  page('https://e.com/docs/c', '```\n[b](https://e.com/docs/b)\n```'),
  page('https://other.com/d', '[b](https://e.com/docs/b) [self](https://other.com/d)'),
  page('https://e.com/d', 'd'),
  page('https://e.com/empty', ''),
]

it('rewrites links between written pages to their files if asked', async () => {
  await write('docs', linked, { links: 'relative' })
  const bodyOf = (file: string): string | undefined => /\n---\n\n([^]*)\n$/.exec(read(file))?.[1]
  expect(bodyOf('docs/index.md')).toBe(
    '[b](docs/b.md#part) [old](docs/b.md) [out](https://e.com/out) [e](https://e.com/empty)',
  )
  expect(bodyOf('docs/docs/b.md')).toBe('[https://e.com/](../index.md) [self](#part) [c](c.md) [d](../d.md)')
  expect(bodyOf('docs/docs/c.md')).toBe('```\n[b](https://e.com/docs/b)\n```')
  expect(bodyOf('docs/other.com/d.md')).toBe('[b](../docs/b.md) [self](d.md)')
  const relative = index()
  await write('docs', linked)
  expect(bodyOf('docs/docs/b.md')).toBe(linked[1]?.markdown)
  // The hash is of what the service delivered.
  expect(index()).toEqual(relative)
})

it('keeps other crawls, and removes pages that this one no longer has', async () => {
  await write('a', [page('https://e.com/1', '1'), page('https://e.com/2', '2')])
  await write('b', [page('https://e.com/1', '1')])
  await write('a', [page('https://e.com/2', '2')])
  expect(files()).toEqual(['a/2.md', 'b/1.md', 'index.jsonl'])
  expect(index()).toHaveLength(2)
})

it('removes nothing outside the folder of the crawl, whatever an index says', async () => {
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

it('keeps an unchanged page if the index spells its path differently', async () => {
  const pages = [page('https://e.com/1', '1'), page('https://e.com/2', '2')]
  await write('a', pages)
  const file = path.join(directory, 'index.jsonl')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"a/1.md"', '"a/./x/../1.md"'))
  await write('a', pages.slice(0, 1))
  expect(files()).toEqual(['a/1.md', 'index.jsonl'])
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

it('changes nothing if the pages are cut off', async () => {
  await write('docs', [page('https://e.com/a', 'old'), page('https://e.com/b', 'old')])
  const before = contents()
  const pages = [page('https://e.com/a', 'new'), page('https://e.com/c', 'new')]
  await expect(writeCutOff(pages)).rejects.toThrow('cut off')
  expect(contents()).toEqual(before)
})

it.each([
  ['pages', () => undefined],
  ['its renames', () => renameSync(path.join(directory, 'docs'), path.join(directory, '.docs.old'))],
])('keeps the old pages after a kill between %s, and the next run writes the new ones', async (_, atKill) => {
  await write('docs', [page('https://e.com/a', 'old'), page('https://e.com/b', 'old')])
  const before = contents()
  // A killed process leaves the same files as one that stops forever.
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

it('keeps files in the folder of a crawl that no run has written', async () => {
  await write('docs', [page('https://e.com/a/b', 'old')])
  writeFileSync(path.join(directory, 'docs/a/notes.txt'), 'mine')
  await write('docs', [page('https://e.com/c', 'new')])
  expect(files()).toEqual(['docs/a/notes.txt', 'docs/c.md', 'index.jsonl'])
  expect(contents()['docs/a/notes.txt']).toBe('mine')
})

it.each(['../evil', '/etc/evil', 'a/b', '..', '.', 'CON'])(
  'gives a crawl named %j a folder inside the output',
  async (name) => {
    await write(name, [page('https://e.com/1', '1')])
    expect(readdirSync(parent)).toEqual(['out'])
    expect(files().filter((file) => file.endsWith('.md'))).toHaveLength(1)
  },
)

it('does not touch unchanged files and folders', async () => {
  const pages = ['a', 'b/c'].map((name) => page(`https://e.com/${name}`, name))
  const facts = (...names: string[]) =>
    names.map((name) => {
      const { ino, mtimeNs, ctimeNs } = statSync(path.join(directory, name), { bigint: true })
      return { ino, mtimeNs, ctimeNs }
    })
  await write('docs', pages)
  const before = facts('docs', 'docs/a.md', 'docs/b/c.md', 'index.jsonl')
  await write('docs', pages.toReversed())
  expect(facts('docs', 'docs/a.md', 'docs/b/c.md', 'index.jsonl')).toEqual(before)
  await write('docs', [page('https://e.com/a', 'new'), page('https://e.com/b/c', 'b/c')])
  expect(facts('docs/b/c.md')[0]?.ino).toBe(before[2]?.ino)
  expect(read('docs/a.md')).toContain('new')
})

/** Pages of which many would have one file, some twice, and some without text. */
const somePages = fc.array(
  fc
    .record({
      name: fc.constantFrom('a', 'A', 'a/', 'a.html', 'a?b', 'a-b', 'c/d', 'c/D.html', ''),
      text: fc.constantFrom('', 'one', 'two', '[a](https://e.com/a) [d](https://e.com/c/d)'),
      time: fc.constantFrom(undefined, '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
    })
    .map(({ name, text, time }) =>
      page(`https://e.com/${name}`, text, undefined, time === undefined ? {} : { fetchedAt: time }),
    ),
  { maxLength: 12 },
)

it.each<[string, (file: string) => string]>([
  ['without front matter', () => 'mine\n'],
  ['with another text', (file) => file.replace('text', 'mine')],
  ['cut off', (file) => file.slice(0, -2)],
  ['with bytes that are not text', () => 'x\xff\n'],
])('writes a page again if its file was left %s', async (_, change) => {
  const pages = [page('https://e.com/a', 'some text ñ')]
  await write('docs', pages)
  const file = path.join(directory, 'docs/a.md')
  const written = readFileSync(file, 'latin1')
  writeFileSync(file, change(written), 'latin1')
  await write('docs', pages)
  expect(readFileSync(file, 'latin1')).toBe(written)
})

it('writes the same result, whatever the order of the pages', async () => {
  const cases = fc.record({
    earlier: somePages,
    pages: somePages,
    // Pages that differ only in time are ordered by it, so the order of delivery does not matter.
    order: fc.infiniteStream(fc.nat(1000)),
    links: fc.constantFrom('absolute', 'relative'),
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ earlier, pages, order, links }) => {
      rmSync(directory, { recursive: true, force: true })
      await write('docs', earlier)
      const twin = path.join(parent, 'twin')
      rmSync(twin, { recursive: true, force: true })
      cpSync(directory, twin, { recursive: true })
      const different = [...new Map(pages.map((one) => [one.metadata.url + one.markdown, one])).values()]
      const shuffled = different
        .map((one) => ({ one, at: order.next().value as number }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one)
      await write('docs', different, { links })
      const expected = contents()
      rmSync(directory, { recursive: true })
      renameSync(twin, directory)
      await write('docs', shuffled, { links })
      expect(contents()).toEqual(expected)
    }),
    { numRuns: 50 },
  )
})

it('stops the earlier of two writers of one crawl, and mixes nothing', async () => {
  const crawl = { crawl: 'docs', startUrl: 'https://e.com/' }
  await write('docs', [page('https://e.com/old', 'old')])
  const first = await openPageWriter(directory, crawl)
  first.add(page('https://e.com/a', 'first'))
  const second = await openPageWriter(directory, crawl)
  second.add(page('https://e.com/b', 'second'))
  expect(() => first.add(page('https://e.com/c', 'first'))).toThrow('ENOENT')
  await expect(first.finish()).rejects.toThrow('ENOENT')
  await first.close()
  await second.finish()
  await second.close()
  expect(files()).toEqual(['docs/b.md', 'index.jsonl'])
})
