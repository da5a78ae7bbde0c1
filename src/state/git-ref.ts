import type { ExecFileException } from 'node:child_process'
import { ownerAdvice, safeCommand, withoutCredentials } from '../git/git.ts'
import { type Clock, callAfter } from '../util/clock.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { GitBlobs } from './git-blobs.ts'
import { withoutDevice } from '../util/files.ts'
import { messageOf } from '../util/message-of.ts'
import { SILENT_WAIT_MS, StateError, type StateToken } from './state.ts'

export interface GitRefOptions {
  /** The project's directory. The checkout around it names the remote. */
  readonly directory: string
  readonly clock: Clock
  readonly env: Readonly<Record<string, string | undefined>>
  /** Default `origin`. */
  readonly remote?: string
  /** The full name of the ref on the remote, such as `refs/crawlform/production`. */
  readonly ref: string
  /** A ref that keeps the last seen commit from git's garbage collection, and known to the next fetch. */
  readonly seenRef: string
  /** The branch that the user named, if the ref is one. */
  readonly branch?: string | undefined
  /** Time limit of one git command in milliseconds. Default two minutes. */
  readonly timeoutMs?: number
  /** Removes secrets from messages: git and servers repeat addresses, which may hold secrets. */
  readonly redact?: (text: string) => string
  /** Matches the names of the files that the ref may hold. */
  readonly files: RegExp
}

