import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startService } from 'crawlform/service'
import { expect, it } from 'vitest'
import { serveDirectory } from '../../scripts/static-site.mjs'
import type { CrawlStatusAnswer, PageDocument } from '../../src/protocol/crawl-status.ts'
import { pageName, walkLinks } from '../support/walk-links.ts'

// Continuous integration names the HTML of Debian's python3.11-doc here; without it the bundled site is walked instead.
const root = process.env['CRAWLFORM_REAL_DOCS'] ?? path.join(import.meta.dirname, '../fixtures/site/handbook')

async function crawl(service: string, request: object): Promise<readonly PageDocument[]> {
  const headers = { 'content-type': 'application/json' }
  const start = await fetch(`${service}/v2/crawl`, { method: 'POST', headers, body: JSON.stringify(request) })
  const started: unknown = await start.json()
  expect(started).toMatchObject({ success: true })
  const { url } = started as { url: string }
  const poll = async (): Promise<CrawlStatusAnswer> => (await (await fetch(url)).json()) as CrawlStatusAnswer
  let status = await poll()
  while (status.status === 'scraping') {
    await pause(50)
    status = await poll()
  }
  expect(status.status).toBe('completed')
  const pages = [...status.data]
  for (let next = status.next; next !== undefined;) {
    const part = (await (await fetch(next)).json()) as CrawlStatusAnswer
    pages.push(...part.data)
    next = part.next
  }
  return pages
}

it('a crawl of a documentation tree finds the same pages as an independent link walk', async () => {
  const expected = walkLinks(root, '/')
  const data = mkdtempSync(path.join(tmpdir(), 'crawlform-docs-'))
  const site = await serveDirectory(root)
  const service = await startService({ dataDirectory: data })
  try {
    const pages = await crawl(service.url, { url: `${site.url}/`, sitemap: 'skip', limit: 5000 })
    const found = pages
      .filter((page) => page.metadata.statusCode === 200)
      .map((page) => pageName(new URL(page.metadata.url).pathname))
    expect(found.toSorted()).toEqual([...expected].toSorted())
    expect(expected.size).toBeGreaterThan(5)
    expect(pages.every((page) => typeof page.markdown === 'string')).toBe(true)
  } finally {
    await service.close()
    await site.close()
    rmSync(data, { recursive: true, force: true })
  }
}, 600_000)
