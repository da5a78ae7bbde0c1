import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Cli } from '../arguments/command.ts'
import { findRoot, PROJECT_FILE, type ProjectRoot } from '../../load/file-source.ts'
import { STDIN } from '../../load/find-crawl-files.ts'
import { printsOnlyText } from '../output/terminal.ts'
import { exitStatus, type ExitStatus, UsageError } from '../process/failures.ts'
import { globBase, isGlob } from '../../util/glob.ts'
import { groupBy } from '../../util/group-by.ts'
import { pathBelow } from '../../util/path-below.ts'
import { printable } from '../../util/text.ts'

/**
 * Runs a command in each project that its arguments belong to, as hooks of git name files of a whole repository. Returns the
 * worst status.
 * @throws {UsageError} for several projects in a format that can report one
 */
export async function inEachProject<Run extends Cli>(
  cli: Run,
  run: (cli: Run) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const here = findRoot(cli.cwd)
  const named = groupBy(cli.args, (arg) => projectOf(cli.cwd, arg, here) ?? here.root)
  if (named.size === 0 || (named.size === 1 && named.has(here.root))) return run(cli)
  const names = new Map(Array.from(named.keys(), (root) => [root, path.relative(cli.cwd, root) || '.']))
  if (named.size > 1 && !printsOnlyText(cli))
    throw new UsageError(
      `These files belong to ${named.size} projects: ${[...names.values()].join(', ')}.`,
      'Run the command for each of them, or leave out --format and --report.',
    )
  const out = printsOnlyText(cli) ? cli.stdout : cli.stderr
  let status: ExitStatus = exitStatus.ok
  for (const [root, args] of named) {
    out.say(`In ${printable(names.get(root) ?? '')}:\n`)
    const local = (arg: string): string => path.relative(root, path.resolve(cli.cwd, arg)) || '.'
    const place = root === here.root ? { args } : { cwd: root, args: args.map(local) }
    const ended = await run({ ...cli, ...place })
    if (ended > status) status = ended
  }
  return status
}

/** Returns the directory of the project file that is nearest to what `arg` names, in the repository of `here`. */
function projectOf(cwd: string, arg: string, here: ProjectRoot): string | undefined {
  if (arg === STDIN || arg === '') return undefined
  const file = path.resolve(cwd, arg)
  const isDirectory = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
  const isPattern = isGlob(arg) && !existsSync(file)
  const directory = isDirectory ? file : isPattern ? path.resolve(cwd, globBase(arg)) : path.dirname(file)
  const { root } = findRoot(directory)
  const isKnown = pathBelow(here.repository, root) !== undefined && existsSync(path.join(root, PROJECT_FILE))
  return isKnown ? root : undefined
}
