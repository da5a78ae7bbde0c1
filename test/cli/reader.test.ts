// What people read: as wide as their terminal, with commands as they called the program; and nothing of it in data.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readDocument } from '../../scripts/docs/read-document.mjs'
import { commandLoaders } from '../../src/cli/commands/commands.ts'
import { commandNames } from '../../src/cli/declarations/declarations.ts'
import { runCli } from '../../src/cli/cli.ts'
import { startOf } from '../../src/diagnostics/diagnostic.ts'
import { shellWords } from '../../src/import/shell-words.ts'
import { systemClock } from '../../src/util/clock.ts'
import { foldLines, textWidth } from '../../src/util/text.ts'
import { sourceFiles } from '../support/room-imports.ts'
import { fakeHost, type HostWish } from '../support/fake-host.ts'

let project: string

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'crawlform-reader-'))
})
afterEach(() => rmSync(project, { recursive: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(project, file)), { recursive: true })
  writeFileSync(path.join(project, file), text)
}

async function run(line: string, wish: HostWish = {}) {
  const argv = shellWords(line, () => startOf('')).words.map(({ text }) => text)
  const host = fakeHost({ argv, cwd: project, clock: systemClock, ...wish })
  const status = await runCli(host)
  return { status, out: host.out(), err: host.err(), all: host.out() + host.err() }
}

/** Two crawls, one of them with a warning, a note and long settings. */
function writeProject(): void {
  write('crawls/handbook.yaml', 'version: 2\nrequest: { url: "https://docs.example.com/docs/", limit: 50 }\n')
  const blog = [
    'version: 1',
    'request:',
    '  url: https://blog.example.com/a/rather/long/way/to/the/first/page/of/all/',
    '  maxDepth: 9',
    "  excludePaths: ['/blog/*', '^/a/rather/long/way/to/the/archive/of/the/last/century/']",
  ]
  write('crawls/blog.yaml', `${blog.join('\n')}\n`)
}

/** The lines that a reader takes in as text: neither somebody's file nor a command, which are not folded. */
function proseOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => !/^ *\d* ?\||^ *"?(?:npx )?crawlform /.test(line))
}

/** A frame shows as much of a line as there is room for. */
const unframed = (text: string): string => text.replaceAll(/^ *\d* ?\|.*/gm, '')

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')

