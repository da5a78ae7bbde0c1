// How much memory a crawl takes, on every Node that can be found: each version has its own bounds for new and old objects.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { watchMemory } from '../support/linux-processes.mjs'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { nodePrograms } from '../support/node-programs.ts'
import { cliProject } from '../support/run-cli.ts'

const PAGES = 2000
const LINKS = 30
const MOST_MIB = 300

const paragraphs = Array.from({ length: 60 }, (_, index) => {
  const words = Array.from({ length: 50 }, (_word, at) => `w${(index * 50 + at) * 7919}`)
  return `<p>Part <b>${index}</b> ${words.join(' ')}</p>`
}).join('\n')

function page(number: number): string {
  const links = Array.from({ length: LINKS }, (_, index) => `/p${(number * LINKS + index + 1) % PAGES}`)
  const nav = links.map((link) => `<a href="${link}">${link}</a>`).join(' ')
  return `<title>P${number}</title><nav>${nav}</nav><main><h1>P${number}</h1>\n${paragraphs}</main>`
}

let site: LoopbackSite

beforeAll(async () => {
  site = await startLoopbackSite()
  for (let number = 0; number < PAGES; number++) site.set(`/p${number}`, page(number))
})
afterAll(() => site.close())

it.runIf(process.platform === 'linux').each(nodePrograms)(
  'a crawl of thousands of pages takes at most 300 MiB on Node $version',
  async ({ node }) => {
    const request = `  url: ${site.origin}/p0\n  crawlEntireDomain: true\n  limit: ${PAGES}\n  sitemap: skip\n`
    const project = cliProject({ 'crawls/site.yaml': `version: 2\nrequest:\n${request}` })
    try {
      const applying = project.start(['apply', '--yes', '--summary'], { node })
      const peak = watchMemory(applying.pid)
      const { status, stderr } = await applying.ended
      expect(stderr).toContain(`site: completed, ${PAGES} pages`)
      expect(status).toBe(0)
      expect(peak()).toBeLessThan(MOST_MIB)
    } finally {
      project.remove()
    }
  },
  300_000,
)
