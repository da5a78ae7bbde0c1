/**
 * Input: a directory and arguments of git.
 * Output: the answer of git, or its error in English.
 * Must not know records, projects or crawl files.
 */
import { existsSync, lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, parse, resolve, sep } from 'node:path'
import { pathBelow } from '../util/path-below.ts'
import { shellQuote } from '../util/shell-quote.ts'

/** The environment of the process, with the variables that git needs. */
export type GitEnv = Readonly<Record<string, string | undefined>>

interface SafeCommand {
  readonly args: readonly string[]
  readonly env: Record<string, string | undefined>
  /** Why the command must not be run, as git words it. */
  readonly refusal?: string
}

/** Settings for every command. Options of the command line win over the repository's configuration. */
const SETTINGS = [
  // A directory of the project may look like a bare repository, with a configuration that a pull request wrote.
  'safe.bareRepository=explicit',
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.pager=cat',
  'core.alternateRefsCommand=true',
  'log.showSignature=false',
  'commit.gpgSign=false',
  'push.gpgSign=false',
  'gpg.program=false',
  'gpg.openpgp.program=false',
  'gpg.x509.program=false',
  'gpg.ssh.program=false',
  'gpg.ssh.defaultKeyCommand=',
  'diff.external=',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
  'protocol.fd.allow=never',
]

/** Commands that talk to a remote. Only these use credentials and ssh. They name the program on the other side themselves. */
const REMOTE_COMMANDS: Readonly<Record<string, string>> = {
  fetch: '--upload-pack=git-upload-pack',
  'ls-remote': '--upload-pack=git-upload-pack',
  push: '--receive-pack=git-receive-pack',
}

/**
 * Returns the arguments and environment of a git command in `directory` that starts no program of the repository's
 * configuration: no hook, monitor, pager, filter, helper or transport. Programs that the user configured still run. The
 * command never asks a person, fetches nothing by itself, and speaks English, because we read its messages.
 */
export function safeCommand(env: GitEnv, directory: string, args: readonly string[]): SafeCommand {
  const paths = repositoryPaths(env, directory)
  const quiet = {
    ...env,
    ...paths,
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ASKPASS: env['GIT_ASKPASS'] ?? '',
    GIT_PROXY_COMMAND: env['GIT_PROXY_COMMAND'] ?? '',
  }
  const lookAlike = paths['GIT_DIR'] === undefined ? findLookAlike(directory) : undefined
  if (lookAlike !== undefined)
    return { args: [], env: quiet, refusal: `cannot use bare repository '${lookAlike}'` }
  const start = ['-C', directory, ...asOptions(SETTINGS)]
  const [command = '', ...rest] = args
  const otherSide = REMOTE_COMMANDS[command]
  if (otherSide === undefined) return { args: [...start, ...args], env: quiet }
  return {
    args: [...start, ...asOptions(withoutPrograms(quiet, start)), command, otherSide, ...rest],
    env: quiet,
  }
}

function asOptions(settings: readonly string[]): readonly string[] {
  return settings.flatMap((setting) => ['-c', setting])
}

/** Returns settings that replace the programs for remotes in the repository's configuration by those of the user. */
function withoutPrograms(env: SafeCommand['env'], start: readonly string[]): readonly string[] {
  // An import would load the module at every start, and few commands run git.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const listing = spawnSync('git', [...start, 'config', '--list', '--show-scope', '-z'], { env })
  // The command itself reports what is wrong.
  if (listing.status !== 0) return []
  const entries = readEntries(listing.stdout.toString('utf8'))
  const own = entries.filter(({ isOwn }) => isOwn)
  const users = entries.filter(({ isOwn }) => !isOwn)
  const settings: string[] = []
  if (own.some(({ key }) => key === 'core.sshcommand')) {
    const chosen = users.findLast(({ key }) => key === 'core.sshcommand')
    settings.push(`core.sshCommand=${chosen?.value ?? 'ssh'}`)
  }
  if (own.some(({ key }) => isHelper(key))) {
    const helpers = users.filter(({ key }) => isHelper(key)).map(({ key, value }) => `${key}=${value}`)
    settings.push('credential.helper=', ...helpers)
  }
  return settings
}

function isHelper(key: string): boolean {
  return key.startsWith('credential.') && key.endsWith('.helper')
}

interface ConfigEntry {
  /** Written in the repository, or in a file that its configuration includes. */
  readonly isOwn: boolean
  readonly key: string
  readonly value: string
}

/** Reads `git config --list --show-scope -z`: a scope and `key LF value` for each entry, all ended by NUL. */
function readEntries(listing: string): readonly ConfigEntry[] {
  const fields = listing.split('\0')
  const entries: ConfigEntry[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [scope = '', entry = ''] = fields.slice(at, at + 2)
    const end = entry.indexOf('\n')
    const key = end === -1 ? entry : entry.slice(0, end)
    const isOwn = scope === 'local' || scope === 'worktree'
    entries.push({ isOwn, key, value: end === -1 ? '' : entry.slice(end + 1) })
  }
  return entries
}