describe('text for people', () => {
  beforeEach(writeProject)

  const commands = [
    'plan --warnings',
    'plan --summary',
    'plan --full',
    'apply',
    'status',
    'validate',
    'explain blog',
    'explain handbook /docs/lamp',
    'explain limits/unset',
    'migrate --check',
    'render blgo',
    'init --url nowhere',
    '--help',
    ...commandNames.map((name) => `${name} --help`),
  ]
  const cases = commands.flatMap((command) => [40, 60, 80, 120].map((columns) => [command, columns] as const))

  it.each(cases)('of %s fits into %i columns', async (command, columns) => {
    const fitted = await run(command, { terminal: true, columns, env: { NO_COLOR: '1' } })
    const wide = proseOf(fitted.all).filter((line) => {
      // A word wider than the terminal has a line of its own; if it follows a label, nothing follows it.
      const words = wordsOf(line).filter((word) => textWidth(word) > columns / 2)
      return textWidth(line) > columns && words.length === 0
    })
    expect(wide).toEqual([])
  })

  // On a terminal apply asks, and elsewhere it says what asks nobody.
  const same = cases.filter(([command]) => command !== 'apply')
  it.each(same)('of %s in %i columns has the same words as without a width', async (command, columns) => {
    const free = await run(command)
    const fitted = await run(command, { terminal: true, columns, env: { NO_COLOR: '1' } })
    expect(wordsOf(unframed(fitted.all))).toEqual(wordsOf(unframed(free.all)))
  })

  it('puts digests and commands on their own lines', async () => {
    const { out } = await run('plan handbook', { terminal: true, columns: 60, env: { NO_COLOR: '1' } })
    expect(out).toMatch(/\nDigest:\n {2}[0-9a-f]{64}\n/)
    expect(out).toMatch(/\nApply exactly this:\n {2}crawlform apply handbook --expect [0-9a-f]{64}\n$/)
  })

  it('is as wide as COLUMNS, and is not folded if the width is unknown', async () => {
    const line = /^\+ handbook {2}.* {2}up to 50 pages$/m
    expect((await run('plan handbook --summary')).out).toMatch(line)
    const narrow = { env: { COLUMNS: '60' } }
    expect((await run('plan handbook --summary', narrow)).out).toContain(
      '+ handbook  https://docs.example.com/docs/\n            submit: never submitted  up to 50 pages\n',
    )
    const odd = await run('plan handbook --summary', { env: { COLUMNS: 'wide' } })
    expect(odd.out).toMatch(line)
  })

  it.each(['json', 'markdown', 'html', 'gitlab'])('is folded, but the format %s is not', async (format) => {
    const free = await run(`plan --format ${format}`)
    const narrow = await run(`plan --format ${format}`, { terminal: true, columns: 40 })
    const withoutTime = (text: string): string => text.replace(/<time .*<\/time>/, '<time>')
    expect(withoutTime(narrow.out)).toBe(withoutTime(free.out))
  })

  it.each(['json', 'github', 'gitlab', 'sarif', 'junit', 'markdown'])(
    'is folded, but the format %s of validate is not',
    async (format) => {
      const free = await run(`validate --format ${format}`)
      const called = { terminal: true, columns: 40, env: { npm_command: 'exec' } }
      expect((await run(`validate --format ${format}`, called)).out).toBe(free.out)
    },
  )

  it('keeps colours, table columns and wide characters when it is folded', () => {
    const table = '  \u001b[32mpass\u001b[39m  depth  any number of links may lead here'
    expect(foldLines(table, 30)).toBe(
      '  \u001b[32mpass\u001b[39m  depth  any number of\n               links may lead\n               here',
    )
    expect(foldLines('日本語 日本語 日本語', 14)).toBe('日本語 日本語\n日本語')
    expect(foldLines('help: Run "crawlform lock docs --env production" now, please.', 30)).toBe(
      'help: Run\n  "crawlform lock docs --env production"\n  now, please.',
    )
    expect(foldLines('12 |   url: https://example.com/ # as it stands there', 20)).toContain(
      'as it stands there',
    )
  })
})

/** Commands that a reader would paste, as they stand outside of somebody's files. */
function bareHints(text: string): readonly string[] {
  const names = commandNames.join('|')
  const hint = new RegExp(String.raw`(?<!npx )(?<![\w./@-])crawlform (?:${names}|<command>|--?\w)\b.*`)
  const lines = text.split('\n').filter((line) => !/^ *\d* ?\|/.test(line))
  return lines.flatMap((line) => hint.exec(line)?.[0] ?? [])
}

