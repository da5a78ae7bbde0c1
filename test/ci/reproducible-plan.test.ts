import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startJobServer, type JobServer } from '../support/job-server.ts'
import { ReviewedProject, type Change } from '../support/reviewed-project.ts'
import { program } from '../support/run-cli.ts'
import { spawnCommand } from '../support/spawn-command.ts'

const crawl = (url: string, limit: number, more = ''): string =>
  `version: 2\nrequest: { url: "${url}", limit: ${limit}${more} }\n`

let jobs: JobServer
let project: ReviewedProject
let change: Change

beforeEach(async () => {
  jobs = await startJobServer()
  project = new ReviewedProject()
  project.merge({
    'crawlform.yaml': `version: 2
environments:
  production: { baseUrl: "${jobs.url}", state: { backend: git } }
`,
    'crawls/blog.yaml': crawl('https://blog.example.com/', 10, ', excludePaths: [^/a/, ^/b/]'),
    'crawls/gone.yaml': crawl('https://gone.example.com/', 10),
    'crawls/same.yaml': crawl('https://same.example.com/', 10),
  })
  await run(project.checkout('refs/heads/main'), 'apply --env production --yes', {})
  change = project.propose({
    'crawls/blog.yaml': crawl('https://blog.example.com/', 20, ', excludePaths: [^/b/, ^/ä/]'),
    'crawls/gone.yaml': undefined,
    'crawls/Übersicht.yaml': `version: 1\nname: overview\nrequest: { url: "https://new.example.com/", maxDepth: 2 }\n`,
    'crawls/matrix.yaml':
      'version: 2\nmatrix: { l: [z, a] }\nrequest: { url: "https://m.example.com/${matrix.l}/" }\n',
  })
})
afterEach(async () => {
  await jobs.close()
  project.remove()
})

async function run(directory: string, command: string, env: Record<string, string>): Promise<void> {
  const { status, output } = await spawnCommand(
    env['TERM'] === undefined ? 'sh' : 'script',
    env['TERM'] === undefined
      ? ['-c', `"${process.execPath}" "${program}" ${command}`]
      : ['-qec', `"${process.execPath}" "${program}" ${command}`, '/dev/null'],
    directory,
    { ...project.repositories.env, ...env },
  )
  if (status !== 0) throw new Error(output)
}

/** A clone in a directory of its own name and depth. */
function cloneTo(...folders: string[]): string {
  const directory = path.join(project.repositories.root, ...folders)
  mkdirSync(path.dirname(directory), { recursive: true })
  execFileSync('cp', ['-a', project.checkout(), directory])
  // The checkout has one commit; the action fetches the other one in the same way.
  project.repositories.git(directory, 'fetch', '--quiet', '--depth=1', 'origin', change.base)
  return directory
}

/** Removes the time at which the plan was made, which differs in every run. */
function withoutTime(page: string): string {
  const time = /<time datetime="[^"]+">[^<]+ UTC<\/time>/g
  expect(page.match(time)).toHaveLength(1)
  return page.replace(time, '')
}

const reports = ['markdown', 'html', 'json', 'gitlab'] as const

it('the same commits give identical reports everywhere, except for the time in the page', async () => {
  const options = reports.map((format) => `--report ${format}=out.${format}`).join(' ')
  const places: { directory: string; env: Record<string, string> }[] = [
    {
      directory: cloneTo('one'),
      env: { TZ: 'Pacific/Kiritimati', LANG: 'C', CI: 'true', GITHUB_ACTIONS: 'true' },
    },
    {
      directory: cloneTo('elsewhere', 'a much deeper', 'place'),
      env: { TZ: 'America/New_York', LC_ALL: 'tr_TR.UTF-8', COLUMNS: '40', FORCE_COLOR: '1' },
    },
    // `script` gives a terminal.
    ...(existsSync('/usr/bin/script')
      ? [
          {
            directory: cloneTo('terminal'),
            env: { TERM: 'xterm-256color', COLUMNS: '200', LANG: 'de_DE.UTF-8' },
          },
        ]
      : []),
  ]
  for (const plan of ['plan --env production', `plan --env production --against ${change.base}`]) {
    const found = []
    for (const { directory, env } of places) {
      await run(directory, `${plan} ${options}`, env)
      found.push(
        Object.fromEntries(
          reports.map((format) => {
            const report = readFileSync(path.join(directory, `out.${format}`), 'utf8')
            return [format, format === 'html' ? withoutTime(report) : report]
          }),
        ),
      )
    }
    const [first, ...others] = found
    expect(first?.['markdown']).toContain('overview')
    for (const other of others) expect(other).toEqual(first)
  }
})
