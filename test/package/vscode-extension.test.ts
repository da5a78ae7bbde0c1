// The extension for VS Code is packaged by hand, with packages that the project does not have. What it shares with crawlform is
// checked here.
import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findServer, SERVER_ARGUMENTS } from '../../editors/vscode/find-server.ts'
import { PROJECT_FILE } from '../../src/load/file-source.ts'
import { type CliProject, cliProject, program } from '../support/run-cli.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

interface Manifest {
  readonly activationEvents: readonly string[]
  readonly contributes: { readonly commands: readonly { readonly command: string }[] }
  readonly dependencies: Readonly<Record<string, string>>
}

const manifestOf = (file: string): Manifest => JSON.parse(read(file)) as Manifest

describe('the manifest of the extension', () => {
  const manifest = manifestOf('editors/vscode/package.json')

  it('starts the extension only if there is a project', () => {
    expect(manifest.activationEvents).toEqual([`workspaceContains:**/${PROJECT_FILE}`])
    expect(read('editors/vscode/extension.ts')).toContain(`findFiles('**/${PROJECT_FILE}'`)
  })

  it('names the commands that the extension registers', () => {
    const registered = read('editors/vscode/extension.ts').matchAll(/registerCommand\('(.*?)'/g)
    expect(manifest.contributes.commands.map(({ command }) => command)).toEqual(
      [...registered].map(([, command]) => command),
    )
  })

  it('requires the client that belongs to the version of the server', () => {
    const { dependencies } = manifestOf('package.json')
    expect(manifest.dependencies).toEqual({ 'vscode-languageclient': dependencies['vscode-languageserver'] })
  })
})

describe.skipIf(process.platform === 'win32')('the crawlform that the extension starts', () => {
  const own = 'app/node_modules/.bin/crawlform'
  const global = 'bin/crawlform'
  let project: CliProject
  const at = (file: string): string => path.join(project.directory, file)
  const find = (...folders: readonly string[]): string | undefined =>
    findServer(folders.map(at), { env: { PATH: `:${at('bin')}` }, platform: process.platform })

  beforeEach(() => {
    const start = `#!${process.execPath}\nrequire(${JSON.stringify(program)})\n`
    project = cliProject({ [own]: start, [global]: start })
    for (const file of [own, global]) chmodSync(at(file), 0o755)
  })
  afterEach(() => project.remove())

  it('is that of the project, also for a subfolder, or else the one on PATH', () => {
    expect(find('app')).toBe(at(own))
    expect(find('other', 'app/crawls/deep')).toBe(at(own))
    expect(find('other')).toBe(at(global))
    expect(findServer([at('other')], { env: {}, platform: process.platform })).toBeUndefined()
    expect(findServer([at('app')], { env: { PATH: at('bin') }, platform: 'win32' })).toBeUndefined()
  })

  it('has the lsp command', () => {
    const { status, stdout } = spawnSync(find('app') ?? '', [...SERVER_ARGUMENTS, '--help'], {
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([0, expect.stringContaining('language server')])
  })
})
