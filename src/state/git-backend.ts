import { toIsoTime } from '../util/clock.ts'
import { GitRef, type GitRefOptions, refName } from './git-ref.ts'
import { formatState, parseState } from './parse-state.ts'
import type { HistoryEntry, JobRecord, ReadState, RecordedState, StateBackend, StateToken } from './state.ts'

/** Environments may share a branch, and the projects of a repository share a ref. */
export interface GitBackendOptions extends Omit<GitRefOptions, 'files' | 'ref' | 'seenRef'> {
  readonly environment: string
  /** Crawls to take over from a record that several projects shared; all of it when that is not known. */
  readonly declared?: ReadonlySet<string> | undefined
}

/** The record as a file in a commit on a ref of the checkout's remote. */
export class GitBackend extends GitRef implements StateBackend {
  readonly environment: string
  readonly #declared: ReadonlySet<string> | undefined
  readonly #oldFile: string
  readonly #ref: string
  readonly #manifestsRef: string
  #file: string | undefined
  #lossCheck: Promise<void> | undefined

  /** @throws {StateError} `unavailable` for a remote or branch that cannot be one */
  constructor({ environment, declared, ...options }: GitBackendOptions) {
    const { branch } = options
    const name = refName(environment)
    const ref = branch === undefined ? `refs/crawlform/${name}` : `refs/heads/${branch}`
    super({
      ...options,
      files: RECORD_FILE,
      ref,
      seenRef: `refs/crawlform-seen/${branch === undefined ? name : `branch/${refName(branch)}`}`,
    })
    this.environment = environment
    this.#ref = ref
    this.#declared = declared
    this.#oldFile = oldRecordFile(environment)
    this.#manifestsRef = manifestsRef({ environment, branch })
  }

  async read(): Promise<ReadState> {
    const [tip, manifests] = await this.tips([this.#ref, this.#manifestsRef])
    if (tip === undefined) {
      await (this.#lossCheck ??= this.#noticeLoss(manifests !== undefined))
      return { state: undefined, token: null }
    }
    await this.fetch(tip)
    return { state: (await this.#stored(tip)).state, token: tip }
  }

  /** Reports that a record was lost, so that its crawls would be submitted and paid for again. */
  async #noticeLoss(hasManifests: boolean): Promise<void> {
    const lost = `${this.description} is gone, so every crawl looks as if it was never submitted.`
    const command = await this.restoreCommand()
    if (command !== undefined)
      this.notice?.(`${lost} This clone saw a record there. To restore it, run: ${command}`)
    else if (hasManifests)
      this.notice?.(
        `${lost} The remote still has manifests of its jobs (${this.#manifestsRef}). Run "crawlform plan" in a clone that saw the record: it prints the command that restores it.`,
      )
  }

  async compareAndSwap(expected: StateToken, next: RecordedState): Promise<StateToken> {
    // It may have been pruned since it was read.
    if (expected !== null) await this.fetch(expected)
    const { state, old } = expected === null ? {} : await this.#stored(expected)
    const [blob = ''] = await this.store([formatState(next)])
    const files = expected === null ? new Map<string, string>() : await this.files(expected)
    files.set(await this.#ownFile(), blob)
    const commit = await this.replace(expected, files, `${this.environment}: record ${next.serial}`)
    if (state !== undefined && old !== undefined)
      this.notice?.(describeTakeover(this.#oldFile, old.records, state.records))
    return commit
  }

  async history(limit: number): Promise<readonly HistoryEntry[]> {
    const tip = await this.tip()
    if (tip === null) return []
    await this.fetch(tip, 'history')
    const format = '--format=%H%x00%an%x00%ct'
    const log = await this.output([
      'log',
      `--max-count=${limit}`,
      format,
      tip,
      '--',
      `:(top)${await this.#ownFile()}`,
      `:(top)${this.#oldFile}`,
    ])
    const entries: HistoryEntry[] = []
    for (const line of log.split('\n').filter((one) => one !== '')) {
      const [commit = '', by = '', seconds] = line.split('\0')
      const { state } = await this.#stored(commit)
      if (state !== undefined) entries.push({ at: toIsoTime(Number(seconds) * 1000), by, state })
    }
    return entries
  }

  /**
   * Returns the project's record in a commit. Until its first write, that is its part of the old record, which is then
   * returned too. The first write stores it in the project's own file, in one commit.
   */
  async #stored(commit: string): Promise<{ readonly state?: RecordedState; readonly old?: RecordedState }> {
    const entries = await this.files(commit)
    const read = async (id: string): Promise<RecordedState> =>
      parseState((await this.readBlob(id)).toString(), this)
    const own = entries.get(await this.#ownFile())
    if (own !== undefined) return { state: await read(own) }
    const oldId = entries.get(this.#oldFile)
    if (oldId === undefined) return {}
    const old = await read(oldId)
    const state = withDeclared(old, this.#declared)
    return state === undefined ? {} : { state, old }
  }

  async #ownFile(): Promise<string> {
    return (this.#file ??= recordFile(this.environment, await this.folders()))
  }
}

/** Returns the ref of an environment's manifests, which is next to that of its record. */
export function manifestsRef({
  environment,
  branch,
}: Pick<GitBackendOptions, 'environment' | 'branch'>): string {
  return branch === undefined
    ? `refs/crawlform-manifests/${refName(environment)}`
    : `refs/heads/${branch}-manifests`
}

/** Matches the names of `recordFile` and `oldRecordFile`. */
const RECORD_FILE = /^[\w%-]+(?:\.project(?:\.[\w%-]+)*)?\.json$/

/**
 * Returns the file of a project's record.
 * @param folders from the top of the repository to the project, as `refName` writes them. A crawlform that knows only
 *   `oldRecordFile` refuses a ref with this file, so it cannot pay for the crawls again.
 */
function recordFile(environment: string, folders: readonly string[]): string {
  return [refName(environment), 'project', ...folders, 'json'].join('.')
}

/** Returns the file that all projects of a repository shared before. Nothing writes it any more. */
function oldRecordFile(environment: string): string {
  return `${refName(environment)}.json`
}

/** Returns the old record with only the crawls in `declared`, or with all when that is not known. */
function withDeclared(old: RecordedState, declared: ReadonlySet<string> | undefined) {
  const records =
    declared === undefined ? old.records : old.records.filter(({ crawl }) => declared.has(crawl))
  return records.length === 0 ? undefined : { ...old, records }
}

/** Returns the line that says which crawls were taken over, and which were left. */
function describeTakeover(file: string, old: readonly JobRecord[], taken: readonly JobRecord[]): string {
  const names = (records: readonly JobRecord[]): string => records.map(({ crawl }) => `"${crawl}"`).join(', ')
  const left = old.filter((record) => !taken.includes(record))
  const rest =
    left.length === 0 ? '' : ` It also holds crawls that this project does not declare: ${names(left)}.`
  return `Took over ${names(taken)} from ${file}, the old record that all projects of this repository shared. It was not changed.${rest}`
}
