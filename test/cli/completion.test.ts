import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../../src/cli/cli.ts'
import { fakeHost } from '../support/fake-host.ts'
import { program } from '../support/run-cli.ts'

let project: string

beforeAll(() => {
  project = mkdtempSync(path.join(tmpdir(), 'crawlform-completion-'))
  mkdirSync(path.join(project, 'crawls'))
  mkdirSync(path.join(project, 'bin'))
  writeFileSync(
    path.join(project, 'crawlform.yaml'),
    'version: 2\nenvironments: { production: { baseUrl: "https://api.example.com" } }\n',
  )
  for (const name of ['docs-en', 'docs-de', 'blog']) {
    writeFileSync(
      path.join(project, `crawls/${name}.yaml`),
      `version: 2\nrequest: { url: https://e.com/${name}, limit: 1 }\n`,
    )
  }
  const bin = path.join(project, 'bin/crawlform')
  writeFileSync(bin, `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(bin, 0o755)
})
afterAll(() => rmSync(project, { recursive: true }))

async function complete(...words: string[]): Promise<string[]> {
  const host = fakeHost({ argv: ['completion', 'words', '--', ...words], cwd: project })
  expect(await runCli(host)).toBe(0)
  return host.out().split('\n').filter(Boolean)
}

describe('completion of words', () => {
  it.each([
    [['pl'], ['plan']],
    [['st'], ['status', 'state']],
    [
      ['plan', 'docs'],
      ['docs-en', 'docs-de'],
    ],
    [['plan', 'docs-en', 'bl'], ['blog']],
    [
      ['explain', ''],
      ['blog', 'docs-de', 'docs-en'],
    ],
    [['explain', 'blog', ''], []],
    [
      ['explain', 'limits/uns'],
      ['limits/unset', 'limits/unsendable-header'],
    ],
    [['plan', '--detail'], ['--detailed-exitcode']],
    [
      ['plan', '--format', ''],
      ['text', 'json', 'markdown', 'html', 'gitlab'],
    ],
    [['plan', '--format=js'], ['--format=json']],
    [['plan', '--format', '=', 'js'], ['json']],
    [['plan', '--env', 'p'], ['production']],
    [
      ['plan', '-e', ''],
      ['local', 'production'],
    ],
    [['plan', '--out', ''], []],
    [['-C', '.', 'plan', 'bl'], ['blog']],
    [['state', 're'], ['reconcile']],
    [['state', 'show', 'bl'], ['blog']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['render', 'blog', '--as', 'c'], ['curl']],
    [['validate', ''], []],
    [['nonsense', ''], []],
    [['constructor', ''], []],
  ])('completes %j', async (words, expected) => {
    const found = await complete(...words)
    expect(found.toSorted()).toEqual(expected.toSorted())
  })
})

const has = (shell: string): boolean => spawnSync('sh', ['-c', `command -v ${shell}`]).status === 0

describe('completion in a shell', () => {
  const run = (shell: string, script: string): string =>
    execFileSync(shell, shell === 'zsh' ? ['-f', '-c', script] : ['-c', script], {
      cwd: project,
      encoding: 'utf8',
      env: { ...process.env, HOME: project, PATH: `${project}/bin:${process.env['PATH']}` },
    }).trim()

  it.runIf(has('bash'))('works in bash', () => {
    const script =
      'eval "$(crawlform completion bash)"; COMP_WORDS=(crawlform plan docs); COMP_CWORD=2; _crawlform; printf "%s\\n" "${COMPREPLY[@]}"'
    expect(run('bash', script).split('\n').toSorted()).toEqual(['docs-de', 'docs-en'])
  })

  it.runIf(has('bash'))('works in bash with the recipe for an installation in a project', () => {
    const recipe = readFileSync(path.join(import.meta.dirname, '../../docs/recipes/editors.md'), 'utf8')
    const commands = /```sh\n(echo 'crawlform\(\)[^`]+)```/.exec(recipe)?.[1] ?? ''
    const bin = path.join(project, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    renameSync(path.join(project, 'bin/crawlform'), path.join(bin, 'crawlform'))
    const script = `${commands}\n. ~/.bashrc; COMP_WORDS=(crawlform plan docs); COMP_CWORD=2; _crawlform; printf "%s\\n" "\${COMPREPLY[@]}"`
    try {
      expect(run('bash', script).split('\n').toSorted()).toEqual(['docs-de', 'docs-en'])
    } finally {
      renameSync(path.join(bin, 'crawlform'), path.join(project, 'bin/crawlform'))
    }
  })

  it.runIf(has('zsh'))('works in zsh', () => {
    const script = [
      'compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _files() { print files; }',
      'eval "$(crawlform completion zsh)"',
      'words=(crawlform plan --format ""); CURRENT=4; _crawlform',
      'words=(crawlform validate ""); CURRENT=3; _crawlform',
    ].join('\n')
    expect(run('zsh', script).split('\n')).toEqual(['text', 'json', 'markdown', 'html', 'gitlab', 'files'])
  })

  it.runIf(has('fish'))('works in fish', () => {
    const script = 'crawlform completion fish | source; complete -C "crawlform plan --env p"'
    expect(run('fish', script)).toBe('production')
  })
})
