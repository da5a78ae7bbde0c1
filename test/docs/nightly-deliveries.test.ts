// The guide's nightly script over nights that go wrong: after the next good night, the index equals the site.
import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDocument } from '../../scripts/docs/read-document.mjs'
import { serveFourPages } from '../support/four-pages.ts'
import { GitRepositories } from '../support/git-repositories.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { RandomSource } from '../support/random-source.ts'
import { program } from '../support/run-cli.ts'

const ROUNDS = Number(process.env['CRAWLFORM_CAMPAIGN_SIZE'] ?? 1)
const SEED = Number(process.env['CRAWLFORM_CAMPAIGN_SEED'] ?? 1)
const KILLER = path.join(import.meta.dirname, '../support/kill-at-change.mjs')
const guide = readFileSync(path.join(import.meta.dirname, '../../docs/guides/search-index.md'), 'utf8')

const SITES = [
  { a: 'First', b: 'First', c: 'First' },
  { a: 'Second', b: 'First', d: 'First' },
] as const

const find = (name: string): string | undefined =>
  ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => path.join(folder, name))
    .find((file) => existsSync(file))
const [sqlite, realGit] = [find('sqlite3'), find('git')]

let site: LoopbackSite
let repositories: GitRepositories
let directory: string
let nights = 0

beforeAll(async () => {
  site = await startLoopbackSite({ '/robots.txt': { status: 404 }, '/sitemap.xml': { status: 404 } })
  repositories = new GitRepositories()
  directory = realpathSync(repositories.clone())
  for (const part of readDocument(guide)) if (part.kind === 'file') write(part.file, part.content)
  write(
    'crawlform.yaml',
    'version: 2\nenvironments:\n  local: { service: embedded, state: { backend: git } }\n',
  )
  const killer = `\${KILL_AT_CHANGE:+--import} \${KILL_AT_CHANGE:+"${KILLER}"}`
  command('crawlform', `exec "${process.execPath}" ${killer} "${program}" "$@"`)
  // Kills crawlform after its nth call of git.
  const count = 'calls=$(($(cat "$CALLS") + 1)); echo "$calls" >"$CALLS"'
  command(
    'git',
    `"${realGit}" "$@"; status=$?
    if [ -n "$KILL_AT_GIT" ]; then ${count}; [ "$calls" -ne "$KILL_AT_GIT" ] || kill -9 "$PPID"; fi
    exit "$status"`,
  )
  // Fails once, when it has read some lines of the script.
  command(
    'sqlite3',
    `if [ -n "$READ_LINES" ] && [ ! -e "$CALLS.read" ]; then
      : >"$CALLS.read"; head -n "$READ_LINES" | "${sqlite}" "$@"; exit 1
    fi
    exec "${sqlite}" "$@"`,
  )
  repositories.hook(
    'pre-receive',
    'pushes=$(($(cat pushes) + 1)); echo "$pushes" >pushes; [ "$pushes" -lt "$(cat refused)" ]',
  )
})
afterAll(async () => {
  repositories.remove()
  await site.close()
})

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(directory, file)), { recursive: true })
  writeFileSync(path.join(directory, file), text)
}

function command(name: string, script: string): void {
  write(`bin/${name}`, `#!/bin/sh\n${script}\n`)
  chmodSync(path.join(directory, 'bin', name), 0o755)
}

interface Trouble {
  /** The first push that is refused, as all after it. */
  readonly refused?: number
  readonly env?: Readonly<Record<string, string>>
}

/** Runs a script with a crawl that is due, and returns its exit status and what it said. */
async function night(
  { refused = 1e6, env = {} }: Trouble,
  script = 'sh nightly.sh',
): Promise<{ status: number; said: string }> {
  const request = `url: "${site.origin}/", limit: ${50 + ++nights}, scrapeOptions: { maxAge: 0 }`
  write('crawls/docs.yaml', `version: 2\nrequest: { ${request} }\n`)
  for (const [file, value] of [['pushes', 0] as const, ['refused', refused] as const])
    writeFileSync(path.join(repositories.bare, file), `${value}\n`)
  const calls = path.join(directory, 'calls')
  writeFileSync(calls, '0\n')
  rmSync(`${calls}.read`, { force: true })
  const PATH = `${path.join(directory, 'bin')}:${path.dirname(process.execPath)}:${process.env['PATH']}`
  const options = { cwd: directory, env: { ...repositories.env, PATH, CALLS: calls, ...env } }
  return new Promise((resolve) => {
    execFile('sh', ['-c', script], options, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), said: stdout + stderr }),
    )
  })
}

function someTrouble(random: RandomSource): Trouble {
  const KILL_AT_PATH = `^${directory}/(?:pages|feed|\\.crawlform/)`
  switch (random.below(4)) {
    case 0:
      return { env: { KILL_AT_CHANGE: String(1 + random.below(60)), KILL_AT_PATH } }
    case 1:
      return { env: { KILL_AT_GIT: String(1 + random.below(80)) } }
    case 2:
      return { refused: 1 + random.below(6) }
    default:
      return { env: { READ_LINES: String(random.below(30)) } }
  }
}

/** Returns the first word of each page in the index, by its path. */
function indexed(): Record<string, string | undefined> {
  const query = 'SELECT url, text FROM pages'
  const text = execFileSync(sqlite ?? '', ['-json', 'search.db', query], { cwd: directory, encoding: 'utf8' })
  const rows = JSON.parse(text) as { url: string; text: string }[]
  return Object.fromEntries(
    rows.map((row) => [row.url.slice(site.origin.length), /(\w+) text of/.exec(row.text)?.[1]]),
  )
}

it.skipIf(sqlite === undefined || realGit === undefined)(
  'a search index equals the site after each good night, after any failures before',
  { timeout: 600_000 + ROUNDS * 60_000 },
  async () => {
    const random = new RandomSource(SEED)
    for (let round = 0; round < ROUNDS; round++) {
      const troubles = Array.from({ length: 1 + random.below(2) }, () => someTrouble(random))
      let said = ''
      for (const [index, trouble] of troubles.entries()) {
        serveFourPages(site, SITES[index % 2 === 0 ? 1 : 0])
        const bad = await night(trouble)
        said += `\n--- ${JSON.stringify(trouble)} ended with ${bad.status}\n${bad.said}`
      }
      const now = random.pick(SITES)
      serveFourPages(site, now)
      // A person does what the message says, after a push of the record was refused.
      let good = await night({})
      if (good.status === 4) good = await night({}, 'crawlform state reconcile --env local && sh nightly.sh')
      const context = `seed ${SEED}, round ${round}:${said}\n--- good\n${good.said}`
      expect(good.status, context).toBe(0)
      const paths = Object.entries(now).map(([name, word]) => [`/${name}`, word])
      expect(indexed(), context).toEqual({ '/': 'The', ...Object.fromEntries(paths) })
      const left = readdirSync(directory).filter((name) => /^(?:feed|taken-.*)\.jsonl$/.test(name))
      expect(left, context).toEqual([])
    }
  },
)
