import type { ExecFileException } from 'node:child_process'
import { safeCommand, type GitEnv } from '../git/safe-command.ts'
import { StateError } from './state.ts'

export interface GitOptions {
  /** A directory inside the checkout. */
  readonly directory: string
  /** The process's environment with everything git needs of it: PATH, HOME, agents, GIT_*. */
  readonly env: GitEnv
  /** Time limit of one command in milliseconds. */
  readonly timeoutMs: number
  /** Removes secrets from git's messages before they are cut. */
  readonly redact: (text: string) => string
}

export interface GitResult {
  readonly code: number
  readonly stdout: string
  /** Without secrets and without the credentials of a remote's address. */
  readonly stderr: string
}

export interface GitInput {
  readonly stdin?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Runs git commands in one checkout. */
export class GitRunner {
  readonly #options: GitOptions

  constructor(options: GitOptions) {
    this.#options = options
  }

  /**
   * Returns the result of a command, whatever its exit status.
   * @throws {StateError} `unavailable` when git is missing or takes too long
   */
  run(args: readonly string[], input: GitInput = {}): Promise<GitResult> {
    const { directory, env, timeoutMs, redact } = this.#options
    const safe = safeCommand(env, directory, args)
    if (safe.refusal !== undefined)
      return Promise.resolve({ code: 128, stdout: '', stderr: `fatal: ${safe.refusal}` })
    return new Promise((resolve, reject) => {
      // An import would load the module at every start, also for records that are not kept in git.
      const { execFile } = process.getBuiltinModule('node:child_process')
      const child = execFile(
        'git',
        [...safe.args],
        {
          env: { ...safe.env, ...input.env },
          timeout: timeoutMs,
          killSignal: 'SIGKILL',
          maxBuffer: 256 * 1024 * 1024,
        },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : error.code
          if (typeof code === 'number') resolve({ code, stdout, stderr: withoutCredentials(redact(stderr)) })
          else reject(notRun(`git ${args[0]}`, error, timeoutMs))
        },
      )
      // A command that fails early closes its input before it has read all of it.
      child.stdin?.on('error', () => {})
      child.stdin?.end(input.stdin ?? '')
    })
  }

  /**
   * Returns the standard output of a command that must succeed, without its last line break.
   * @throws {StateError} `unavailable` with git's own words
   */
  async output(args: readonly string[], input: GitInput = {}): Promise<string> {
    const result = await this.run(args, input)
    if (result.code === 0) return result.stdout.replace(/\n$/, '')
    throw new StateError('unavailable', `git ${args[0]} failed: ${lastWords(result)}`)
  }
}

/** Returns git's error message: its last lines, because hints come earlier or do not apply. */
export function lastWords({ stderr, code }: GitResult): string {
  const lines = stderr.split('\n').map((line) => line.trim())
  const said = lines.filter((line) => /^(?:fatal|error|remote): \S/.test(line))
  const words = said.length > 0 ? said.slice(-3).join(' ') : lines.filter((line) => line !== '').at(-1)
  return (words ?? `exit status ${code}`).slice(0, 500)
}

function notRun(command: string, error: ExecFileException | null, timeoutMs: number): StateError {
  return new StateError('unavailable', describeEnd(command, error, timeoutMs), { cause: error })
}

function describeEnd(command: string, error: ExecFileException | null, timeoutMs: number): string {
  if (error?.code === 'ENOENT') return 'git could not be run. The state backend "git" needs it on the PATH.'
  if (error?.killed === true) return `${command} did not finish within ${timeoutMs / 1000} s.`
  // Ctrl-C reaches git too; the next run continues its work.
  return `${command} was ended by ${error?.signal ?? 'the system'}.`
}

/** Removes the text before the host, also from an address that is not a URL. */
export function withoutCredentials(text: string): string {
  return text.replaceAll(/:\/\/[^@/\s]+@/g, '://')
}