/**
 * Returns the directory that git would take for a bare repository when it is run in `directory`; undefined if a `.git` comes
 * first. A git before 2.38 does not know `safe.bareRepository`, so its own refusal is not enough.
 */
function findLookAlike(directory: string): string | undefined {
  // git reports that the directory is missing.
  if (!existsSync(directory)) return undefined
  for (let at = realpathSync.native(directory); ; at = dirname(at)) {
    if (isThere(join(at, '.git'))) return undefined
    if (looksBare(at)) return at
    if (dirname(at) === at) return undefined
  }
}

/** Compares with the rules of git, which reads `objects` and `refs` from the directory that `commondir` names. */
function looksBare(directory: string): boolean {
  const has = (name: string): boolean => isThere(join(directory, name))
  return has('HEAD') && (has('commondir') || (has('objects') && has('refs')))
}

/** Returns whether there is a file or a link, even a broken one: `HEAD` may be one. */
function isThere(file: string): boolean {
  return existsSync(file) || lstatSync(file, { throwIfNoEntry: false }) !== undefined
}

/** Variables with a path that git reads from the directory of the process. Hooks set them as relative paths. */
const PATHS = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_COMMON_DIR']

/**
 * Returns the paths of the environment that name a repository, as absolute ones: git is run in another directory. With
 * `GIT_DIR` alone git takes the directory that it is run in for the top of the work tree. Then a project would have no path
 * in its repository, so the top is named too.
 */
function repositoryPaths(
  env: Readonly<Record<string, string | undefined>>,
  directory: string,
): Record<string, string> {
  const here = process.cwd()
  const paths: Record<string, string> = {}
  for (const name of PATHS) {
    const value = env[name]
    if (value !== undefined && value !== '') paths[name] = resolve(here, value)
  }
  const gitDir = paths['GIT_DIR']
  if (gitDir !== undefined && paths['GIT_WORK_TREE'] === undefined)
    paths['GIT_WORK_TREE'] = topFor(gitDir, directory, here)
  return paths
}

function topFor(gitDir: string, directory: string, here: string): string {
  if (basename(gitDir) === '.git') return dirname(gitDir)
  return pathBelow(here, directory) === undefined ? directory : here
}

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

/** Returns advice for a repository of another user, which git refuses to read; else ''. */
export function ownerAdvice(words: string, directory: string): string {
  if (!words.includes('dubious ownership')) return ''
  const command = `git config --global --add safe.directory ${shellQuote(directory)}`
  return `. The checkout belongs to another user; to use it, run ${command}.`
}

/** Returns the last error message of git, without the credentials of a remote's address. */
function errorText(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim())
  const error = lines.findLast((line) => /^(?:fatal|error): \S/.test(line))
  const words = error ?? lines.find((line) => line !== '') ?? ''
  return withoutCredentials(words.replace(/^(?:fatal|error): /, ''))
}

/** Removes the text before the host, also from an address that is not a URL. */
export function withoutCredentials(text: string): string {
  return text.replaceAll(/:\/\/[^@/\s]+@/g, '://')
}

/** A link that a pull request may have written leads to another directory. */
export class TrackedLinkError extends Error {
  override readonly name = 'TrackedLinkError'
  /** Stable, for scripts. */
  readonly code = 'TRACKED_LINK'
  readonly help = 'Take the link out of git, or name another place.'
}

/** The limit of Linux. */
const MOST_LINKS = 40

/**
 * Checks that no directory above `file` is a link that git tracks: it could lead what is written out of the repository.
 * Links of the user and the system, such as /tmp on macOS, are followed.
 * @throws {TrackedLinkError}
 */
export function refuseTrackedLinks(env: GitEnv, file: string): void {
  const directory = dirname(resolve(file))
  let at = parse(directory).root
  const names = directory.slice(at.length).split(sep).toReversed()
  let links = 0
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === '' || name === '.') continue
    const next = name === '..' ? dirname(at) : join(at, name)
    if (lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink() !== true) {
      at = next
      continue
    }
    if (isTracked(env, at, name)) throw new TrackedLinkError(`"${next}" is a link that git tracks.`)
    // The system reports endless links.
    if (++links > MOST_LINKS) return
    const target = readlinkSync(next)
    const root = parse(target).root
    if (root !== '') at = root
    names.push(...target.slice(root.length).split(sep).toReversed())
  }
}

/**
 * Returns whether git tracks `name` in `directory`, or something below it. A directory that git refuses to run in may hold
 * anything of anyone, so there it counts as tracked; without git nothing does.
 */
export function isTracked(env: GitEnv, directory: string, name: string): boolean {
  try {
    const answer = askGit(env, realpathSync.native(directory), ['ls-files', '-z', '--', `./${name}`])
    return answer.ok ? answer.output.length > 0 : answer.words.includes('cannot use bare repository')
  } catch (error) {
    if (error instanceof GitError) return false
    throw error
  }
}
