import { execFileSync } from 'node:child_process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bareGitEnv } from '../support/git-repositories.ts'
import { startJobServer, type JobServer } from '../support/job-server.ts'
import { type CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let project: CliProject
let service: JobServer
beforeEach(async () => {
  service = await startJobServer()
  project = hereProject({
    'crawlform.yaml': `version: 2\nprofiles: { polite: { request: { delay: 1 } } }\nenvironments:\n  own: { baseUrl: "${service.url}" }\n`,
    'crawls/docs.yaml': crawl('docs'),
    'crawls/blog.yaml': crawl('blog', 'extends: [polite]\n'),
    'crawls/shop.yaml': crawl('shop'),
  })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'one')
})
afterEach(async () => {
  project.remove()
  await service.close()
})

function crawl(name: string, more = ''): string {
  return `version: 2\n${more}request: { url: "https://${name}.example.com/", limit: 5 }\n`
}

function git(...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: project.directory,
    env: bareGitEnv(project.directory),
    stdio: 'ignore',
  })
}

async function planned(...args: string[]): Promise<unknown> {
  const { stdout } = await project.run(['plan', '--env', 'own', '--format', 'json', ...args])
  const { changes } = JSON.parse(stdout) as { changes: { name: string; action: string }[] }
  return changes.map(({ name, action }) => `${action} ${name}`)
}

it('apply without a terminal names a command that applies the plan with the same options', async () => {
  const how = [
    '--replace',
    '--fail-fast',
    '--force',
    '--wait',
    '--timeout',
    '5m',
    '--output',
    'my pages',
    '--feed',
    'feed.jsonl',
    '--parallelism',
    '2',
  ]
  const { status, stderr } = await project.run(['apply', 'docs', '--env', 'own', ...how])
  expect(status).toBe(6)
  expect(stderr).toMatch(
    /\n {2}crawlform apply docs --env own --expect [0-9a-f]{64} --replace --fail-fast --force --wait --timeout 5m --output 'my pages' --feed feed\.jsonl --parallelism 2\n$/,
  )
})

describe('--changed', () => {
  it('selects crawls that differ from a revision, also by inherited settings', async () => {
    expect(await planned('--changed', 'HEAD')).toEqual([])
    project.write('crawls/docs.yaml', `# a comment changes nothing\n${crawl('docs')}`)
    expect(await planned('--changed', 'HEAD')).toEqual([])
    const unchanged = await project.run(['plan', '--env', 'own', '--changed', 'HEAD'])
    expect([unchanged.status, unchanged.stdout]).toEqual([
      0,
      expect.stringContaining('Nothing to submit: no crawl changed.'),
    ])
    project.write('crawls/new.yaml', crawl('new'))
    project.write('crawls/shop.yaml', crawl('shop', 'refresh: 7d\n'))
    project.write(
      'crawlform.yaml',
      `version: 2\nprofiles: { polite: { request: { delay: 2 } } }\nenvironments:\n  own: { baseUrl: "${service.url}" }\n`,
    )
    expect(await planned('--changed', 'HEAD')).toEqual(['submit blog', 'submit new', 'submit shop'])
    expect(await planned('--changed', 'HEAD', 's*', 'docs')).toEqual(['submit shop'])
  })

  it('lets apply submit only these, forgets removed crawls, and is part of the shown command', async () => {
    await project.run(['apply', '--env', 'own', '--yes'])
    project.write('crawls/docs.yaml', crawl('docs').replace('5', '6'))
    project.write('crawls/blog.yaml', crawl('blog').replace('5', '6'))
    git('commit', '-qam', 'two')
    project.write('crawls/shop.yaml', '# nothing\n')
    git('rm', '-qf', 'crawls/shop.yaml')
    git('commit', '-qam', 'three')
    project.write('crawls/blog.yaml', crawl('blog').replace('5', '7'))
    expect(await planned('--changed', 'HEAD~1')).toEqual(['resubmit blog', 'forget shop'])
    const { stdout } = await project.run(['plan', '--env', 'own', '--changed', 'HEAD~1'])
    const command = /^Apply exactly this:\n {2}crawlform (.*)$/m.exec(stdout)?.[1] ?? ''
    expect(command).toMatch(/^apply --env own --changed 'HEAD~1' --expect [0-9a-f]{64}$/)
    const applied = await project.run(command.replaceAll("'", '').split(' '))
    expect(applied).toMatchObject({ status: 0 })
    expect(applied.stdout).toContain('1 submitted, 1 forgotten.')
    expect([...service.jobs]).toEqual([
      ['https://blog.example.com/', 2],
      ['https://docs.example.com/', 1],
      ['https://shop.example.com/', 1],
    ])
    expect(await planned()).toEqual(['keep blog', 'resubmit docs'])
  })

  it('is refused for a revision that git does not know, and together with --against', async () => {
    expect(await project.run(['plan', '--changed', 'nowhere'])).toMatchObject({ status: 64, stdout: '' })
    const both = await project.run(['plan', '--changed', 'HEAD', '--against', 'HEAD'])
    expect(both).toMatchObject({ status: 64 })
    expect(both.stderr).toContain('"--against" and "--changed" cannot be used together')
  })
})
