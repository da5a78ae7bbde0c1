// The files of a board of so many crawls that they leave something out.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

const COUNT = 101

let service: FaultyCrawlService
let project: CliProject

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  const axis = Array.from({ length: COUNT }, (_, index) => `s${index}`).join(', ')
  project = hereProject({
    'crawlform.yaml': `version: 2\nenvironments: { prod: { baseUrl: "${service.baseUrl}", state: { backend: local } } }\n`,
    'crawls/docs.yaml': `version: 2\nname: docs-\${matrix.site}\nmatrix: { site: [${axis}] }\nrequest: { url: "https://\${matrix.site}.example.com/", limit: 5 }\n`,
  })
})
afterEach(async () => {
  project.remove()
  await service.close()
})

async function run(isFailing: boolean): Promise<void> {
  const page = (url: string, statusCode: number) => ({
    markdown: 'A',
    metadata: { url, sourceURL: url, statusCode },
  })
  service.pages = [
    page('https://a.example.com/', 200),
    ...(isFailing ? [page('https://a.example.com/b', 500)] : []),
  ]
  service.onStart = () =>
    void Object.assign(service.jobs.at(-1)!, {
      status: 'completed',
      completed: service.pages.length,
      total: 2,
    })
  const { status, stderr } = await project.run([
    'apply',
    '--env',
    'prod',
    '--yes',
    '--rerun',
    '--wait',
    '--summary',
  ])
  expect([status, stderr.includes('rror')]).toEqual([0, false])
}

const page = (name: string) =>
  readFileSync(path.join(project.directory, `out/crawls/docs-${name}.html`), 'utf8')
const board = async (...words: string[]) =>
  expect((await project.run(['board', '--env', 'prod', '--offline', '--out', 'out', ...words])).status).toBe(
    0,
  )

it('files of more than 100 crawls say since when a page fails, and read only the manifests that they show', async () => {
  await run(true)
  await run(true)
  await board()
  expect(page('s7')).toContain('known for 2 runs, since ')
  expect(page('s7')).toContain('What these files leave out')
  await run(false)
  // The oldest of three manifests, whose run is counted already.
  const folder = path.join(project.directory, '.crawlform/state/manifests/prod/docs-s7')
  const [oldest = ''] = readdirSync(folder).toSorted()
  writeFileSync(path.join(folder, oldest), 'damaged')
  await board()
  expect(page('s7')).toContain('3 runs, 1 page')
  expect(page('s7')).not.toContain('damaged')
  await board('docs-s7')
  expect(page('s7')).toContain('is damaged')
  expect(page('s7')).not.toContain('leave out')
})
