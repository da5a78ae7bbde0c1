import type { Cli, CliOf } from '../arguments/command.ts'
import { readName } from '../arguments/read-option.ts'
import { createReadStream, lstatSync, statSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { decodeText, MOST_BYTES } from '../../document/document.ts'
import type { FieldReport } from '../../import/crawl-draft.ts'
import { describePages } from '../../import/page-reach.ts'
import { type ImportedText, type ImportOutcome, importText } from '../../import/import.ts'
import { addProfile } from '../../import/render-draft.ts'
import { diskFiles } from '../../load/disk-files.ts'
import { findRoot, PROJECT_FILE } from '../../load/file-source.ts'
import { renderDiagnosticsText } from '../../render/render-diagnostics-text.ts'
import type { Style } from '../../render/render.ts'
import { makeDirectory } from '../../util/files.ts'
import { padCells, plural, printable } from '../../util/text.ts'
import { readText, rewriteFiles } from '../project/rewrite-files.ts'
import { chooseStyle } from '../output/terminal.ts'
import { type ExitStatus, exitStatus, UsageError } from '../process/failures.ts'
import { noteUndeclared } from '../project/crawl-files.ts'
import { keepSchemas, schemaFolder } from '../project/installation.ts'

export async function run(cli: CliOf<'import'>): Promise<ExitStatus> {
  const [file = ''] = cli.args
  const given = readName(cli.options)
  const { shown, bytes } = await readSource(cli, file)
  const name = given === undefined ? {} : { name: given }
  const text = decodeText(shown, bytes)
  const outcome: ImportOutcome =
    typeof text === 'string' ? importText(shown, text, name) : { ok: false, diagnostics: [text] }
  if (!outcome.ok) {
    // Without the source's text, which may hold secrets anywhere.
    cli.stderr.say(renderDiagnosticsText(outcome.diagnostics, new Map(), chooseStyle(cli, 'stderr')))
    return exitStatus.configuration
  }
  const { value } = outcome
  const isWritten = cli.options.flag('write')
  if (isWritten) write(cli, value)
  else cli.stdout.write(value.text)
  cli.stderr.say(summary(value, chooseStyle(cli, 'stderr')))
  if (!isWritten && value.shared !== undefined)
    cli.stderr.say(`--write moves settings shared by these crawls into a profile in ${PROJECT_FILE}.\n`)
  return exitStatus.ok
}

async function readSource(cli: Cli, file: string): Promise<{ shown: string; bytes: Uint8Array }> {
  if (file === '-') return { shown: '<stdin>', bytes: await cli.stdin.readAll(MOST_BYTES) }
  const absolute = path.resolve(cli.cwd, file)
  const isDirectory = statSync(absolute, { throwIfNoEntry: false })?.isDirectory()
  if (isDirectory !== false) {
    const problem = isDirectory === undefined ? 'does not exist' : 'is a directory'
    throw new UsageError(`"${file}" ${problem}.`, 'Name a file, or use - to read stdin.')
  }
  // A device may never end.
  return { shown: file, bytes: await buffer(createReadStream(absolute, { end: MOST_BYTES })) }
}

/** Writes the crawl file. Common settings of several crawls become a profile in the project file, which otherwise stays the same. */
function write(cli: Cli, { name, text, shared }: ImportedText): void {
  const place = findRoot(cli.cwd)
  const { root } = place
  const local = `crawls/${name}.yaml`
  const target = path.join(root, local)
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined)
    throw new UsageError(`"${local}" already exists and was not changed.`, 'Choose another --name.')
  const before = shared === undefined ? undefined : readText(diskFiles(place), PROJECT_FILE)
  const added = shared === undefined ? undefined : addProfile(before, name, shared.profile)
  makeDirectory(path.dirname(target))
  // The profile is written first, because extending a missing profile would be an error.
  // The same first lines as those of `init`.
  const schemas = schemaFolder(root)
  const modeline = (schema: string): string => `# yaml-language-server: $schema=${schema}\n`
  const head = before === undefined ? modeline(`${schemas}/project.schema.json`) : ''
  if (added !== undefined) rewriteFiles(place, [{ name: PROJECT_FILE, before, after: head + added.text }])
  const crawls = shared === undefined || added === undefined ? text : shared.textFor(added.name)
  const after = modeline(`../${schemas}/crawl.schema.json`) + crawls
  rewriteFiles(place, [{ name: local, before: undefined, after }])
  cli.stdout.write(`${printable(local)}\n`)
  if (added !== undefined) cli.stdout.write(`${PROJECT_FILE}\n`)
  if (shared !== undefined)
    cli.stderr.say(
      added === undefined
        ? `${PROJECT_FILE} was not changed, because adding a profile would rewrite it; each crawl file holds all of its settings.\n`
        : `Settings shared by the crawls are now the profile ${added.name} in ${PROJECT_FILE}.\n`,
    )
  keepSchemas(cli.env, root)
  noteUndeclared(cli, root, local)
}

/** Returns one line a field, then the counts and the next steps. */
function summary({ source, fields, crawls, secrets, reach, pages }: ImportedText, style: Style): string {
  const count = (outcome: FieldReport['outcome']): string =>
    `${fields.filter((field) => field.outcome === outcome).length} ${outcome}`
  const lines = [
    style.bold(
      `From ${source}: ${plural(crawls.length, 'crawl')}, ${crawls.map((name) => printable(name)).join(', ')}`,
    ),
    ...fields.map((field) => `  ${fieldLine(field, style)}`),
    `${plural(fields.length, 'field')}: ${count('mapped')}, ${count('approximated')}, ${count('dropped')}.`,
    'Would fetch these pages, and pages linked or listed there:',
    ...reach.map((line) => `  ${printable(line)}`),
    ...describePages(pages).map((line) => printable(line)),
    ...(secrets.length === 0 ? [] : [`Set these environment variables: ${secrets.join(', ')}.`]),
  ]
  return `${lines.join('\n')}\n`
}

function fieldLine({ field, outcome, to, why }: FieldReport, style: Style): string {
  const tint = { mapped: style.green, approximated: style.yellow, dropped: style.red }[outcome]
  const target = to === undefined ? '' : ` -> ${printable(to)}`
  return `${tint(padCells(outcome, 12))}  ${printable(field)}${target}${why === undefined ? '' : `: ${printable(why)}`}`
}
