import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readDocument } from '../../scripts/docs/read-document.mjs'
import { cliProject, program } from '../support/run-cli.ts'

const DOCS = 'crawls/docs.yaml'
// The schema's line is there, but no other language server.
const broken =
  '# yaml-language-server: $schema=../node_modules/crawlform/schema/crawl.schema.json\nversion: 2\nrequest:\n  url: https://docs.example.com/\n  limit: "20" # pages\n'

const found = spawnSync('nvim', ['--version'], { encoding: 'utf8' })
const minor = Number(/^NVIM v0\.(\d+)/.exec(found.stdout ?? '')?.[1])

/** Returns the configuration that the guide gives for this version of Neovim. */
function guideSettings(): string {
  const guide = readFileSync(path.join(import.meta.dirname, '../../docs/recipes/editors.md'), 'utf8')
  const files = readDocument(guide).flatMap((part) => (part.kind === 'file' ? [part] : []))
  const call = minor >= 11 ? 'vim.lsp.enable(' : minor >= 8 ? 'vim.lsp.start(' : 'vim.lsp.start_client('
  const settings = files.find(({ content }) => content.includes(call) && content.includes("'crawlform'"))
  return settings?.content ?? ''
}

/** Waits for the connection of a process, which it holds until it ends. */
async function connectionEnds(): Promise<{ readonly port: number; readonly ended: Promise<void> }> {
  const server = createServer()
  const ended = new Promise<void>((resolve) => {
    server.once('connection', (socket: Socket) => {
      server.close()
      // A killed process resets its connection.
      socket.on('error', () => {}).on('close', () => resolve())
      socket.resume()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, ended }
}

describe.skipIf(found.status !== 0)('Neovim, with the settings of the guide (skipped without nvim)', () => {
  it('shows and fixes a problem, shows an origin, and stops the server at the end', async () => {
    const server = await connectionEnds()
    const project = cliProject({
      'package.json': '{}',
      'crawlform.yaml': 'version: 2\n',
      [DOCS]: broken,
      'home/.config/nvim/plugin/crawlform.lua': guideSettings(),
      'node_modules/.bin/crawlform': `#!${process.execPath}\nrequire('node:net').connect(${server.port}, '127.0.0.1').unref()\nrequire(${JSON.stringify(program)})\n`,
    })
    chmodSync(path.join(project.directory, 'node_modules/.bin/crawlform'), 0o755)
    const home = path.join(project.directory, 'home')
    const seen = path.join(project.directory, 'seen.json')
    const driver = path.join(import.meta.dirname, 'drive-neovim.lua')
    const editor = spawn('nvim', ['--headless', '-n', '-i', 'NONE', '--cmd', `luafile ${driver}`, DOCS], {
      cwd: project.directory,
      env: { PATH: process.env['PATH'], HOME: home, XDG_CONFIG_HOME: `${home}/.config`, NEOVIM_SEEN: seen },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => {
      editor.kill()
      project.remove()
    })
    let said = ''
    editor.stdout.on('data', (chunk) => (said += String(chunk)))
    editor.stderr.on('data', (chunk) => (said += String(chunk)))
    const status = await new Promise((resolve) => editor.once('close', resolve))
    expect([status, said]).toEqual([0, expect.not.stringMatching(/error/i)])
    const { problems, actions, hover } = JSON.parse(readFileSync(seen, 'utf8')) as Record<string, unknown[]>
    expect(problems).toEqual([
      {
        line: 5,
        code: 'schema/quoted-number',
        source: 'crawlform',
        message: expect.stringContaining('"limit" is a string; expected a number.'),
      },
    ])
    expect(actions?.[0]).toContain('20')
    expect(hover?.join('\n')).toContain('crawls/docs.yaml:5')
    expect(readFileSync(path.join(project.directory, DOCS), 'utf8')).toBe(broken.replace('"20"', '20'))
    await server.ended
  })
})
