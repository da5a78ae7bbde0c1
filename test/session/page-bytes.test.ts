import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type WriteOptions, writePages } from '../../src/session/page-writer.ts'
import type { PageDocument } from '../../src/protocol/crawl-status.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'crawlform-page-bytes-'))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const page = (url: string, markdown?: string): PageDocument => ({
  ...(markdown === undefined ? {} : { markdown }),
  metadata: { url, sourceURL: url, statusCode: 200 },
})

const write = (crawl: string, pages: readonly PageDocument[], options: WriteOptions = {}) =>
  writePages(
    directory,
    {
      crawl,
      startUrl: 'https://e.com/',
      pages: (async function* () {
        yield* pages
      })(),
    },
    options,
  )

const hash = (body: string): string => `sha256:${createHash('sha256').update(body).digest('hex')}`
const read = (file: string): string => readFileSync(path.join(directory, file), 'utf8')

const contents = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(path.join(directory, file)).isFile())
      .toSorted()
      .map((file) => [file, read(file)]),
  )

const ends = fc
  .array(
    fc.constantFrom('a', 'é', '。', '😀', '\ud83d', ' ', '\n', '\t', '\u00a0', '\u2003', '\u3000', '\ufeff'),
  )
  .map((parts) => parts.join(''))

it('writes a text without the white space at its end', async () => {
  await fc.assert(
    fc.asyncProperty(ends, async (end) => {
      rmSync(directory, { recursive: true, force: true })
      const text = `# A${end}`
      await write('docs', [page('https://e.com/a', text)])
      const body = `${text.trimEnd().toWellFormed()}\n`
      expect(read('docs/a.md').endsWith(`\nhash: "${hash(body)}"\n---\n\n${body}`)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

it.each(['absolute', 'relative'] as const)(
  'writes large pages in the same way as small ones, with %s links',
  async (links) => {
    const texts = ['small', 'ä'.repeat(200_000), 'b'.repeat(3_000_000), 'less']
    const pages = (more = '') => texts.map((text, at) => page(`https://e.com/${at}`, text + more))
    await write('docs', pages(), { links })
    const before = contents()
    for (const [at, text] of texts.entries())
      expect(read(`docs/${at}.md`).endsWith(`\n---\n\n${text}\n`)).toBe(true)
    const inodes = () => texts.map((_, at) => statSync(path.join(directory, `docs/${at}.md`)).ino)
    const old = inodes()
    await write('docs', pages(), { links })
    expect(inodes()).toEqual(old)
    await write('docs', pages('!'), { links })
    await write('docs', pages(), { links })
    expect(contents()).toEqual(before)
  },
)
