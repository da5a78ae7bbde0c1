// A site that answers in another order each time, and does not change, gives an empty feed.
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { RandomSource } from '../support/random-source.ts'
import { hereProject } from '../support/run-here.ts'
import type { CliProject } from '../support/run-cli.ts'
import { takeFeed } from '../support/take-feed.ts'

const ROUNDS = Number(process.env['CRAWLFORM_CAMPAIGN_SIZE'] ?? 2)
const SEED = Number(process.env['CRAWLFORM_CAMPAIGN_SEED'] ?? 1)
const PAGES = 200

let site: LoopbackSite
let project: CliProject
const random = new RandomSource(SEED)

beforeAll(async () => {
  site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  for (let page = 0; page < PAGES; page++) {
    const text = body(page)
    for (const path of [`/p${page}`, `/p${page}/`, `/p${page}/index.html`]) late(path, text)
    // Others lead to it by a redirect.
    late(`/old${page}`, '', { location: `/p${page}` })
  }
  late('/', body(0))
  project = hereProject()
  const request = `url: "${site.origin}/", limit: 1000, scrapeOptions: { maxAge: 0 }`
  project.write('crawls/docs.yaml', `version: 2\nrequest: { ${request} }\n`)
})
afterAll(async () => {
  project.remove()
  await site.close()
})

/** Returns a page with links to five others, each under one of its spellings. */
function body(page: number): string {
  const links = [1, 2, 3, 5, 8].map((step) => {
    const to = (page * 3 + step) % PAGES
    return `<a href="${random.pick([`/p${to}`, `/p${to}/`, `/p${to}/index.html`, `/old${to}`])}">${to}</a>`
  })
  return `<title>Page ${page}</title><main><h1>Page ${page}</h1><p>The text of page ${page} has enough words.</p>${links.join(' ')}</main>`
}

function late(path: string, text: string, headers: Readonly<Record<string, string>> = {}): void {
  site.set(path, (_request, response) => {
    void setTimeout(random.below(8)).then(() => {
      response.writeHead('location' in headers ? 302 : 200, { 'content-type': 'text/html', ...headers })
      response.end(text)
    })
  })
}

it(
  'a rerun of an unchanged site with random delays gives an empty feed',
  { timeout: 120_000 + ROUNDS * 60_000 },
  async () => {
    const deliver = () =>
      project.run(['apply', '--yes', '--rerun', '--output', 'pages', '--feed', 'feed.jsonl'])
    expect((await deliver()).status).toBe(0)
    expect(takeFeed(project.directory).length).toBeGreaterThan(PAGES / 2)
    for (let round = 0; round < ROUNDS; round++) {
      const { status, stderr } = await deliver()
      expect(status, stderr).toBe(0)
      expect(takeFeed(project.directory), `seed ${SEED}, round ${round}`).toEqual([])
    }
  },
)
