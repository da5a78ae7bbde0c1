import type { Cli, CliOf } from '../arguments/command.ts'
import type { ScopeEdit } from '../../explore/explored-crawl.ts'
import { renderExplorer } from '../../explore/explore.ts'
import type { Trail } from '../../frontier/trail.ts'
import { diskFiles } from '../../load/disk-files.ts'
import { overlaidFiles, findRoot } from '../../load/file-source.ts'
import type { LoadedProject } from '../../load/load.ts'
import { assert } from '../../util/invariant.ts'
import { sha256 } from '../../util/sha256.ts'
import { changeScope, editFromPage, WriteRefused } from '../explore/write-scope.ts'
import { exploredCrawlOf, previewOf } from '../explore/explore.ts'
import { type LoopbackAnswers, readPort, serveUntilInterrupted } from '../loopback/loopback.ts'
import { FileChanged, readText, rewriteFiles } from '../project/rewrite-files.ts'
import { loadFromOptions, type OneCrawl, oneCrawl } from '../project/project.ts'

export async function run(cli: CliOf<'explore'>): Promise<void> {
  // A wrong port is reported before the crawl takes its time.
  readPort(cli)
  const found = await oneCrawl(cli)
  cli.stderr.say(`Finding the pages of ${found.crawl.name} ...\n`)
  const preview = await previewOf(cli, found, true)
  assert(preview.trail !== undefined, 'a preview left no trail')
  await serveUntilInterrupted(cli, answersFor(cli, found, preview.trail))
}

function answersFor(cli: Cli, found: OneCrawl, trail: Trail): LoopbackAnswers {
  let { loaded, crawl } = found
  let settings = trail.settings
  const { root } = loaded
  const place = findRoot(root)
  const reload = (file?: string, text = ''): LoadedProject => {
    const texts = new Map(file === undefined ? [] : [[file, text]])
    return loadFromOptions({ ...cli, cwd: root }, { files: overlaidFiles(diskFiles(place), texts) })
  }
  const change = (edit: ScopeEdit) => {
    const { file, text } = crawl.document
    const before = readText(diskFiles(place), file)
    if (before?.replace(/^\uFEFF/, '') !== text)
      throw new WriteRefused(
        `${file} has changed since this page was made. Stop "crawlform explore" and start it again.`,
      )
    return { ...changeScope(loaded, crawl.name, edit, reload), before }
  }
  const write = (edit: ScopeEdit, digest: unknown) => {
    const { file, before, text } = change(edit)
    if (sha256(text) !== digest) throw new WriteRefused('The change would differ from the one shown.')
    const mark = before.startsWith('\uFEFF') ? '\uFEFF' : ''
    rewriteFiles(place, [{ name: file, before, after: mark + text }])
    loaded = reload()
    crawl = loaded.resolved.find(({ name }) => name === crawl.name) ?? crawl
    settings = { ...settings, ...edit }
    return { status: 200, body: { file } } as const
  }
  return {
    file: (file) => {
      if (file !== '') return undefined
      const { html: text, policy } = renderExplorer({ ...exploredCrawlOf(crawl, trail, true), settings })
      return { type: 'text/html', text, policy }
    },
    post: (name, body) => {
      const edit = editFromPage(body)
      if (edit === undefined) return { status: 400, body: { error: 'These are not valid settings.' } }
      try {
        if (name === 'write') return write(edit, (body as { digest?: unknown }).digest)
        if (name !== 'change') return undefined
        const { file, text, diff, also } = change(edit)
        return { status: 200, body: { file, diff, also, digest: sha256(text) } }
      } catch (error) {
        if (error instanceof WriteRefused || error instanceof FileChanged)
          return { status: 409, body: { error: error.message } }
        throw error
      }
    },
  }
}
