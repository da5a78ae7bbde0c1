import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { cliProject, type CliProject, program } from '../support/run-cli.ts'

const PAGES = 150

let site: LoopbackSite
let project: CliProject

beforeAll(async () => {
  const names = Array.from({ length: PAGES }, (_, index) => `/${index}`)
  const links = names.map((name) => `<a href="${name}">${name}</a>`).join(' ')
  const pages = names.map((name) => [name, `<title>${name}</title><p>Words of page ${name}`] as const)
  site = await startLoopbackSite({ '/': `<p>Start ${links}`, ...Object.fromEntries(pages) })
})
afterAll(() => site.close())

beforeEach(() => {
  const request = `{ url: "${site.url('/')}", sitemap: skip, maxConcurrency: 100 }`
  project = cliProject({ 'crawls/docs.yaml': `version: 2\nrequest: ${request}\n` })
})
afterEach(() => project.remove())

/** Runs `apply` below a limit of the shell. */
async function applyBelow(limit: string) {
  const line = `${limit}; exec "$0" "$@"`
  const child = spawn('sh', ['-c', line, process.execPath, program, 'apply', '--yes'], {
    cwd: project.directory,
    env: { PATH: process.env['PATH'], HOME: project.directory },
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, status] = await Promise.all([text(child.stderr), ended])
  return { said, status }
}

// Windows has no such limit, and how many files Node itself needs differs by version and system.
it.skipIf(process.platform === 'win32').each([30, 42])(
  'a crawl with %i open files is complete, or exits with 3 and names EMFILE',
  async (files) => {
    const { said, status } = await applyBelow(`ulimit -n ${files}`)
    const isComplete = status === 0 && said.includes(`docs: completed, ${PAGES + 1} pages\n`)
    const isFault = status === 3 && /\bEMFILE\b/.test(said)
    expect([isComplete || isFault, said]).toEqual([true, said])
    expect(said).not.toContain('bug in crawlform')
  },
)

// Where Node cannot even start, it ends in its own way.
it.skipIf(process.platform !== 'linux')('too little memory is not reported as a bug', async () => {
  expect((await applyBelow('ulimit -v 6000000')).said).not.toContain('bug in crawlform')
})
