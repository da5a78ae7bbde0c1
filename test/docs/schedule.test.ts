// The files and lines of the recipe about schedules, as far as a machine without cron and forges can use them.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readDocument } from '../../scripts/docs/read-document.mjs'
import { packageFile } from '../../src/util/package-file.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { cliProject, program, type CliProject } from '../support/run-cli.ts'

const read = (page: string) =>
  readDocument(readFileSync(path.join(import.meta.dirname, '../../docs', page), 'utf8'))
const filesOf = (page: string): Record<string, string> =>
  Object.fromEntries(read(page).flatMap((part) => (part.kind === 'file' ? [[part.file, part.content]] : [])))
const recipe = read('recipes/schedule.md')
const files = filesOf('recipes/schedule.md')
const crontab = recipe.flatMap((part) => (part.kind === 'shown' ? [part.content] : [])).join('')

let home: CliProject
beforeEach(() => {
  home = cliProject()
})
afterEach(() => home.remove())

describe.skipIf(!existsSync('/usr/bin/systemd-analyze'))('the systemd units', () => {
  const verify = (units: Record<string, string>): string => {
    for (const [name, text] of Object.entries(units)) home.write(name, text)
    // Units of a user need a directory for the manager's socket.
    const env = { ...process.env, XDG_RUNTIME_DIR: home.directory }
    const names = Object.keys(units).map((name) => `./${name}`)
    const command = `systemd-analyze verify --user ${names.join(' ')} 2>&1`
    return execFileSync('sh', ['-c', command], { cwd: home.directory, env, encoding: 'utf8' })
  }
  const units = Object.fromEntries(
    Object.entries(files).filter(([name]) => /\.(?:service|timer)$/.test(name)),
  )

  it('have no mistake that systemd finds', () => {
    expect(Object.keys(units)).toEqual(['crawlform.service', 'crawlform.timer', 'crawlform-failed.service'])
    expect(verify(units)).toBe('')
    const planted = units['crawlform.service']?.replace('oneshot', 'onshot') ?? ''
    expect(verify({ ...units, 'crawlform.service': planted })).toContain('onshot')
  })
})

describe.skipIf(!existsSync('/usr/bin/flock'))('the cron line', () => {
  let site: LoopbackSite
  const project = 'our-crawls'
  const [, line = ''] = /^(?:\S+ ){5} *(.*)$/m.exec(crontab) ?? []

  const crawlFile = (expectation: string): void =>
    home.write(
      `${project}/crawls/docs.yaml`,
      `version: 2\nrequest: { url: "${site.origin}/", limit: ${++limit}, scrapeOptions: { maxAge: 0 } }\n${expectation}\n`,
    )
  let limit = 10
  const night = (): Promise<{ status: number; mail: string }> =>
    new Promise((resolve) => {
      const env = { HOME: home.directory, PATH: process.env['PATH'], npm_config_update_notifier: 'false' }
      execFile('sh', ['-c', line], { cwd: home.directory, env }, (error, stdout, stderr) =>
        resolve({ status: error === null ? 0 : Number(error.code), mail: stdout + stderr }),
      )
    })

  beforeEach(async () => {
    site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
    site.set('/', '<title>Home</title><a href="/a">a</a>')
    site.set('/a', '<title>A</title><p>The text of a page.</p>')
    const bin = path.join(home.directory, project, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(path.join(bin, 'crawlform'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
    chmodSync(path.join(bin, 'crawlform'), 0o755)
    home.write(`${project}/nightly.sh`, files['nightly.sh'] ?? '')
    crawlFile('')
  })
  afterEach(() => site.close())

  it('mails only changed pages and failures', async () => {
    expect(await night()).toEqual({ status: 0, mail: '' })
    expect(existsSync(path.join(home.directory, project, 'pages/docs/a.md'))).toBe(true)
    expect(await night()).toEqual({ status: 0, mail: '' })
    site.set('/a', '<title>A</title><p>Another text of a page.</p>')
    crawlFile('')
    const changed = await night()
    expect(changed.status).toBe(0)
    expect(changed.mail).toMatch(/^### What changed on the site\n/)
    expect(changed.mail).toContain('- changed: ')
    crawlFile('expect: { minPages: 9 }')
    const failed = await night()
    expect(failed.status).toBe(5)
    expect(failed.mail).toContain('2 pages, at least 9 expected')
  })

  it('skips a night while the last run is still running', async () => {
    const lock = path.join(home.directory, project, 'nightly.lock')
    const holder = spawn('flock', [lock, 'sh', '-c', 'echo held; read line'])
    await once(holder.stdout, 'data')
    expect(await night()).toEqual({ status: 0, mail: '' })
    expect(site.requests).toEqual([])
    holder.stdin.end()
    await once(holder, 'close')
    await night()
    expect(site.count('/a')).toBe(1)
  })
})

it('the index job fits into the workflow that init writes', () => {
  // What `init` fills in makes no difference here.
  const template = packageFile('templates/init/github-workflow.yml').replaceAll(/<\w+>/g, '')
  const workflow = template.replaceAll(/# (?=pages: )/g, '')
  const { jobs } = parse(workflow + (files['index-job.yml'] ?? '')) as {
    jobs: Record<
      string,
      { needs: string; steps: { uses?: string; run?: string; with?: Record<string, string> }[] }
    >
  }
  expect(Object.keys(jobs)).toEqual(['plan', 'apply', 'index'])
  const { index, apply } = jobs
  expect(index?.needs).toBe('apply')
  expect(index?.steps[1]?.with?.['name']).toBe(apply?.steps.at(-1)?.with?.['pages'])
  const [, script = ''] = /^node (\S+) feed\.jsonl$/.exec(index?.steps[2]?.run ?? '') ?? []
  expect(filesOf('guides/search-index.md')).toHaveProperty([script])
})
