import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PageDocument } from '../../src/protocol/crawl-status.ts'
import { writePages } from '../../src/session/page-writer.ts'

function page(url: string): PageDocument {
  return {
    markdown: `Text of ${url}`,
    metadata: { url, sourceURL: url, statusCode: 200, title: 'A "title"\\' },
  }
}

async function write(directory: string, crawl: string, urls: readonly string[]): Promise<void> {
  const pages = (async function* () {
    yield* urls.map(page)
  })()
  await writePages(directory, { crawl, startUrl: 'https://a.example.com/', pages })
}

function inOrder(lines: readonly string[]): string[] {
  const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
  const keysOf = (line: string) => JSON.parse(line) as { readonly url: string; readonly crawl: string }
  return lines.toSorted((a, b) => {
    const [one, other] = [keysOf(a), keysOf(b)]
    return compare(one.url, other.url) || compare(one.crawl, other.crawl)
  })
}

const urls = fc.uniqueArray(
  fc.webPath({ size: 'small' }).map((name) => `https://a.example.com${encodeURI(name)}`),
  { maxLength: 6 },
)
const crawls = fc.array(fc.record({ crawl: fc.constantFrom('a', 'b-"quoted"', 'ü\\'), urls }), {
  maxLength: 6,
})

it('the index has the last pages of each crawl by URL and crawl, in whatever order crawls are written', async () => {
  await fc.assert(
    fc.asyncProperty(crawls, fc.boolean(), async (runs, isShuffled) => {
      const directory = mkdtempSync(path.join(tmpdir(), 'crawlform-index-'))
      const index = path.join(directory, 'index.jsonl')
      const read = (): string[] => readFileSync(index, 'utf8').split('\n').slice(0, -1)
      try {
        const last = new Map<string, readonly string[]>()
        for (const run of runs) {
          await write(directory, run.crawl, run.urls)
          last.set(run.crawl, run.urls)
          const expected = [...last].flatMap(([crawl, of]) => of.map((url) => `${crawl}\n${url}`)).toSorted()
          if (expected.length === 0) continue
          const lines = read()
          const found = lines.map((line) => JSON.parse(line) as { crawl: string; url: string })
          expect(found.map(({ crawl, url }) => `${crawl}\n${url}`).toSorted()).toEqual(expected)
          expect(lines).toEqual(inOrder(lines))
          // A person may sort it otherwise, and write its keys in another order.
          const turned = found.toReversed().map(({ url, ...rest }) => JSON.stringify({ url, ...rest }))
          if (isShuffled) writeFileSync(index, turned.map((line) => `${line}\n`).join(''))
        }
      } finally {
        rmSync(directory, { recursive: true })
      }
    }),
    { numRuns: 60 },
  )
})
