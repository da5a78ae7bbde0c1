// The package as people get it, installed by each installer that crawlform knows, and run as that installer runs programs.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEditor } from '../support/editor-client.ts'
import { type LoopbackSite, startLoopbackSite } from '../support/loopback-site.ts'
import { makeDocx } from '../support/make-office.ts'
import { makePdf } from '../support/make-pdf.ts'
import { npm, packInto, registryEnv, runProgram } from './installed-package.ts'

interface Installer {
  readonly name: string
  /** Its package and version, and the program in it; npm is that of this machine. */
  readonly from?: readonly [version: string, file: string]
  readonly add: readonly string[]
  readonly run: readonly string[]
  /** What its settings say besides the defaults. */
  readonly settings?: string
}

const yarn4: Omit<Installer, 'name'> = {
  from: ['@yarnpkg/cli-dist@4.18.1', '@yarnpkg/cli-dist/bin/yarn.js'],
  add: ['add', '--dev'],
  run: ['crawlform'],
}
const installers: readonly Installer[] = [
  { name: 'npm', add: ['install', '--save-dev'], run: ['exec', '--no', 'crawlform', '--'] },
  {
    name: 'pnpm',
    from: ['pnpm@10.34.9', 'pnpm/bin/pnpm.cjs'],
    add: ['add', '--save-dev'],
    run: ['exec', 'crawlform'],
  },
  {
    name: 'Yarn 1',
    from: ['yarn@1.22.22', 'yarn/bin/yarn.js'],
    add: ['add', '--dev'],
    run: ['--silent', 'crawlform'],
  },
  { ...yarn4, name: 'Yarn 4 with node_modules', settings: 'nodeLinker: node-modules\n' },
  { ...yarn4, name: "Yarn 4 with Plug'n'Play" },
]

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'crawlform-installers-')))
const isReachable = fetchInstallers()

/** Fetches the installers, and returns whether it could. */
function fetchInstallers(): boolean {
  try {
    const wanted = new Set(installers.flatMap(({ from }) => from?.[0] ?? []))
    const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--no-bin-links']
    npm(directory, ['install', '--prefix', path.join(directory, 'installers'), ...flags, ...wanted])
    return true
  } catch {
    return false
  }
}

let tarball: string
let site: LoopbackSite

beforeAll(async () => {
  tarball = packInto(directory)
  const pdf = makePdf([[{ text: 'A word in a PDF', y: 700 }]])
  const word = makeDocx({ body: '<w:p><w:r><w:t>A word in an office file</w:t></w:r></w:p>' })
  site = await startLoopbackSite({
    '/docs/a.pdf': { headers: { 'content-type': 'application/pdf' }, body: pdf },
    '/docs/b.docx': { headers: { 'content-type': 'application/octet-stream' }, body: word },
  })
})
afterAll(async () => {
  await site?.close()
  rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
})

const yamlServer = path.join(
  import.meta.dirname,
  '../../node_modules/yaml-language-server/bin/yaml-language-server',
)

/** Returns what an editor with yaml-language-server says of a crawl with a wrong key, by the schema that its first line names. */
async function problemsInEditor(cwd: string): Promise<readonly string[]> {
  const editor = await startEditor(cwd, { server: [yamlServer, '--stdio'] })
  const settings = { yaml: { validate: true, schemaStore: { enable: false } } }
  await editor.connection.sendNotification('workspace/didChangeConfiguration', { settings })
  const file = 'crawls/docs.yaml'
  const found = editor.problems(file, (diagnostics) => diagnostics.length > 0)
  editor.open(file, `${readFileSync(path.join(cwd, file), 'utf8')}\nlimti: 5\n`)
  const messages = (await found).map(({ message }) => (typeof message === 'string' ? message : message.value))
  await editor.leave()
  return messages
}

describe.skipIf(!isReachable)('the package (needs a registry)', { timeout: 900_000 }, () => {
  // Caches of the installers are in the home of the person who runs this.
  const env = { ...registryEnv(), HOME: process.env['HOME'] ?? directory }

  it.each(installers)('validates, plans, applies and shows changes with $name', async (installer) => {
    const cwd = path.join(directory, installer.name)
    mkdirSync(cwd)
    writeFileSync(path.join(cwd, 'package.json'), '{ "name": "app", "version": "1.0.0", "private": true }')
    // Yarn 4 looks in parents for a project.
    writeFileSync(path.join(cwd, 'yarn.lock'), '')
    const { add, run, settings, from: [, file] = [] } = installer
    if (settings !== undefined) writeFileSync(path.join(cwd, '.yarnrc.yml'), settings)
    const program: [string, ...string[]] =
      file === undefined ? ['npm'] : [process.execPath, path.join(directory, 'installers/node_modules', file)]
    const runIt = async (args: readonly string[]): Promise<string> => {
      const ran = await runProgram([...program, ...args], { cwd, env })
      expect(ran.status, `${args.join(' ')}\n${ran.stdout}${ran.stderr}`).toBe(0)
      return ran.stdout
    }
    const crawlform = (...args: readonly string[]): Promise<string> => runIt([...run, ...args])

    await runIt([...add, `crawlform@file:${tarball}`])
    site.set(
      '/docs/',
      '<h1>Docs</h1><p>Hello</p><a href="/docs/a.pdf">PDF</a><a href="/docs/b.docx">Word</a>',
    )
    await crawlform('init', '--url', site.url('/docs/'), '--name', 'docs', '--ci', 'none', '--yes')
    expect(await problemsInEditor(cwd)).toEqual([expect.stringContaining('limti')])
    expect(await crawlform('validate')).toBe('No problems in 1 file (1 crawl)\n')
    expect(await crawlform('plan', '--summary')).toContain('Plan: 1 to submit.')
    const output = ['--output', 'pages', '--feed', 'feed.ndjson']
    expect(await crawlform('apply', '--yes', '--wait', ...output)).toMatch(/^1 submitted\.$/m)
    const page = (name: string): string => readFileSync(path.join(cwd, 'pages/docs/docs', name), 'utf8')
    expect(page('index.md')).toContain('Hello')
    expect(page('a.pdf.md')).toContain('A word in a PDF')
    expect(page('b.docx.md')).toContain('A word in an office file')
    expect(readFileSync(path.join(cwd, 'feed.ndjson'), 'utf8')).toContain('docs/docs/b.docx.md')
    expect(await crawlform('results', 'docs')).toContain('/docs/b.docx')

    site.set('/docs/', '<h1>Docs</h1><p>Good day</p><a href="/docs/a.pdf">PDF</a>')
    await crawlform('apply', '--yes', '--rerun')
    expect(await crawlform('changes', 'docs')).toContain('/docs/b.docx')
  })
})
