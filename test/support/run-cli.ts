import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The built command line. */
export const program = path.resolve(import.meta.dirname, '../../dist/cli/main.cjs')

export interface CliProject {
  readonly directory: string
  write(file: string, text: string): void
  /** Runs a command to its end. */
  run(args: readonly string[], options?: RunOptions): Promise<CliRun>
  /** Starts a command. */
  start(args: readonly string[], options?: RunOptions): StartedCli
  remove(): void
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly nodeArgs?: readonly string[]
  /** The Node that runs it. Default: the one that runs the tests. */
  readonly node?: string
}

export interface CliRun {
  readonly stdout: string
  readonly stderr: string
  readonly status: number | null
  readonly signal: NodeJS.Signals | null
}

export interface StartedCli {
  readonly pid: number
  readonly ended: Promise<CliRun>
  /** Resolves when stdout and stderr together hold `text`; rejects when the command ends without. */
  says(text: string): Promise<void>
  /** Returns what it has written until now. */
  soFar(): Pick<CliRun, 'stdout' | 'stderr'>
  kill(signal: NodeJS.Signals): void
  /** Closes the reading end of stdout, as `| head` does. */
  stopReading(): void
}

/** A project in a directory of its own. */
export function cliProject(files: Readonly<Record<string, string>> = {}): CliProject {
  const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'crawlform-cli-')))
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(directory, file)), { recursive: true })
    writeFileSync(path.join(directory, file), text)
  }
  for (const [file, text] of Object.entries(files)) write(file, text)
  const start = (args: readonly string[], options?: RunOptions): StartedCli =>
    startCli(directory, args, options)
  return {
    directory,
    write,
    start,
    run: (args, options) => start(args, options).ended,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** Starts a command in `cwd`. */
export function startCli(
  cwd: string,
  args: readonly string[],
  { env = {}, node = process.execPath, nodeArgs = [] }: RunOptions = {},
): StartedCli {
  const child = spawn(node, [...nodeArgs, program, ...args], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const listeners = new Set<() => void>()
  const tell = (): void => listeners.forEach((listener) => listener())
  child.stdout.setEncoding('utf8').on('data', (text: string) => ((stdout += text), tell()))
  child.stderr.setEncoding('utf8').on('data', (text: string) => ((stderr += text), tell()))
  const ended = new Promise<CliRun>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status, signal) => resolve({ stdout, stderr, status, signal }))
  })
  if (child.pid === undefined) throw new Error(`${node} could not be started`)
  return {
    pid: child.pid,
    ended,
    soFar: () => ({ stdout, stderr }),
    kill: (signal) => void child.kill(signal),
    stopReading: () => void child.stdout.destroy(),
    says: (text) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if ((stdout + stderr).includes(text)) resolve()
        }
        listeners.add(check)
        void ended.then((run) => reject(new Error(`ended without "${text}": ${JSON.stringify(run)}`)))
        check()
      }),
  }
}
