import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bareGitEnv } from '../support/git-repositories.ts'
import { startJobServer, type JobServer } from '../support/job-server.ts'
import { type CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let project: CliProject
let service: JobServer
beforeEach(async () => {
  service = await startJobServer()
  project = hereProject({
    'crawlform.yaml': `version: 2\nenvironments:\n  own: { baseUrl: "${service.url}" }\n`,
    'crawls/docs.yaml': 'version: 2\nrequest: { url: "http://127.0.0.1:9/", limit: 1 }\n',
  })
  git('init', '-q')
  git('add', '.')
})
afterEach(async () => {
  project.remove()
  await service.close()
})

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: project.directory, env: bareGitEnv(project.directory) }).toString()
}

it.each(['own', 'local'])('git ignores the files of apply without init: environment %s', async (env) => {
  await project.run(['plan', '--env', env])
  const own = path.join(project.directory, '.crawlform')
  expect(existsSync(own)).toBe(false)
  await project.run(['apply', '--env', env, '--yes'])
  expect(readdirSync(own)).toContain('state')
  expect(git('status', '--porcelain', '--untracked-files=all')).not.toContain('.crawlform')
  writeFileSync(path.join(own, '.gitignore'), '')
  await project.run(['apply', '--env', env, '--yes', '--rerun'])
  expect(readFileSync(path.join(own, '.gitignore'), 'utf8')).toBe('*\n')
  // A user who wants the record in git deletes the file, and it stays deleted.
  rmSync(path.join(own, '.gitignore'))
  await project.run(['apply', '--env', env, '--yes', '--rerun'])
  expect(readdirSync(own)).not.toContain('.gitignore')
})