/** Returns the name as one part of a ref (git-check-ref-format(1)) and of a file; different names stay different. */
export function refName(name: string): string {
  const escaped = name.replaceAll(/[^A-Za-z0-9_-]/gu, (character) =>
    [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  )
  return withoutDevice(escaped)
}

const FETCH =
  'fetch --quiet --no-tags --no-write-fetch-head --no-recurse-submodules --no-auto-maintenance --no-filter --refmap='
const PUSH = 'push --porcelain --quiet --no-verify --no-signed --recurse-submodules=no'

/**
 * A flat folder of files in a commit on a ref of the checkout's remote, made with plumbing: no working tree, index, branch or
 * configuration of the checkout is touched. A push names the commit that it expects to replace, so the server itself compares
 * and swaps.
 */
export class GitRef {
  notice: ((line: string) => void) | undefined
  readonly #options: GitRefOptions
  readonly #remote: string
  readonly #redact: (text: string) => string
  readonly #blobs = new GitBlobs((args) => this.#spawn(args))

  /** @throws {StateError} `unavailable` for a remote or branch that cannot be one */
  constructor(options: GitRefOptions) {
    const { remote = 'origin', redact = (text) => text } = options
    for (const name of [options.remote, options.branch]) {
      if (name === undefined || /^[\w/][\w./:@~+-]*$/.test(name)) continue
      throw new StateError('unavailable', `"${redact(name)}" cannot be the name of a git remote or branch.`)
    }
    this.#options = options
    this.#remote = remote
    this.#redact = redact
  }

  get restoring(): string {
    const { ref } = this.#options
    const remote = shellQuote(withoutCredentials(this.#redact(this.#remote)))
    return `Find an earlier record: git fetch ${remote} ${ref} && git log FETCH_HEAD. Restore it: git push ${remote} +COMMIT:${ref}`
  }

  /** A remote may also be an address. */
  get description(): string {
    return withoutCredentials(this.#redact(`${this.#options.ref} of the git remote "${this.#remote}"`))
  }

  /** Returns the commit that the remote's ref names now; null if the ref does not exist. */
  async tip(): Promise<string | null> {
    return (await this.tips([this.#options.ref]))[0] ?? null
  }

  /** Returns the commits that refs of the remote name now; undefined for each ref that does not exist. */
  async tips(refs: readonly string[]): Promise<readonly (string | undefined)[]> {
    // git reads a name that is not a remote as a path, and the path may exist.
    const known = await this.#run(['remote', 'get-url', this.#remote])
    if (known.code !== 0) throw this.#remoteError(known)
    const result = await this.#runRemote(['ls-remote', '--quiet', this.#remote, ...refs])
    if (result.code !== 0) throw this.#remoteError(result)
    const lines = result.stdout.split('\n')
    return refs.map((ref) => lines.find((one) => one.endsWith(`\t${ref}`))?.split('\t')[0])
  }

  /** Returns the command that restores the ref to the commit that this clone saw last; undefined if it saw none. */
  async restoreCommand(): Promise<string | undefined> {
    const { ref, seenRef } = this.#options
    const seen = await this.#run(['rev-parse', '--verify', '--quiet', `${seenRef}^{commit}`])
    const remote = shellQuote(withoutCredentials(this.#redact(this.#remote)))
    return seen.code === 0 ? `git push ${remote} ${seen.stdout.trim()}:${ref}` : undefined
  }

  /** Fetches a commit, with `history` also its ancestors. Checks every object: a killed fetch may leave only some. */
  async fetch(commit: string, what: 'commit' | 'history' = 'commit'): Promise<void> {
    const range = what === 'commit' ? ['--no-walk'] : []
    const check = ['rev-list', '--quiet', '--objects', ...range, commit]
    let looked = await this.#run(check)
    if (looked.code === 0) return
    // Git assumes that it has everything below a ref, so objects that are missing need another kind of fetch.
    for (const option of [[], ['--refetch']]) {
      const result = await this.#runRemote([...FETCH.split(' '), ...option, this.#remote, this.#options.ref])
      if (result.code !== 0) throw this.#remoteError(result)
      looked = await this.#run(check)
      if (looked.code === 0) return this.#remember(commit)
    }
    throw this.#remoteError(looked)
  }

  /**
   * Replaces the commit `expected` of the remote's ref by one that holds exactly `files`, which are ids of blobs by name.
   * @throws {StateError} `conflict` when the ref names another commit; `unavailable`
   */
  async replace(expected: StateToken, files: ReadonlyMap<string, string>, message: string): Promise<string> {
    const tree = [...files].map(([name, id]) => `100644 blob ${id}\t${name}\n`)
    const treeId = await this.output(['mktree'], { stdin: tree.join('') })
    const parents = expected === null ? [] : ['-p', expected]
    const commit = await this.output(['commit-tree', '--no-gpg-sign', ...parents, '-m', message, treeId], {
      env: await this.#identity(),
    })
    const { ref } = this.#options
    // An empty expectation means that the ref must not exist.
    const lease = `--force-with-lease=${ref}:${expected ?? ''}`
    const result = await this.#runRemote([...PUSH.split(' '), lease, this.#remote, `${commit}:${ref}`])
    if (result.code !== 0) throw this.#pushError(result)
    await this.#remember(commit)
    return commit
  }

  /** Stores texts as blobs, with one command, and returns their ids. A text may be given in pieces. */
  async store(texts: readonly (string | readonly Buffer[])[]): Promise<readonly string[]> {
    if (texts.length === 0) return []
    // The language of git-fast-import(1).
    const stored = texts.flatMap((text, index) => {
      const pieces = typeof text === 'string' ? [Buffer.from(text)] : text
      const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
      return [Buffer.from(`blob\nmark :${index + 1}\ndata ${length}\n`), ...pieces, Buffer.from('\n')]
    })
    const asked = texts.map((_text, index) => `get-mark :${index + 1}\n`).join('')
    const stdin = Buffer.concat([...stored, Buffer.from(asked)])
    return (await this.output(['fast-import', '--quiet'], { stdin })).split('\n')
  }

  /**
   * Returns the bytes of a blob.
   * @throws {StateError} `unavailable` with git's message
   */
  async readBlob(id: string): Promise<Buffer> {
    try {
      return await this.#blobs.read(id)
    } catch (error) {
      throw new StateError('unavailable', `git cat-file failed: ${this.#redact(messageOf(error))}`)
    }
  }

  /** Returns the ids of the blobs in a commit, by file. */
  async files(commit: string): Promise<Map<string, string>> {
    const listing = await this.output(['ls-tree', '-z', '--full-tree', commit])
    const entries = new Map<string, string>()
    for (const line of listing.split('\0').filter((one) => one !== '')) {
      const [, id = '', name = ''] = /^100644 blob ([0-9a-f]+)\t(.+)$/.exec(line) ?? []
      if (!this.#options.files.test(name)) {
        const message = `${this.description} contains files that are not records. Choose a branch that nothing else uses.`
        throw new StateError('unreadable', message)
      }
      entries.set(name, id)
    }
    return entries
  }

  /** Returns the folders from the top of the checkout to the directory, each as `refName` writes it. */
  async folders(): Promise<readonly string[]> {
    const result = await this.#run(['rev-parse', '--show-prefix'])
    if (result.code !== 0) throw this.#remoteError(result)
    const folders = result.stdout.replace(/\n$/, '').split('/')
    return folders.filter((folder) => folder !== '').map(refName)
  }

  #spawn(args: readonly string[]) {
    const { directory, env } = this.#options
    const safe = safeCommand(env, directory, args)
    if (safe.refusal !== undefined) throw new Error(safe.refusal)
    const { spawn } = process.getBuiltinModule('node:child_process')
    return spawn('git', safe.args, { env: safe.env })
  }

  /**
   * Returns the result of a git command, whatever its exit status.
   * @throws {StateError} `unavailable` when git is missing or takes too long
   */
  #run(args: readonly string[], input: GitInput = {}): Promise<GitResult> {
    const { directory, env, timeoutMs = 120_000 } = this.#options
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
          if (typeof code === 'number')
            resolve({ code, stdout, stderr: withoutCredentials(this.#redact(stderr)) })
          else
            reject(
              new StateError('unavailable', describeEnd(`git ${args[0]}`, error, timeoutMs), {
                cause: error,
              }),
            )
        },
      )
      // A command that fails early closes its input before it has read all of it.
      child.stdin?.on('error', () => {})
      child.stdin?.end(input.stdin ?? '')
    })
  }

  /**
   * Returns the standard output of a git command that must succeed, without its last line break.
   * @throws {StateError} `unavailable` with git's message
   */
  async output(args: readonly string[], input: GitInput = {}): Promise<string> {
    const result = await this.#run(args, input)
    if (result.code === 0) return result.stdout.replace(/\n$/, '')
    throw new StateError('unavailable', `git ${args[0]} failed: ${errorText(result)}`)
  }

  /** Returns the result of a command that talks to the remote. While the remote does not answer, the wait is reported. */
  async #runRemote(args: readonly string[]): Promise<GitResult> {
    const cancelTimer = callAfter(this.#options.clock, SILENT_WAIT_MS, () =>
      this.notice?.(`Waiting for ${this.description} (git ${args[0]}).`),
    )
    try {
      return await this.#run(args)
    } finally {
      cancelTimer()
    }
  }

  /** Remembers the commit to save time. Another process may be doing the same. */
  async #remember(commit: string): Promise<void> {
    await this.#run(['update-ref', this.#options.seenRef, commit])
  }

  /** Returns the author from the checkout's configuration, or else crawlform, because CI machines often configure no author. */
  async #identity(): Promise<Record<string, string>> {
    const [name, email] = await Promise.all([
      this.#run(['config', '--get', 'user.name']),
      this.#run(['config', '--get', 'user.email']),
    ])
    const date = `@${Math.floor(this.#options.clock.now() / 1000)} +0000`
    const { env } = this.#options
    const who = env['GIT_AUTHOR_NAME'] ?? (name.stdout.trim() || 'crawlform')
    const address = env['GIT_AUTHOR_EMAIL'] ?? (email.stdout.trim() || 'crawlform@localhost')
    return {
      GIT_AUTHOR_NAME: who,
      GIT_AUTHOR_EMAIL: address,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: who,
      GIT_COMMITTER_EMAIL: address,
      GIT_COMMITTER_DATE: date,
    }
  }

  /** Returns the error of a failed push. Only a push that the server refused has its reason in the porcelain line. */
  #pushError(result: GitResult): StateError {
    const word = /!\t[^\t]*\t\[(?:remote )?rejected\] \((.*)\)/.exec(this.#redact(result.stdout))?.[1]
    if (word === undefined) return this.#remoteError(result)
    // The first line that the server or its hook wrote says more.
    const said = /^remote: (?:error: )?(\w.{0,300})/m.exec(result.stderr)?.[1]?.trim().replace(/\.$/, '')
    const reason = said === undefined ? word : `${word}: ${said}`
    const lost = `${this.description} was changed by another run in the meantime (${reason}).`
    if (LOST_RACE.test(word) && !reason.includes('exists; cannot create'))
      return new StateError('conflict', lost)
    const advice =
      this.#options.branch === undefined
        ? ' If the server accepts only branches, set "branch" next to "backend: git", for example to crawlform-state.'
        : ''
    return new StateError('unavailable', `${this.description} was refused by the server: ${reason}.${advice}`)
  }

  #remoteError(result: GitResult): StateError {
    const message = `${this.description} could not be reached: ${errorText(result)}`
    const advice = adviceFor(result.stderr, this.#options.directory)
    const help = missingHelp(result.stderr, this.#remote)
    return new StateError('unavailable', message + advice, {
      isLasting: advice !== '' || help !== undefined,
      help,
    })
  }
}

/** The messages of servers when another push came first: at the check of the lease, or while both update the ref. */
const LOST_RACE =
  /stale info|fetch first|non-fast-forward|already exists|cannot lock ref|failed to (?:lock|update ref)|incorrect old value|needs force/i

/** Returns advice for a project without a repository, or a repository without the remote. */
function missingHelp(words: string, remote: string): string | undefined {
  const add = `git remote add ${shellQuote(remote)} URL`
  const locally = 'To keep the record on this machine, set "state: { backend: local }" in crawlform.yaml.'
  if (/^fatal: not a git repository/m.test(words)) return `Run: git init && ${add}. ${locally}`
  const other = 'If it has another name, set "remote" next to "backend: git".'
  return words.startsWith('error: No such remote') ? `Run: ${add}. ${other} ${locally}` : undefined
}

/** Returns advice for usual problems on CI machines. */
function adviceFor(words: string, directory: string): string {
  const owner = ownerAdvice(words, directory)
  if (owner !== '') return owner
  if (words.includes('cannot use bare repository'))
    return '. To use the record in a bare repository, set GIT_DIR to its path.'
  if (/loose object \w+ \(stored in .+\) is corrupt/.test(words))
    return '. Delete that file; it is fetched again.'
  const isRefused =
    /could not read (?:Username|Password)|Authentication failed|Permission denied|Write access|HTTP 40[13]|returned error: 40[13]/i
  return isRefused.test(words)
    ? '. This checkout has no credentials for the remote; in CI, give its job the permission to push (contents: write).'
    : ''
}

interface GitResult {
  readonly code: number
  readonly stdout: string
  /** Without secrets and without the credentials of a remote's address. */
  readonly stderr: string
}

interface GitInput {
  readonly stdin?: string | Buffer
  readonly env?: Readonly<Record<string, string>>
}

/** Returns git's error message: its last lines, because hints come earlier or do not apply. */
export function errorText({ stderr, code }: GitResult): string {
  const lines = stderr.split('\n').map((line) => line.trim())
  const errors = lines.filter((line) => /^(?:fatal|error|remote): \S/.test(line))
  const words = errors.length > 0 ? errors.slice(-3).join(' ') : lines.filter((line) => line !== '').at(-1)
  return (words ?? `exit status ${code}`).slice(0, 500)
}

function describeEnd(command: string, error: ExecFileException | null, timeoutMs: number): string {
  if (error?.code === 'ENOENT') return 'git could not be run. The state backend "git" needs it on the PATH.'
  if (error?.killed === true) return `${command} did not finish within ${timeoutMs / 1000} s.`
  // Ctrl-C reaches git too; the next run continues its work.
  return `${command} was ended by ${error?.signal ?? 'the system'}.`
}
