import { statSync } from 'node:fs'
import path from 'node:path'
import { refuseTrackedLinks } from '../../git/git.ts'
import type { linkForms } from '../declarations/specs.ts'
import type { Cli } from './command.ts'
import { piecesOf } from '../../util/files.ts'
import { UsageError } from '../process/failures.ts'

/** How pages are written as files. */
export interface PageOutput {
  /** Absolute. */
  readonly directory: string
  /** Whether links between pages of a crawl lead to their URLs or to their files. */
  readonly links: (typeof linkForms)[number]
  readonly skipDuplicates: boolean
  /** Write pages of a job that missed what its crawl expects. */
  readonly isForced: boolean
  /** Absolute; where to write the feed of what changed. */
  readonly feed?: string
  /** The job that the feed begins at instead of the last delivered one; `start` for all pages. */
  readonly feedFrom?: string
}

/**
 * Returns the directory and form of the pages; undefined without `--output`.
 * @throws {UsageError} for one of the other options without `--output`
 * @throws {TrackedLinkError}
 */
export function readOutput({ cwd, env, options }: Cli): PageOutput | undefined {
  const written = options.text('output')
  const file = options.text('feed')
  const feedFrom = options.text('feed-from')
  if (feedFrom !== undefined && file === undefined)
    throw new UsageError('"--feed-from" needs "--feed".', 'Add --feed FILE, or remove --feed-from.')
  if (written === undefined) {
    const lone = ['--links', '--skip-duplicates', '--feed', '--force'].find((flag) => options.has(flag))
    if (lone === undefined) return undefined
    throw new UsageError(`"${lone}" needs "--output".`, `Add --output DIR, or remove ${lone}.`)
  }
  const directory = path.resolve(cwd, written)
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new UsageError(
      `"--output" names "${directory}", which is not a directory.`,
      'Name a directory, such as pages.',
    )
  const feed = file === undefined ? undefined : path.resolve(cwd, file)
  if (feed !== undefined) checkFeedFile(feed, directory)
  for (const target of [directory, feed]) if (target !== undefined) refuseTrackedLinks(env, target)
  return {
    directory,
    links: options.text('links') === 'relative' ? 'relative' : 'absolute',
    skipDuplicates: options.flag('skip-duplicates'),
    isForced: options.flag('force'),
    ...(feed === undefined ? {} : { feed }),
    ...(feedFrom === undefined ? {} : { feedFrom }),
  }
}

/** Refuses a file that a feed must not replace, before anything is submitted. */
function checkFeedFile(feed: string, directory: string): void {
  const stats = statSync(feed, { throwIfNoEntry: false })
  const isDirectory = stats?.isDirectory() === true
  const [text = ''] = stats?.isFile() === true ? piecesOf(feed) : []
  const isFeed = text === '' || text.toString('latin1').startsWith('{"op":"')
  if (!isDirectory && isFeed && feed !== path.join(directory, 'index.jsonl')) return
  const what = isDirectory ? 'is a directory' : 'is not a feed, so it is not replaced'
  throw new UsageError(`"--feed" names "${feed}", which ${what}.`, 'Name another file, such as feed.jsonl.')
}

/** Returns a text that changes when the file is replaced; empty if it is not a file. */
export function fileStamp(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats?.isFile() === true ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : ''
}
