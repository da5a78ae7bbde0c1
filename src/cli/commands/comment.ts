import { markdownLink } from '../../util/markdown-text.ts'
import type { Cli, CliOf } from '../arguments/command.ts'
import { readCount } from '../arguments/read-option.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { findCommentPlace, keepComment, type KeptComment } from '../comment/comment.ts'
import type { Json } from '../../util/json.ts'
import { printable } from '../../util/text.ts'
import { readProxySettings } from '../../util/network.ts'
import { UsageError } from '../process/failures.ts'
import { packageVersion } from '../../util/package-file.ts'
import { repositoryPrefix } from '../output/ci.ts'
import { readNamed } from '../../util/files.ts'
import { canParseUrl } from '../../util/can-parse-url.ts'

export async function run(cli: CliOf<'comment'>): Promise<void> {
  const { options } = cli
  const issue = readCount(options, 'issue')
  const readEvent = (file: string): Json | undefined =>
    existsSync(file) ? (JSON.parse(readNamed(file).toString('utf8')) as Json) : undefined
  const found = findCommentPlace(cli.env, readEvent, issue)
  if (!found.ok) throw new UsageError(found.message, found.help)
  const content = {
    mark: markOf(options.text('key') ?? 'plan', repositoryPrefix(cli, cli.cwd)),
    text:
      (await readText(cli)) +
      linkLine(options.text('link'), issue === undefined ? 'The whole plan' : 'The run'),
    updateOnly: options.flag('update-only'),
  }
  const connection = { userAgent: `crawlform/${packageVersion()}`, proxy: readProxySettings(cli.env) }
  const kept = await keepComment(found.place, content, connection)
  cli.stdout.say(`${sentence(kept, found.place.description)}\n`)
}

/** Returns the mark of a comment: different for every key and every project of a repository, and always an HTML comment. */
function markOf(key: string, prefix: string): string {
  const where = prefix === '' ? '' : ` ${encodeURI(prefix)}`
  return `<!-- crawlform comment: ${encodeURIComponent(key)}${where} -->`
}

function linkLine(url: string | undefined, text: string): string {
  if (url === undefined || url === '') return ''
  if (!/^https?:\/\//.test(url) || !canParseUrl(url))
    throw new UsageError(`"--link" is "${url}", but it must be an http or https URL.`)
  return `\n${markdownLink(text, url)}\n`
}

async function readText(cli: Cli): Promise<string> {
  const [file = ''] = cli.args
  if (file === '-') return new TextDecoder().decode(await cli.stdin.readAll())
  const absolute = path.resolve(cli.cwd, file)
  const help = 'Create it first: crawlform plan --report markdown=plan.md'
  if (!existsSync(absolute)) throw new UsageError(`"${file}" does not exist.`, help)
  return readNamed(absolute).toString()
}

function sentence(kept: KeptComment, place: string): string {
  if (kept.outcome === 'left out') return `There is no comment on ${printable(place)} to update.`
  const where = kept.url === undefined ? '' : `: ${printable(kept.url)}`
  return `The comment on ${printable(place)} is ${kept.outcome}${where}`
}
