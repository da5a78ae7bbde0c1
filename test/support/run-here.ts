import { runCli } from '../../src/cli/cli.ts'
import { type Clock, systemClock } from '../../src/util/clock.ts'
import { fakeHost } from './fake-host.ts'
import { cliProject, type CliProject, type CliRun, type RunOptions } from './run-cli.ts'

/** Of all that a command waits for, in milliseconds. */
const SHORTEST_DEADLINE_MS = 5000

/** A project whose `run` is in this process, which takes a tenth of the time: for what is the same in one of its own. */
export function hereProject(files: Readonly<Record<string, string>> = {}): CliProject {
  const project = cliProject(files)
  return { ...project, run: (args, options) => runHere(project.directory, args, options) }
}

/** Runs a command in this process, in `cwd`. */
export async function runHere(
  cwd: string,
  args: readonly string[],
  { env = {}, clock = briskClock }: RunOptions & { readonly clock?: Clock } = {},
): Promise<CliRun> {
  const host = fakeHost({
    argv: args,
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, ...env },
    clock,
  })
  const status = await runCli(host)
  return { stdout: host.out(), stderr: host.err(), status, signal: null }
}

/** Runs a command of a document in this process. */
export async function run(
  argv: readonly string[],
  where: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<{ output: string; status: number }> {
  const host = fakeHost({ argv, ...where, clock: briskClock })
  return { status: await runCli(host), output: host.all() }
}

/** Real time, but a wait between two attempts, which is never as long as a deadline, takes a twentieth. */
const briskClock: Clock = {
  now: () => systemClock.now(),
  sleep: (ms, signal) => systemClock.sleep(ms < SHORTEST_DEADLINE_MS ? ms / 20 : ms, signal),
}
