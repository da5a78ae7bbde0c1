import path from 'node:path'
import { SERVED_POLICY, boardFiles, type BoardFile, crawlFile, sharedFiles } from '../../board/board.ts'
import { refuseTrackedLinks } from '../../git/git.ts'
import type { KnownCounts } from '../../session/kept-runs.ts'
import type { KnownLinks } from '../../session/page-links.ts'
import { readBoard } from '../../session/read-board.ts'
import { type NewestPages, readProgress } from '../../session/read-jobs.ts'
import { secretRedactor } from '../../session/session-dependencies.ts'
import { makeDirectory, writeInPlace } from '../../util/files.ts'
import { oneByOne } from '../../util/one-by-one.ts'
import { plural, printable } from '../../util/text.ts'
import type { Cli, CliOf } from '../arguments/command.ts'
import { serveUntilInterrupted } from '../loopback/loopback.ts'
import { type OpenedRecord, openRecord } from '../project/open-record.ts'
import { sessionDependenciesOf } from '../project/project.ts'

export async function run(cli: CliOf<'board'>): Promise<void> {
  const { read, progress, check } = boardReader(cli)
  const directory = cli.options.text('out')
  if (directory !== undefined) return writeFiles(cli, directory, await read(() => true))
  const inTurn = oneByOne()
  // Mistakes of the project are reported before a server starts.
  await check()
  await serveUntilInterrupted(cli, {
    file: async (file) => {
      const wanted = file === '' ? 'index.html' : file
      if (wanted === 'live.json')
        return { type: 'application/json', text: await inTurn(() => progress()), policy: SERVED_POLICY }
      // A page of a crawl is in a folder beside that of the crawl.
      const [, folder, page] = /^(.+)\/([\da-f]{32})\.html$/.exec(wanted) ?? []
      const shown = folder === undefined ? wanted : `${folder}.html`
      const isShown = (crawl: string): boolean => crawlFile(crawl) === shown
      const find = (files: readonly BoardFile[]) => files.find(({ path: name }) => name === wanted)
      const found = find(sharedFiles()) ?? find(await inTurn(() => read(isShown, page)))
      return found && { ...found, policy: SERVED_POLICY }
    },
  })
}

type FilesReader = (needsDetail: (crawl: string) => boolean, page?: string) => Promise<readonly BoardFile[]>

interface BoardReader {
  /** Reports what keeps the project or its record from being read. */
  readonly check: () => Promise<void>
  /** Reads the board as it is now and returns its files. */
  readonly read: FilesReader
  /** Returns how far the running jobs are, and their newest pages, as JSON. */
  readonly progress: () => Promise<string>
}

/** Returns readers of the board. What they say on stderr, they say once. */
function boardReader(cli: CliOf<'board'>): BoardReader {
  const counts: KnownCounts = new Map()
  const links: KnownLinks = new Map()
  const newest: NewestPages = new Map()
  const said = new Set<string>()
  const say = (text: string): void => {
    if (!said.has(text)) cli.stderr.say(text)
    said.add(text)
  }
  const quiet: Cli = { ...cli, stderr: { ...cli.stderr, say } }
  const isOffline = cli.options.flag('offline')
  const isServed = cli.options.text('out') === undefined
  const withRecord = async <T>(act: (opened: OpenedRecord, redact: <V>(value: V) => V) => Promise<T>) => {
    const opened = await openRecord(quiet)
    const { crawls, session } = opened
    try {
      const records = crawls.flatMap(({ record }) => record ?? [])
      const { content } = secretRedactor(sessionDependenciesOf(quiet), session.project, { records })
      return await act(opened, (value) => content(value))
    } finally {
      await session.close()
    }
  }
  const progress = () =>
    withRecord(async ({ session, crawls }, redact) => {
      const jobs = isOffline ? [] : await readProgress(session, crawls, { clock: cli.clock, newest })
      return JSON.stringify(redact(jobs))
    })
  const read: FilesReader = (needsDetail, page) =>
    withRecord(async ({ session, crawls }, redact) => {
      const settings = { clock: cli.clock, isOffline, isServed, counts, links, needsDetail, page }
      const { board, details, pages } = redact(await readBoard(session, crawls, settings))
      return boardFiles(board, details, pages)
    })
  return { check: () => withRecord(async () => undefined), read, progress }
}

function writeFiles(cli: Cli, directory: string, files: readonly BoardFile[]): void {
  const target = path.resolve(cli.cwd, directory)
  refuseTrackedLinks(cli.env, target)
  for (const { path: name, text } of files) {
    const file = path.join(target, name)
    makeDirectory(path.dirname(file))
    writeInPlace(file, text)
  }
  cli.stdout.say(
    `${plural(files.length, 'file')} written to ${printable(directory)}: open ${printable(path.join(directory, 'index.html'))}.\n`,
  )
}
