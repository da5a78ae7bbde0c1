import type { FileSource } from '../../load/file-source.ts'
import { parseHttpUrl } from '../../util/can-parse-url.ts'
import { guessScheme } from '../../util/guess-scheme.ts'
import { nameOfUrl } from '../../util/name-of-url.ts'
import type { Cli } from '../arguments/command.ts'
import { commandLine } from '../arguments/command-line.ts'
import { UsageError } from '../process/failures.ts'

/** A site that no crawl file declares yet. */
export interface NewSite {
  readonly url: string
  /** The name that its crawl gets. */
  readonly name: string
  /** A project in memory whose only crawl is that of the site. */
  readonly files: FileSource
}

export function isSiteUrl(typed: string): boolean {
  return /^https?:\/\//i.test(typed)
}

/** Returns the site at a typed address. @throws {UsageError} */
export function newSite(typed: string, limit: number): NewSite {
  const url = isSiteUrl(typed) ? typed : `${guessScheme(typed)}://${typed}`
  const name = nameOfUrl(url)
  if (parseHttpUrl(url) === undefined || name === undefined)
    throw new UsageError(`"${typed}" is not the address of a site.`, 'For example: https://docs.example.com/')
  const file = `crawls/${name}.yaml`
  const text = JSON.stringify({ version: 2, name, request: { url, limit } })
  return {
    url,
    name,
    files: {
      list: (directory) => (directory === '' || directory === 'crawls' ? [file] : []),
      read: (path) => (path === file ? Buffer.from(text) : 'missing'),
      kind: (path) => (path === file ? 'file' : path === 'crawls' ? 'directory' : 'missing'),
    },
  }
}

/** Returns the line that makes a crawl file of a site. */
export function keepText(cli: Cli, { url }: NewSite): string {
  return `To keep this crawl, write its file:\n  ${commandLine(cli, ['init'], ['--url', url])}\n`
}
