import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bareGitEnv } from '../support/git-repositories.ts'
import { cliProject, program } from '../support/run-cli.ts'

const root = path.join(import.meta.dirname, '../..')
const guide = readFileSync(path.join(root, 'docs/recipes/pre-commit.md'), 'utf8')
const project = cliProject()
afterAll(() => project.remove())

function git(...args: string[]) {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com']
  return spawnSync('git', [...identity, ...args], {
    cwd: project.directory,
    env: {
      ...bareGitEnv(project.directory),
      PATH: `${path.join(project.directory, 'bin')}:${process.env['PATH']}`,
    },
    encoding: 'utf8',
  })
}

describe('the hook of the guide', () => {
  it('stops a commit with a broken staged file, and ignores files that are not staged', () => {
    const script = /```sh\n([\s\S]*?)```/.exec(guide)?.[1] ?? ''
    git('init', '--quiet')
    mkdirSync(path.join(project.directory, 'bin'))
    // Runs the built program in place of an installed one.
    project.write('bin/npx', `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${program}" "$@"\n`)
    project.write('.git/hooks/pre-commit', script)
    for (const file of ['bin/npx', '.git/hooks/pre-commit'])
      chmodSync(path.join(project.directory, file), 0o755)
    const good = 'version: 2\nrequest: { url: https://docs.example.com/, limit: 5 }\n'
    project.write('crawls/good.yaml', good)
    project.write('crawls/bad.yaml', good.replace('limit', 'limt'))
    git('add', 'crawls/good.yaml')
    expect(git('commit', '-m', 'good').status).toBe(0)
    git('add', 'crawls/bad.yaml')
    const refused = git('commit', '-m', 'bad')
    expect(refused.status).not.toBe(0)
    expect(refused.stdout + refused.stderr).toContain('crawls/bad.yaml:2:')
    writeFileSync(path.join(project.directory, 'crawls/bad.yaml'), good.replace('docs.', 'other.'))
    git('add', 'crawls/bad.yaml')
    expect(git('commit', '-m', 'fixed').status).toBe(0)

    // A second project in the repository.
    project.write('sites/shop/crawlform.yaml', 'version: 2\nprofiles: { small: { request: { limit: 5 } } }\n')
    const shop = 'version: 2\nextends: [small]\nrequest: { url: https://shop.example.com/ }\n'
    project.write('sites/shop/crawls/eu/shop.yaml', shop)
    git('add', '.')
    expect(git('commit', '-m', 'shop').status).toBe(0)
    project.write('sites/shop/crawls/eu/shop.yaml', shop.replace('small', 'smal'))
    git('add', '.')
    const wrong = git('commit', '-m', 'wrong')
    expect(wrong.status).not.toBe(0)
    expect(wrong.stdout + wrong.stderr).toContain('crawls/eu/shop.yaml:2:')
  })
})

describe('the hooks for pre-commit', () => {
  const hooks = parse(readFileSync(path.join(root, '.pre-commit-hooks.yaml'), 'utf8')) as Record<
    string,
    string
  >[]

  it('are valid for pre-commit, and name commands of the program', () => {
    expect(hooks.map(({ id }) => id)).toEqual(['crawlform-validate', 'crawlform-fix'])
    for (const { name, entry, language, files } of hooks) {
      expect([typeof name, language]).toEqual(['string', 'node'])
      expect(entry).toMatch(/^crawlform validate( --fix)?$/)
      expect('site/crawls/docs.yaml').toMatch(new RegExp(files ?? ''))
      expect('src/docs.yaml').not.toMatch(new RegExp(files ?? ''))
    }
  })
})