describe('a command in a message of a program that npx started', () => {
  const npx = { env: { npm_command: 'exec' } }

  const docs = path.join(import.meta.dirname, '../../docs/rules')
  const pages = readdirSync(docs).filter((name) => name !== 'README.md')
  const sections = pages.flatMap((name) =>
    readFileSync(path.join(docs, name), 'utf8').split(/^## /m).slice(1),
  )
  const examples = sections.map((section): [id: string, example: string] => [
    section.slice(0, section.indexOf('\n')),
    section.slice(0, section.indexOf('\nFixed:\n')),
  ])

  it.each(examples)('works as pasted in the rule %s', async (id, example) => {
    const parts = readDocument(example)
    for (const part of parts) if (part.kind === 'file') write(part.file, part.content)
    const commands = parts.flatMap((part) => (part.kind === 'console' ? part.sessions : []))
    for (const { command } of commands.slice(0, -1)) execFileSync('sh', ['-c', command], { cwd: project })
    const { all } = await run(commands.at(-1)?.command.replace(/^crawlform /, '') ?? '', npx)
    expect(bareHints(all)).toEqual([])
    expect(bareHints((await run(`explain ${id}`, npx)).all)).toEqual([])
  })

  it.each(['', ...commandNames])('works as pasted in the help of "%s"', async (name) => {
    expect(bareHints((await run(`${name} --help`.trim(), npx)).all)).toEqual([])
  })

  it.each([
    'nosuch',
    '--nosuch',
    'plan nosuch',
    'plan --env nosuch',
    'apply',
    'apply --plan crawlform.yaml',
    'status nosuch',
    'init',
    'state move docs',
    'state unlock a',
    'state reconcile',
    'state forget',
    'explain limits/nosuch',
    'migrate',
    'comment nosuch.md',
    'import nosuch',
    'lock --check',
    'serve --yes',
  ])('works as pasted in the output of "%s"', async (line) => {
    writeProject()
    expect(bareHints((await run(line, npx)).all)).toEqual([])
  })

  it('is not changed in text that is quoted from files', async () => {
    write('crawls/docs.yaml', 'version: 2\nrequest: { url: "https://example.com/" } # see crawlform plan\n')
    const { out } = await run('validate', npx)
    expect(out).toContain('# see crawlform plan\n')
  })

  it('is written by one function, as only data is written directly to streams', () => {
    const source = path.join(import.meta.dirname, '../../src/cli')
    const direct = sourceFiles(source).filter((file) =>
      /\b(?:stdout|stderr|stream)\.write\(/.test(readFileSync(path.join(source, file), 'utf8')),
    )
    expect(direct.toSorted()).toEqual([
      'commands/completion.ts', // scripts of shells
      'commands/import.ts', // the file that is made
      'commands/migrate.ts', // patches, and names of files
      'commands/render.ts', // requests
      'commands/results.ts', // pages
      'commands/serve.ts', // a log
      'commands/state.ts', // JSON
      'commands/version.ts', // the version
      'output/output.ts', // every format but text, and NDJSON
      'output/progress-display.ts', // bars
      'output/show-diff.ts', // patches
      'process/host.ts', // the door
      'process/process.ts', // the streams themselves
      'process/report-bug.ts', // what is copied into a report
      'process/thread-host.ts', // the streams of the thread
      'process/thread.ts', // what libraries write there
      'start.ts', // a lack of memory or files, before there is a door
    ])
  })

  it('is one of the known commands', () => {
    expect(Object.keys(commandLoaders)).toEqual([...commandNames])
    const folder = path.join(import.meta.dirname, '../../src/cli/commands')
    const files = readdirSync(folder).map((file) => path.basename(file, '.ts'))
    expect(files.filter((file) => file !== 'commands').toSorted()).toEqual([...commandNames].toSorted())
  })
})

describe('warnings of files that plan and apply read', () => {
  beforeEach(writeProject)

  it('are counted below the plan, with the command that shows them', async () => {
    const { out, err } = await run('plan --summary --set handbook.request.limit=3')
    expect(out).toMatch(/^Plan for environment local\n/)
    expect(err).toMatch(
      /^\n3 warnings.* in 2 files \(2 crawls\), shown by "crawlform validate --set handbook\.request\.limit=3"\.\n$/,
    )
    const command = /"crawlform (.*)"/.exec(err)?.[1] ?? ''
    expect((await run(command)).out).toContain('[limits/unset]')
  })

  it('are shown before the plan with --warnings', async () => {
    const { err } = await run('plan --summary --warnings')
    expect(err).toContain('[limits/unset]')
    expect(err).not.toContain('shown by')
    const applied = await run('apply --warnings --summary')
    expect(applied.err).toMatch(/\[limits\/unset\][^]*\nPlan for environment local\n/)
  })

  it('are below the plan of apply, before it asks', async () => {
    const { err } = await run('apply --summary')
    expect(err).toMatch(/^Plan for [^]*Digest: \w+\n\n3 warnings.*\n\nApproval is needed/)
  })

  it.each(['plan nosuch --warnings', 'apply nosuch --warnings', 'apply --plan a --expect b --warnings'])(
    'are never shown before a wrong use: %s',
    async (line) => {
      const { status, err } = await run(line)
      expect([status, err.startsWith('crawlform: ')]).toEqual([64, true])
    },
  )

  it('are shown in full together with an error', async () => {
    write('crawls/wrong.yaml', 'version: 2\nrequest: { url: "https://example.com/", limt: 1 }\n')
    const { status, out, err } = await run('plan')
    expect([status, out]).toEqual([1, ''])
    expect(err).toContain('[schema/unknown-key]')
    expect(err).toContain('[limits/unset]')
  })

  it('are not mentioned if there are none', async () => {
    rmSync(path.join(project, 'crawls/blog.yaml'))
    expect((await run('plan')).err).toBe('')
  })
})
