// The package as people get it: packed, installed in an empty directory, and used on every Node that can be found.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startLoopbackSite } from '../support/loopback-site.ts'
import { nodePrograms } from '../support/node-programs.ts'
import { InstalledPackage, runProgram } from './installed-package.ts'

const root = path.join(import.meta.dirname, '../..')

let installed: InstalledPackage
let site: Awaited<ReturnType<typeof startLoopbackSite>>

beforeAll(async () => {
  installed = new InstalledPackage()
  site = await startLoopbackSite({
    '/docs/': '<title>Docs</title><h1>Docs</h1><p>Hello</p><a href="/docs/next">next</a>',
    '/docs/next': '<title>Next</title><h1>Next</h1><p>There</p>',
  })
}, 300_000)
afterAll(async () => {
  await site?.close()
  installed?.remove()
})

describe('the package', () => {
  const files = (): string[] =>
    execFileSync('tar', ['-tzf', installed.tarball], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((name) => name.replace(/^package\//, ''))

  it('contains the program, its schemas and documents, and nothing for development', () => {
    const others = files().filter((name) => !/^(?:dist|docs|schema)\//.test(name))
    const whole = [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'action.yml',
      'package.json',
      ...['bash', 'fish', 'zsh'].map((shell) => `templates/completion/crawlform.${shell}`),
      'templates/crawlform/template.yml',
      'templates/init/crawl.yaml',
      'templates/init/crawlform.yaml',
      'templates/init/github-workflow.yml',
      'templates/init/gitlab-ci.yml',
      'templates/init/gitlab-state.yaml',
      'templates/init/vscode-extensions.json',
      'templates/init/vscode-settings.json',
      'templates/pages/base.css',
      'templates/pages/board.css',
      'templates/pages/board.js',
      'templates/pages/changes.css',
      'templates/pages/explorer.css',
      'templates/pages/explorer.html',
      'templates/pages/jobs.css',
      'templates/pages/live.js',
      'templates/pages/plan.css',
    ]
    expect(others.toSorted()).toEqual(whole)
    expect(files().filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))).toEqual([])
    // A report of a bug names places in the source of minified code.
    expect(files()).toContain('dist/cli/program.cjs.map')
    expect(files().filter((name) => name.endsWith('.map') && !/\.c?js\.map$/.test(name))).toEqual([])
    expect(statSync(installed.tarball).size).toBeLessThan(2_400_000)
  })

  it('runs no script when it is installed', () => {
    const manifest = readFileSync(path.join(installed.app, 'node_modules/crawlform/package.json'), 'utf8')
    // npm asks about `prepare` too where a package is installed from its tarball.
    expect(Object.keys(JSON.parse(manifest).scripts)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:pre|post)?(?:install|prepare)$/)]),
    )
  })

  it('contains no paths of the machine that built it', () => {
    const folder = path.join(installed.app, 'node_modules/crawlform')
    const telling = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
      const file = path.join(folder, name)
      if (!statSync(file).isFile()) return false
      const bytes = readFileSync(file)
      return [root, tmpdir() + path.sep + 'crawlform', homedir() + path.sep].some((place) =>
        bytes.includes(place),
      )
    })
    expect(telling).toEqual([])
  })

  it('contains every page that its pages link to', () => {
    const folder = path.join(installed.app, 'node_modules/crawlform')
    const pages = ['README.md', ...files().filter((name) => /^docs\/.*\.md$/.test(name))]
    for (const page of pages) {
      const text = readFileSync(path.join(folder, page), 'utf8').replaceAll(
        /^(`{3,})[^]*?^\1$|`[^`\n]+`/gm,
        '',
      )
      for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^[a-z]+:/.test(target)) continue
        const [file = '', anchor] = target.split('#')
        const linked = file === '' ? page : path.posix.join(path.posix.dirname(page), file)
        expect(existsSync(path.join(folder, linked)), `${page}: ${target}`).toBe(true)
        if (anchor === undefined) continue
        expect(anchorsOf(readFileSync(path.join(folder, linked), 'utf8')), `${page}: ${target}`).toContain(
          anchor,
        )
      }
    }
  })

  it.each(['node16', 'bundler'])('has types for a program with moduleResolution %s', (resolution) => {
    const consumer = installed.write(
      'app/consumer.ts',
      `import { loadProject, makePlan, type CrawlFile, type Plan } from 'crawlform'
import { startService } from 'crawlform/service'
const file: CrawlFile = { version: 2, request: { url: 'https://docs.example.com/', limit: 5 } }
const { crawls } = loadProject({ directory: '.', variables: {} })
export const plan: Plan = makePlan({ environment: 'local', crawls, recorded: undefined, nowMs: 0 })
export const started: ReturnType<typeof startService> | undefined = undefined
// @ts-expect-error A crawl file has no such setting.
export const wrong: CrawlFile = { ...file, request: { url: '', limt: 5 } }
`,
    )
    const options =
      resolution === 'node16' ? ['--module', 'node16'] : ['--module', 'esnext', '--target', 'es2022']
    const types = ['--typeRoots', path.join(root, 'node_modules/@types'), '--types', 'node']
    installed.write('app/package.json', '{ "private": true, "type": "module" }')
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
    const args = [
      compiler,
      '--noEmit',
      '--strict',
      ...options,
      '--moduleResolution',
      resolution,
      ...types,
      consumer,
    ]
    expect(() => execFileSync(process.execPath, args, { cwd: installed.app, stdio: 'pipe' })).not.toThrow()
  })
})

