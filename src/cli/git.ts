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
    return gitWith(directory, args, '')
  } catch {
    return undefined
  }
}

/** Standard output of a git command that is fed `input`; throws when it fails. */
export function gitWith(directory: string, args: readonly string[], input: string): Buffer {
  return execFileSync('git', ['-C', directory, ...args], {
    input,
    stdio: ['pipe', 'pipe', 'ignore'],
    maxBuffer: 256 * 1024 * 1024,
  })
}
