import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let site: LoopbackSite
let project: CliProject

beforeEach(async () => {
  site = await startLoopbackSite({
    '/': '<h1>Home</h1><p>All about lamps. <a href="/lamp">A lamp</a> <a href="/bulb">A bulb</a>',
    '/lamp': '<h1>Lamp</h1><p>It is bright.',
    '/bulb': '<h1>Bulb</h1><p>It is round.',
  })
  project = hereProject()
})
afterEach(async () => {
  project.remove()
  await site.close()
})

const filesIn = (folder = '') => readdirSync(path.join(project.directory, folder)).toSorted()

describe('in an empty directory', () => {
  it('preview lists the pages of a site, and names the next commands', async () => {
    const url = `${site.origin}/`
    const { status, stdout, stderr } = await project.run(['preview', url])
    expect(status).toBe(0)
    expect(stdout).toContain(`0  ${url}\n1  ${url}lamp\n1  ${url}bulb\n`)
    expect(stderr).toContain(
      `crawlform try ${url}\nTo keep this crawl, write its file:\n  crawlform init --url ${url}\n`,
    )
    expect(filesIn()).toEqual([])
  })

  it('preview accepts settings and a format for a URL', async () => {
    const words = ['--set', '*.request.limit=1', '--format', 'json']
    const { stdout } = await project.run(['preview', `${site.origin}/`, ...words])
    expect((JSON.parse(stdout) as { pages: readonly unknown[] }).pages).toHaveLength(1)
  })

  it('try writes the first pages as Markdown, and no other file', async () => {
    const { status, stdout, stderr } = await project.run(['try', site.origin, '--limit', '2'])
    expect([status, stderr]).toEqual([0, expect.stringContaining('2 pages')])
    expect(stdout).toContain(`To keep this crawl, write its file:\n  crawlform init --url ${site.origin}\n`)
    expect(filesIn()).toEqual(['try'])
    const [folder = ''] = filesIn('try')
    expect(filesIn(`try/${folder}`)).toHaveLength(2)
    expect(readFileSync(path.join(project.directory, 'try', folder, 'index.md'), 'utf8')).toContain(
      'All about lamps.',
    )
  })

  it('try needs no scheme, and writes into the folder of --output', async () => {
    const { status } = await project.run(['try', site.origin.slice('http://'.length), '--output', 'pages'])
    expect([status, filesIn()]).toEqual([0, ['pages']])
  })

  it('the last line of try creates a valid crawl file', async () => {
    const { stdout } = await project.run(['try', `${site.origin}/`])
    const line = stdout.trimEnd().split('\n').at(-1)?.trim().split(' ').slice(1) ?? []
    expect((await project.run([...line, '--yes'])).status).toBe(0)
    expect(filesIn('crawls')).toHaveLength(1)
    expect((await project.run(['validate'])).status).toBe(0)
  })

  it.each([
    [['try', 'two words'], 64, 'is not the address of a site'],
    [['try', 'http://127.0.0.1:1/'], 5, 'ECONNREFUSED'],
    [['preview', 'http://127.0.0.1:1/'], 3, ''],
  ] as const)('%j exits with %i', async (words, status, text) => {
    const run = await project.run(words)
    expect([run.status, run.stderr]).toEqual([status, expect.stringContaining(text)])
    expect(filesIn()).toEqual([])
  })
})
