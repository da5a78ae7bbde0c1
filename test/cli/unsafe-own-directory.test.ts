import { execFileSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bareGitEnv } from '../support/git-repositories.ts'
import type { CliProject } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

let project: CliProject
let env: Record<string, string>
beforeEach(() => {
  project = hereProject({
    'a/crawls/docs.yaml': 'version: 2\nrequest: { url: https://example.com/, limit: 5 }\n',
  })
  env = bareGitEnv(project.directory) as Record<string, string>
  mkdirSync(at('outside'))
})
afterEach(() => project.remove())

function at(...parts: readonly string[]): string {
  return path.join(project.directory, ...parts)
}

function git(...args: readonly string[]): void {
  execFileSync('git', args, { cwd: at('.'), env })
}

async function run(...args: readonly string[]): Promise<string> {
  const { stdout, stderr, status } = await project.run(['-C', 'a', ...args], { env })
  return `${status}: ${stdout}${stderr}`
}

describe('a .crawlform that others may have written', () => {
  it.each([['plan'], ['status'], ['apply', '--yes'], ['state', 'list']])(
    'is refused if it is a link: %s %s',
    async (...args) => {
      symlinkSync(at('outside'), at('a/.crawlform'))
      expect(await run(...args)).toMatch(/^3: [^]*\.crawlform" is a link\.[^]*rm \.crawlform/)
      expect(readdirSync(at('outside'))).toEqual([])
    },
  )

  it.each(['service', 'state', 'service/job/pages'])(
    'is refused if it contains a link at %s',
    async (name) => {
      mkdirSync(at('a/.crawlform', path.dirname(name)), { recursive: true })
      symlinkSync(at('outside'), at('a/.crawlform', name))
      expect(await run('apply', '--yes')).toMatch(/^3: [^]*is a link\./)
      expect(readdirSync(at('outside'))).toEqual([])
    },
  )

  it.each(['service/service.db', 'state/local.json'])('is refused if git tracks %s', async (name) => {
    mkdirSync(path.dirname(at('a/.crawlform', name)), { recursive: true })
    writeFileSync(at('a/.crawlform', name), '')
    execFileSync('git', ['init', '--quiet'], { cwd: at('.'), env })
    execFileSync('git', ['add', '--force', `a/.crawlform/${name}`], { cwd: at('.'), env })
    expect(await run('apply', '--yes')).toMatch(
      /^3: [^]*is tracked by git\.[^]*git rm -r --cached \.crawlform/,
    )
    expect(await run('plan')).toMatch(/^3: /)
  })

  it.skipIf(process.getuid?.() !== 0)(
    'is refused if it belongs to another user (only root can test this)',
    async () => {
      mkdirSync(at('a/.crawlform'))
      chownSync(at('a/.crawlform'), 12345, 12345)
      for (const args of [['plan'], ['status'], ['apply', '--yes']])
        expect(await run(...args)).toMatch(/^3: [^]*belongs to another user\.[^]*rm -r \.crawlform/)
      expect(readdirSync(at('a/.crawlform'))).toEqual([])
    },
  )

  it('is refused if git tracks it and GIT_DIR is set', async () => {
    mkdirSync(at('a/.crawlform'))
    writeFileSync(at('a/.crawlform/x'), '')
    git('init', '--quiet')
    git('add', '--force', 'a/.crawlform/x')
    env['GIT_DIR'] = at('.git')
    expect(await run('plan')).toMatch(/^3: [^]*is tracked by git\./)
  })

  it('is used if it is safe', async () => {
    mkdirSync(at('a/.crawlform'))
    execFileSync('git', ['init', '--quiet'], { cwd: at('.'), env })
    expect(await run('plan')).toMatch(/^0: [^]*1 to submit/)
  })
})

describe('files that a command writes', () => {
  it.each([
    ['plan', '--report', 'json=out.json'],
    ['plan', '--out', 'out.json'],
    ['validate', '--report', 'sarif=out.json'],
  ])('replace a link: %s %s %s', async (...args) => {
    writeFileSync(at('outside/precious'), 'mine')
    symlinkSync(at('outside/precious'), at('a/out.json'))
    expect(await run(...args)).toMatch(/^0: /)
    expect(readFileSync(at('outside/precious'), 'utf8')).toBe('mine')
    expect(lstatSync(at('a/out.json')).isSymbolicLink()).toBe(false)
    expect(readFileSync(at('a/out.json'), 'utf8')).not.toBe('')
  })

  it('replace a link to a file that does not exist', async () => {
    symlinkSync(at('outside/new'), at('a/out.json'))
    await run('plan', '--out', 'out.json')
    expect(existsSync(at('outside/new'))).toBe(false)
  })

  const nested = [
    ['plan', '--report', 'json=link/deep/out.json'],
    ['plan', '--out', 'link/out.json'],
    ['validate', '--report', 'sarif=../a/link/out.json'],
    ['results', 'docs', '--output', 'link/pages'],
    ['apply', '--yes', '--wait', '--output', 'link/pages'],
  ]

  it.each(nested)('are refused below a link that git tracks: %s %s %s %s %s', async (...args) => {
    symlinkSync('../outside', at('a/link'))
    git('init', '--quiet')
    git('add', 'a/link')
    expect(await run(...args.filter((word) => word !== undefined))).toMatch(
      /^3: [^]*a\/link" is a link that git tracks\.\n\s+help: Take the link out of git/,
    )
    expect(readdirSync(at('outside'))).toEqual([])
  })

  it('are refused below a link of the user that leads to one that git tracks', async () => {
    symlinkSync('../outside', at('a/link'))
    symlinkSync('./../a/link/', at('outside/mine'))
    git('init', '--quiet')
    git('add', 'a/link')
    expect(await run('plan', '--out', '../outside/mine/out.json')).toMatch(
      /^3: [^]*is a link that git tracks/,
    )
  })

  it('are written below a link of the user', async () => {
    git('init', '--quiet')
    symlinkSync(at('outside'), at('a/mine'))
    expect(await run('plan', '--out', 'mine/deep/out.json')).toMatch(/^0: /)
    expect(existsSync(at('outside/deep/out.json'))).toBe(true)
  })
})
