// The record on file systems that make links in their own way. The calls of the built program are replaced before it starts.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type JobServer, startJobServer } from '../support/job-server.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

let service: JobServer
let project: CliProject

beforeEach(async () => {
  service = await startJobServer()
  project = cliProject({
    'crawlform.yaml': `version: 2\nenvironments:\n  remote: { baseUrl: "${service.url}" }\n`,
    'crawls/docs.yaml': 'version: 2\nrequest: { url: "https://docs.example.com/" }\n',
  })
})

afterEach(async () => {
  project.remove()
  await service.close()
})

/** Runs a command with `linkSync` replaced by a function of the real one. */
function run(link: string, ...args: readonly string[]) {
  const code = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const real = fs.linkSync
const fails = (code) => { throw Object.assign(new Error(code + ': link'), { code, syscall: 'link' }) }
fs.linkSync = ${link}
syncBuiltinESMExports()`
  const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
  return project.run([...args, '--env', 'remote'], { nodeArgs })
}

it.each([
  ['without links, such as exFAT', `() => fails('EPERM')`],
  ['over a network that repeats a request', `(...paths) => { real(...paths); fails('EEXIST') }`],
])('the record works on a file system %s', async (_kind, link) => {
  const applied = await run(link, 'apply', '--yes')
  expect([applied.status, applied.stderr]).toEqual([0, expect.stringContaining('docs: submitted')])
  expect((await run(link, 'plan', '--detailed-exitcode')).status).toBe(0)
  expect(service.jobs.size).toBe(1)
})
