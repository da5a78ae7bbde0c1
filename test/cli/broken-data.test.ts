import { readdirSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { type CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let site: LoopbackSite
let project: CliProject
beforeEach(async () => {
  site = await startLoopbackSite({ '/': '<h1>Start</h1>' })
  project = hereProject({
    'crawlform.yaml': 'version: 2\nenvironments: { local: { service: embedded } }\n',
    'crawls/one.yaml': `version: 2\nrequest: { url: "${site.url('/')}", limit: 1 }\n`,
  })
  await project.run(['apply', '--yes'])
})
afterEach(async () => {
  project.remove()
  await site.close()
})

const place = () => path.join(project.directory, '.crawlform/service')
const database = () => path.join(place(), 'service.db')

describe('broken data of the embedded service', () => {
  it('is named with advice, and is deleted on request', async () => {
    writeFileSync(database(), 'no database')
    const broken = await project.run(['results', 'one'])
    expect(broken.status).toBe(3)
    expect(broken.stderr).toContain(`"${database()}" is broken: file is not a database`)
    expect(broken.stderr).toContain('crawlform serve --discard-data')
    const shown = await project.run(['serve', '--show-data'])
    expect(shown).toMatchObject({ status: 3, stdout: expect.stringContaining('cannot be read') as unknown })
    const asked = await project.run(['serve', '--discard-data'])
    expect(asked).toMatchObject({
      status: 6,
      stderr: expect.stringContaining('serve --discard-data --yes') as unknown,
    })
    expect((await project.run(['serve', '--discard-data', '--yes'])).status).toBe(0)
    expect(readdirSync(place())).toEqual([])
    expect((await project.run(['apply', '--yes', '--rerun', 'one'])).status).toBe(0)
  })

  it('is named if it has another format, and is deleted on request', async () => {
    const db = new Database(database())
    db.exec('PRAGMA user_version = 3')
    db.close()
    const { status, stderr } = await project.run(['results', 'one'])
    expect([status, stderr]).toEqual([
      3,
      expect.stringContaining('has format 3; this crawlform reads format'),
    ])
    expect(stderr).toContain('crawlform serve --discard-data')
    expect((await project.run(['serve', '--discard-data', '--yes'])).status).toBe(0)
    expect((await project.run(['apply', '--yes', '--rerun', 'one'])).status).toBe(0)
  })

  it('is an error of results', async () => {
    const [name = ''] = readdirSync(path.join(place(), 'segments'))
    truncateSync(path.join(place(), 'segments', name), 10)
    const { status, stderr } = await project.run(['results', 'one'])
    expect(status).toBe(3)
    expect(stderr).toContain(`segments/${name}" is broken: it ends before`)
  })
})

describe('intact data of the embedded service', () => {
  it.each([
    [['--show-data', '--port', '8080'], '"--port" has no effect with "--show-data"'],
    [['--discard-data', '--yes', '--host', '::1'], '"--host" has no effect with "--discard-data"'],
    [['--show-data', '--limit', 'attempts=2'], '"--limit" has no effect with "--show-data"'],
    [['--show-data', '--no-browser'], '"--browser" has no effect with "--show-data"'],
  ])('refuses %j, because one option would be ignored', async (options, message) => {
    const { status, stderr } = await project.run(['serve', ...options])
    expect([status, stderr]).toEqual([64, expect.stringContaining(message)])
    expect((await project.run(['serve', '--show-data'])).stdout).toContain('1 job')
  })

  it('is counted, and is deleted only on request', async () => {
    const { stdout } = await project.run(['serve', '--show-data'])
    expect(stdout).toContain(`${place()} holds 1 job (0 unfinished) and 1 page: `)
    const json = JSON.parse(
      (await project.run(['serve', '--show-data', '--format', 'json'])).stdout,
    ) as object
    expect(json).toMatchObject({ directory: place(), kept: { counts: { jobs: 1, unfinished: 0, pages: 1 } } })
    expect((await project.run(['serve', '--discard-data', '-y'])).status).toBe(0)
    expect((await project.run(['serve', '--show-data'])).stdout).toBe(`No data is stored in ${place()}.\n`)
    expect((await project.run(['serve', '--yes'])).status).toBe(64)
  })
})
