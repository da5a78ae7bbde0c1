import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FaultyCrawlService } from '../support/faulty-crawl-service.ts'
import { GitRepositories } from '../support/git-repositories.ts'
import { runHere } from '../support/run-here.ts'
import { TerraformStateServer } from '../support/terraform-state-server.ts'

let service: FaultyCrawlService
let server: TerraformStateServer
let repositories: GitRepositories
let clone: string

beforeEach(async () => {
  service = await new FaultyCrawlService().listen()
  server = await new TerraformStateServer().listen()
  repositories = new GitRepositories()
  clone = repositories.clone()
})

afterEach(async () => {
  await Promise.all([service.close(), server.close()])
  repositories.remove()
})

/** Writes a project whose record has the same address as that of each other project. */
function project(folder: string, crawl = 'docs'): void {
  const directory = path.join(clone, folder)
  mkdirSync(path.join(directory, 'crawls'), { recursive: true })
  const state = `{ backend: http, address: "${server.address()}", lockAddress: "${server.address()}" }`
  writeFileSync(
    path.join(directory, 'crawlform.yaml'),
    `version: 2\nenvironments:\n  production: { baseUrl: "${service.baseUrl}", state: ${state} }\n`,
  )
  const request = `{ url: "https://${crawl}.example.com/", limit: 5 }`
  writeFileSync(path.join(directory, `crawls/${crawl}.yaml`), `version: 2\nrequest: ${request}\n`)
}

async function run(folder: string, ...args: readonly string[]) {
  const env = { HOME: repositories.root, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
  return runHere(path.join(clone, folder), [...args, '--env', 'production'], { env })
}

it.each([
  ['sites/shop', 'sites/blog', 'sites/shop'],
  ['', 'sites/blog', '.'],
  ['sites/blog', '', 'sites/blog'],
])('does not mix the record of the project in "%s" with that of "%s"', async (one, other, shown) => {
  project(one)
  project(other, 'blog')
  expect(await run(one, 'apply', '--yes')).toMatchObject({ status: 0 })
  for (const args of [['plan'], ['status'], ['apply', '--yes'], ['state', 'list']]) {
    const { status, stderr } = await run(other, ...args)
    expect(status).toBe(3)
    expect(stderr).toContain(`holds the record of the project "${shown}"`)
    expect(stderr).toMatch(/Each project needs an address of its\s+own/)
  }
  expect(await run(one, 'plan')).toMatchObject({
    stdout: expect.stringContaining('Nothing to submit: 1 unchanged.') as string,
  })
  expect(service.jobs).toHaveLength(1)
})

it('keeps the record of a project that was moved, and says so', async () => {
  project('sites/shop')
  await run('sites/shop', 'apply', '--yes')
  renameSync(path.join(clone, 'sites/shop'), path.join(clone, 'shop'))
  const plan = await run('shop', 'plan')
  expect(plan.stdout).toContain('Nothing to submit: 1 unchanged.')
  expect(plan.stderr).toMatch(
    /Took over the record of the project "sites\/shop", which is no longer in this\s+repository/,
  )
  project('shop', 'more')
  await run('shop', 'apply', '--yes')
  expect((await run('shop', 'plan')).stderr).not.toContain('Took over')
  expect(service.jobs).toHaveLength(2)
})

it('accepts a record without a project name, as older versions wrote it', async () => {
  project('sites/shop')
  await run('sites/shop', 'apply', '--yes')
  server.state = server.state?.replace(/,\s*"project": "sites\/shop"/, '')
  expect(server.state).not.toContain('"project"')
  expect((await run('sites/shop', 'plan')).stdout).toContain('Nothing to submit: 1 unchanged.')
})
