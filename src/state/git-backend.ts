import { toIsoTime } from '../util/clock.ts'
import { GitRef, refName, type GitRefOptions } from './git-ref.ts'
import { formatState, parseState } from './parse-state.ts'
import type { RecordedState } from './recorded-state.ts'
import type { HistoryEntry, ReadState, StateBackend, StateToken } from './state.ts'

/** Environments may share a branch, and the projects of a repository share a ref. */
export interface GitBackendOptions extends Omit<GitRefOptions, 'files' | 'ref' | 'seenRef'> {
  readonly environment: string
}

/** Matches the names of records. */
const RECORD_FILE = /^[\w%-]+\.project(?:\.[\w%-]+)*\.json$/

/**
 * Returns the record as a commit on a ref of the checkout's remote, made with plumbing: no working tree, index, branch
 * or configuration of the checkout is touched. The push names the commit that it expects to replace, so the server
 * itself compares and swaps.
 * @throws {StateError} `unavailable` for a remote or branch that cannot be one
 */
export function openGitBackend(options: GitBackendOptions): StateBackend {
  return new GitBackend(options)
}

class GitBackend implements StateBackend {
  readonly environment: string
  readonly #ref: GitRef
  #file: string | undefined

  constructor({ environment, branch, ...options }: GitBackendOptions) {
    const name = refName(environment)
    this.environment = environment
    this.#ref = new GitRef({
      ...options,
      files: RECORD_FILE,
      ...(branch === undefined ? {} : { branch }),
      ref: branch === undefined ? `refs/crawlform/${name}` : `refs/heads/${branch}`,
      seenRef: `refs/crawlform-seen/${branch === undefined ? name : `branch/${refName(branch)}`}`,
    })
  }

  get description(): string {
    return this.#ref.description
  }

  get notice(): StateBackend['notice'] {
    return this.#ref.notice
  }

  set notice(notice: StateBackend['notice']) {
    this.#ref.notice = notice
  }

  async read(): Promise<ReadState> {
    const tip = await this.#ref.tip()
    if (tip === null) return { state: undefined, token: null }
    await this.#ref.fetch(tip)
    return { state: await this.#stored(tip), token: tip }
  }

  async compareAndSwap(expected: StateToken, next: RecordedState): Promise<StateToken> {
    // It may have been pruned since it was read.
    if (expected !== null) await this.#ref.fetch(expected)
    const blob = await this.#ref.store(formatState(next))
    const files = expected === null ? new Map<string, string>() : await this.#ref.files(expected)
    files.set(await this.#ownFile(), blob)
    return this.#ref.replace(expected, files, `${this.environment}: record ${next.serial}`)
  }

  async history(limit: number): Promise<readonly HistoryEntry[]> {
    const tip = await this.#ref.tip()
    if (tip === null) return []
    await this.#ref.fetch(tip, 'history')
    const format = '--format=%H%x00%an%x00%ct'
    const log = await this.#ref.git.output([
      'log',
      `--max-count=${limit}`,
      format,
      tip,
      '--',
      `:(top)${await this.#ownFile()}`,
    ])
    const entries: HistoryEntry[] = []
    for (const line of log.split('\n').filter((one) => one !== '')) {
      const [commit = '', by = '', seconds] = line.split('\0')
      const state = await this.#stored(commit)
      if (state !== undefined) entries.push({ at: toIsoTime(Number(seconds) * 1000), by, state })
    }
    return entries
  }

  async #stored(commit: string): Promise<RecordedState | undefined> {
    const id = (await this.#ref.files(commit)).get(await this.#ownFile())
    return id === undefined ? undefined : parseState(await this.#ref.readBlob(id), this)
  }

  async #ownFile(): Promise<string> {
    return (this.#file ??= [
      refName(this.environment),
      'project',
      ...(await this.#ref.folders()),
      'json',
    ].join('.'))
  }
}
