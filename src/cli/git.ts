import { execFileSync } from 'node:child_process'

/** The commit that is checked out around `directory`; undefined outside of git and before the first commit. */
export function headCommit(directory: string): string | undefined {
  const output = git(directory, ['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  const commit = output?.toString('utf8').trim()
  return commit === '' ? undefined : commit
}

/** Standard output of one git command; undefined when git is missing or says no. */
export function git(directory: string, args: readonly string[]): Buffer | undefined {
  try {
    return execFileSync('git', ['-C', directory, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 256 * 1024 * 1024,
    })
  } catch {
    return undefined
  }
}
