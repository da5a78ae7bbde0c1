import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hereProject } from '../support/run-here.ts'
import type { CliProject } from '../support/run-cli.ts'

const crawl = 'version: 2\nrequest: { url: https://example.com/, limit: 10 }\n'

let project: CliProject

beforeEach(() => {
  project = hereProject()
})
afterEach(() => project.remove())

describe('in a directory without a project', () => {
  it.each([
    ['validate'],
    ['test'],
    ['plan'],
    ['plan', 'docs'],
    ['apply', '--yes'],
    ['status'],
    ['wait'],
    ['results'],
    ['cancel', '--yes'],
    ['explain', 'docs'],
    ['preview', 'docs'],
    ['explore', 'docs'],
    ['render', 'docs'],
    ['migrate'],
    ['lock'],
    ['state', 'list'],
  ])('%s fails and says that there is no project', async (...args) => {
    const { status, stdout, stderr } = await project.run(args)
    expect(status).toBe(1)
    expect(stdout + stderr).toContain(`error: No project found in "${project.directory}"`)
    expect(stdout + stderr).toContain('name it with "-C DIR", or begin one with "crawlform init"')
    expect(stdout + stderr).not.toContain('crawlform.yaml:1:1')
  })

  it('works with the project that -C names', async () => {
    project.write('there/crawls/docs.yaml', crawl)
    expect((await project.run(['-C', 'there', 'validate'])).status).toBe(0)
  })
})

describe('a project without a crawl file', () => {
  it.each(['validate', 'test', 'migrate'])('fails %s at the place of its pattern', async (command) => {
    project.write('crawlform.yaml', 'version: 2\ncrawls: [nowhere/*.yaml]\n')
    const { status, stdout, stderr } = await project.run([command])
    expect(status).toBe(1)
    expect(stdout + stderr).toContain('crawlform.yaml:2:10: error: No crawl file matches "nowhere/*.yaml".')
  })

  it('fails plan at the place of its pattern', async () => {
    project.write('crawlform.yaml', 'version: 2\ncrawls: [nowhere/*.yaml]\n')
    const { status, stderr } = await project.run(['plan'])
    expect(status).toBe(1)
    expect(stderr).toContain('crawlform.yaml:2:10: warning: No crawl file matches "nowhere/*.yaml".')
  })

  it('still allows status and state list', async () => {
    project.write('crawlform.yaml', 'version: 2\n')
    expect(await project.run(['status'])).toMatchObject({ status: 0 })
    expect(await project.run(['state', 'list'])).toMatchObject({ status: 0 })
  })
})

describe('a pattern on the command line that matches nothing', () => {
  it.each([
    ['validate', 'nowhere/*.yaml'],
    ['migrate', 'nowhere/*.yaml'],
  ])('fails %s', async (...args) => {
    project.write('crawls/docs.yaml', crawl)
    const { status, stdout, stderr } = await project.run(args)
    expect(status).toBe(1)
    expect(stdout + stderr).toContain('error: No crawl file matches "nowhere/*.yaml".')
  })
})

it('the first crawls are compared with a revision without crawls', async () => {
  const git = (...args: string[]): unknown =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: project.directory,
    })
  git('init', '--quiet', '-b', 'main')
  git('commit', '--quiet', '--allow-empty', '-m', 'first')
  project.write('crawls/docs.yaml', crawl)
  const { status, stdout, stderr } = await project.run(['plan', '--against', 'main'])
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toContain('1 added')
})
