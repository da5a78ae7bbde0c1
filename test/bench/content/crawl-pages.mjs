import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from 'crawlform/service'

const HTML = { 'content-type': 'text/html; charset=utf-8' }

/** Serves pages on this machine, each under its name, with a page before them that links to all. */
async function serve(pages) {
  const byPath = new Map(pages.map((page) => [`/${page.name}`, page]))
  const index = [...byPath.keys()].map((link) => `<a href="${link}">${link}</a>`).join('\n')
  const server = createServer(({ url }, response) => {
    const page = byPath.get(url)
    if (page === undefined && url !== '/') return response.writeHead(404).end()
    response.writeHead(200, HTML).end(page === undefined ? index : page.html())
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() }
}

async function ask(url, body) {
  const asked = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(url, { ...asked, headers: { 'content-type': 'application/json' } })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Returns the pages' Markdown by name, as a crawl with the usual settings delivers it. */
export async function readMarkdown(pages) {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'crawlform-bench-content-'))
  const service = await startService({ dataDirectory, allowPrivateAddresses: true })
  const site = await serve(pages)
  try {
    const crawl = `${service.url}/v2/crawl`
    const { id } = await ask(crawl, {
      url: site.url,
      limit: pages.length + 1,
      maxDiscoveryDepth: 1,
      sitemap: 'skip',
      scrapeOptions: { formats: ['markdown'], maxAge: 0, storeInCache: false },
    })
    while ((await ask(`${crawl}/${id}?limit=1`)).status === 'scraping') await sleep(200)
    const markdown = new Map()
    for (let next = `${crawl}/${id}`; next !== undefined;) {
      const answer = await ask(next)
      for (const document of answer.data)
        markdown.set(new URL(document.metadata.sourceURL).pathname.slice(1), document.markdown)
      next = answer.next
    }
    return markdown
  } finally {
    site.close()
    await service.close()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}
