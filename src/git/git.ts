/**
 * Input: a directory and arguments of git.
 * Output: the answer of git, or its error in English.
 * Must not know records, projects or crawl files.
 */
import { safeCommand, type GitEnv } from './safe-command.ts'

/** Git is missing, or cannot do what it usually can. */
export class GitError extends Error {
  override readonly name = 'GitError'
  readonly code = 'GIT_FAILED'
}

export type GitAnswer =
  | { readonly ok: true; readonly output: Buffer }
  /** The error message of git, in English; '' without one. */
  | { readonly ok: false; readonly words: string }

const MOST_OUTPUT = 256 * 1024 * 1024

/** Returns the output of a command; undefined when it fails, and when git cannot be run. */
export function outputOf(env: GitEnv, directory: string, args: readonly string[]): string | undefined {
  try {
    const answer = askGit(env, directory, args)
    return answer.ok ? answer.output.toString('utf8') : undefined
  } catch (error) {
    if (error instanceof GitError) return undefined
    throw error
  }
}

/** Returns the commit that is checked out around `directory`; undefined outside of git and before the first commit. */
export function headCommit(env: GitEnv, directory: string): string | undefined {
  return outputOf(env, directory, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])?.trim()
}

/**
 * Returns the answer of one git command, run by `safeCommand`.
 * @throws {GitError} when git cannot be run
 */
export function askGit(env: GitEnv, directory: string, args: readonly string[], input = ''): GitAnswer {
  const safe = safeCommand(env, directory, args)
  if (safe.refusal !== undefined) return { ok: false, words: safe.refusal }
  // An import would load the module at every start, and few commands run git.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const run = { input, maxBuffer: MOST_OUTPUT, env: safe.env }
  const { error, status, stdout, stderr } = spawnSync('git', safe.args, run)
  if (error !== undefined && 'code' in error) {
    if (error.code === 'ENOENT') throw new GitError('git could not be run: it is not on the PATH.')
    if (error.code === 'ENOBUFS') throw new GitError(`git ${args[0]} printed more than 256 MiB.`)
  }
  if (error !== undefined) throw new GitError(`git could not be run: ${error.message}`)
  return status === 0
    ? { ok: true, output: stdout }
    : { ok: false, words: errorText(stderr.toString('utf8')) }
}

/** Returns the last error message of git, without the credentials of a remote's address. */
function errorText(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim())
  const error = lines.findLast((line) => /^(?:fatal|error): \S/.test(line))
  const words = error ?? lines.find((line) => line !== '') ?? ''
  return words.replace(/^(?:fatal|error): /, '').replaceAll(/:\/\/[^@/\s]+@/g, '://')
}