describe.each(nodePrograms)('on Node $version, the installed package', ({ node, version }) => {
  let project: string

  beforeAll(() => {
    // Inside the directory it is installed in, as projects are.
    project = path.join(installed.app, version)
    mkdirSync(project)
  })

  const crawlform = async (args: readonly string[], input = ''): Promise<string> => {
    const ran = await runProgram([node, installed.program, ...args], { cwd: project, input })
    expect(ran, args.join(' ')).toMatchObject({ status: 0 })
    // No warning of Node's or of its engine reaches people.
    expect(ran.stderr, args.join(' ')).not.toMatch(/\bnode:|Warning|flag/)
    return ran.stdout
  }

  it('starts a project whose editor settings point to its schemas', async () => {
    await crawlform(['init', '--url', site.url('/docs/'), '--name', 'docs', '--ci', 'github', '--yes'])
    const settings = JSON.parse(readFileSync(path.join(project, '.vscode/settings.json'), 'utf8'))
    const schemas = Object.keys(settings['yaml.schemas'])
    expect(schemas).toHaveLength(2)
    for (const schema of schemas) {
      expect(JSON.parse(readFileSync(path.join(installed.app, schema), 'utf8'))).toHaveProperty('description')
    }
    expect(await crawlform(['validate'])).toBe('No problems in 1 file (1 crawl)\n')
  })

  it('reads hundreds of files', async () => {
    const folder = path.join(project, 'many')
    mkdirSync(path.join(folder, 'crawls'), { recursive: true })
    for (let n = 0; n < 300; n++) {
      const text = `version: 2\nrequest:\n  url: https://docs.example.com/${n}/\n  limit: 10\n`
      writeFileSync(path.join(folder, `crawls/c${n}.yaml`), text)
    }
    const ran = await runProgram([node, installed.program, 'validate'], { cwd: folder, input: '' })
    expect(ran).toEqual({ status: 0, stdout: 'No problems in 300 files (300 crawls)\n', stderr: '' })
  })

  it('plans, applies and shows what it has applied', async () => {
    expect(await crawlform(['plan', '--summary'])).toContain('Plan: 1 to submit.')
    expect(await crawlform(['apply', '--yes', '--wait', '--output', 'pages'])).toBe('1 submitted.\n')
    expect(readFileSync(path.join(project, 'pages/docs/docs/next.md'), 'utf8')).toContain('There')
    expect(await crawlform(['plan'])).toContain('Nothing to submit: 1 unchanged.')
    expect(await crawlform(['status'])).toContain('completed')
    expect(await crawlform(['state', 'list'])).toContain('docs')
    expect(await crawlform(['preview', 'docs'])).toContain('/docs/next')
  })

  it('explains, tests and renders', async () => {
    expect(await crawlform(['explain', 'docs', '/docs/next'])).toContain('in scope')
    expect(await crawlform(['explain', 'limits/unset'])).toContain('docs/rules/limits.md#limitsunset')
    expect(await crawlform(['test'])).toContain('1')
    expect(await crawlform(['render', 'docs', '--as', 'curl'])).toContain('/v2/crawl')
    expect(await crawlform(['completion', 'bash'])).toContain('complete')
  })

  it('migrates and imports', async () => {
    const old =
      '# Ours\nversion: 1\nrequest:\n  url: https://old.example.com/\n  limit: 5\n  ignoreSitemap: true\n'
    const migrated = await crawlform(['migrate', '-'], old)
    expect(migrated).toContain('+  sitemap: skip')
    const curl = `curl https://api.firecrawl.dev/v1/crawl -d '{"url": "https://a.example.com/", "limit": 5}'`
    expect(await crawlform(['import', '-', '--name', 'imported', '--write'], curl)).toBe(
      'crawls/imported.yaml\n',
    )
    expect(await crawlform(['validate'])).toBe('No problems in 2 files (2 crawls)\n')
  })

  it('works as a library and as a service', async () => {
    const script = installed.write(
      `app/${version}/library.mjs`,
      `import { loadProject, makePlan } from 'crawlform'
import { startService } from 'crawlform/service'
import { createRequire } from 'node:module'
const schema = createRequire(import.meta.url)('crawlform/schema/crawl.schema.json')
const { crawls } = loadProject({ directory: '.', variables: {} })
const plan = makePlan({ environment: 'local', crawls, recorded: undefined, nowMs: 0 })
const service = await startService({ dataDirectory: 'service', port: 0 })
const answer = await fetch(service.url + '/v2/crawl/active')
console.log(plan.changes.length, schema.type, answer.status)
await service.close()
`,
    )
    const ran = await runProgram([node, script], { cwd: project })
    expect(ran).toEqual({ stdout: '2 object 200\n', stderr: '', status: 0 })
  })
})

/** Anchors of headings as the usual Markdown renderers give them. */
function anchorsOf(markdown: string): string[] {
  const headings = [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}
