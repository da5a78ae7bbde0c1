import { createHash } from 'node:crypto'
import { type Clock, stopwatch } from '../util/clock.ts'
import { type ProxySettings } from '../util/network.ts'
import { createRedactor } from '../util/redactor.ts'
import { sha256 } from '../util/sha256.ts'
import { shellQuote } from '../util/shell-quote.ts'
import type { HttpState } from '../schema/project-file.gen.ts'
import {
  describeHttpLock,
  type HttpLock,
  isOwnLock,
  isStaleLock,
  newHttpLock,
  readHttpLock,
} from './http-lock.ts'
import { checkAddress, type HttpAnswer, HttpTransport } from './http-transport.ts'
import { formatState, parseState } from './parse-state.ts'
import { changedMeanwhile, SILENT_WAIT_MS, StateError } from './state.ts'
import type { ReadState, RecordedState, StateBackend, StateToken } from './state.ts'

export interface ProjectPlace {
  /** `.` for the top. */
  readonly path: string
  /** Tells whether the repository has a project at another path. */
  hasProject(path: string): boolean
}

/** Without a lock, two writers could both conclude that they are first, so its address is required. */
export interface HttpBackendOptions extends Readonly<Omit<HttpState, 'backend'>> {
  readonly environment: string
  readonly clock: Clock
  readonly userAgent: string
  /** Removes secrets from messages, which may repeat the addresses. The password is always removed. */
  readonly redact?: (text: string) => string
  readonly proxy?: ProxySettings
  /** The place of the project, which its record names: several projects of a repository may name one address. */
  readonly project?: ProjectPlace | undefined
  /** How long a write waits for another writer, in milliseconds. Default 30 seconds. */
  readonly lockWaitMs?: number
  /** Time limit of one request in milliseconds. Default 30 seconds. */
  readonly timeoutMs?: number
}

/** The record on a server with Terraform's HTTP backend protocol. A write is: lock, read, compare, write, unlock. */
export class HttpBackend implements StateBackend {
  readonly environment: string
  notice: StateBackend['notice']
  readonly #options: HttpBackendOptions
  readonly #addresses: { readonly state: URL; readonly lock: URL; readonly unlock: URL }
  /** An address may hold a token, so it is shown without. */
  readonly description: string
  readonly #transport: HttpTransport
  #isMoved = false

  /**
   * @throws {StateError} `unavailable` for addresses that cannot be used
   * @throws {ProxyError}
   */
  constructor(options: HttpBackendOptions) {
    const { address, lockAddress, unlockAddress = lockAddress, proxy } = options
    this.#options = options
    this.#addresses = {
      state: checkAddress(address, proxy),
      lock: checkAddress(lockAddress, proxy),
      unlock: checkAddress(unlockAddress, proxy),
    }
    const { password = '', redact = (text) => text } = options
    const own = createRedactor(new Map([['(the password)', password]]))
    const redactAll = (text: string): string => redact(own.text(text))
    this.environment = options.environment
    const { origin, pathname } = this.#addresses.state
    this.description = redactAll(origin + pathname)
    this.#transport = new HttpTransport({ ...options, redact: redactAll, description: this.description })
  }

  async read(): Promise<ReadState> {
    const text = await this.#readText()
    if (text === undefined) return { state: undefined, token: null }
    const state = parseState(text, this)
    this.#checkProject(state)
    return { state, token: sha256(text) }
  }

  async compareAndSwap(expected: StateToken, next: RecordedState): Promise<StateToken> {
    const { clock } = this.#options
    const lock = await this.#lock()
    try {
      const stored = await this.#readText()
      const token = stored === undefined ? null : sha256(stored)
      if (token !== expected) {
        throw changedMeanwhile(this.description)
      }
      // While this process slept, another may have concluded that it is dead and broken its lock.
      if (isStaleLock(lock, clock.now())) throw this.#lockLost()
      const { project } = this.#options
      const named = project === undefined ? next : { ...next, project: project.path }
      return await this.#write(formatState(named), lock)
    } finally {
      const problem = await this.#release(lock)
      if (problem !== undefined)
        this.notice?.(`The lock stays: ${problem} ${adviceFor(lock, this.environment)}`)
    }
  }

  readonly unlock = async (id: string): Promise<void> => {
    const { unlockMethod = 'UNLOCK' } = this.#options
    const answer = await this.#transport.send(
      unlockMethod,
      this.#addresses.unlock,
      JSON.stringify({ ID: id }),
    )
    if (isLocked(answer)) {
      const message = `${this.description} is locked by ${describeHttpLock(readHttpLock(answer.text))}, not by ${id}.`
      throw new StateError('locked', message)
    }
    // The lock is gone: someone was faster.
    if (!isSuccess(answer) && answer.status !== 404) throw this.#transport.refusal('unlocking', answer)
  }

  /** Refuses the record of another project that is still in the repository. A project that was moved takes its record along. */
  #checkProject({ project: other }: RecordedState): void {
    const { project } = this.#options
    if (project === undefined || other === undefined || other === project.path) return
    if (project.hasProject(other)) {
      const message = `${this.description} holds the record of the project "${other}", not of "${project.path}". Each project needs an address of its own: see "state" in its crawlform.yaml.`
      throw new StateError('unavailable', message, { isLasting: true })
    }
    if (this.#isMoved) return
    this.#isMoved = true
    this.notice?.(`Took over the record of the project "${other}", which is no longer in this repository.`)
  }

  async #readText(): Promise<string | undefined> {
    const send = () => this.#transport.send('GET', this.#addresses.state)
    const { status, text } = await this.#transport.retry('reading', send, (it) =>
      [200, 204, 404].includes(it.status),
    )
    return status !== 200 || text === '' ? undefined : text
  }

  async #write(text: string, lock: HttpLock): Promise<string> {
    const url = new URL(this.#addresses.state)
    url.searchParams.set('ID', lock.ID)
    const digest = createHash('md5').update(text).digest('base64')
    const answer = await this.#transport.send(this.#options.updateMethod ?? 'POST', url, text, {
      'content-md5': digest,
    })
    if (isLocked(answer)) throw this.#lockLost()
    if (!isSuccess(answer)) throw this.#transport.refusal('writing', answer)
    return sha256(text)
  }

  async #lock(): Promise<HttpLock> {
    const { clock, lockMethod = 'LOCK', lockWaitMs = 30_000 } = this.#options
    const elapsed = stopwatch(clock)
    let hasNotified = false
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 2000)) {
      const lock = newHttpLock(clock)
      const answer = await this.#tryLock(lockMethod, lock)
      if (isSuccess(answer)) return lock
      const holder = readHttpLock(answer.text)
      if (holder !== undefined && isStaleLock(holder, clock.now())) {
        await this.#release(holder)
      } else if (elapsed() >= lockWaitMs) {
        const message = `${this.description} is locked by ${describeHttpLock(holder)}. Wait for it. ${adviceFor(holder, this.environment)}`
        throw new StateError('locked', message)
      } else if (!hasNotified && elapsed() >= SILENT_WAIT_MS) {
        hasNotified = true
        this.notice?.(`Waiting for ${this.description}, locked by ${describeHttpLock(holder)}.`)
      }
      await clock.sleep(pauseMs)
    }
  }

  /** Resolves only to "locked" or "held by someone". If it is unknown whether we hold the lock, it is released. */
  async #tryLock(method: string, lock: HttpLock): Promise<HttpAnswer> {
    let answer: HttpAnswer
    try {
      answer = await this.#transport.send(method, this.#addresses.lock, JSON.stringify(lock))
    } catch (error) {
      await this.#release(lock)
      throw error
    }
    if (isSuccess(answer) || isLocked(answer)) return answer
    if (answer.status >= 500) await this.#release(lock)
    throw this.#transport.refusal('locking', answer)
  }

  /** Releases the lock. Returns why that failed: the lock becomes stale later, and the writes made with it stay valid. */
  async #release(lock: HttpLock): Promise<string | undefined> {
    const { unlockMethod = 'UNLOCK' } = this.#options
    // A server that knows no such lock, or holds another, has released this one.
    const isReleased = (it: HttpAnswer): boolean => isSuccess(it) || isLocked(it) || it.status === 404
    const send = () => this.#transport.send(unlockMethod, this.#addresses.unlock, JSON.stringify(lock))
    return this.#transport.retry('unlocking', send, isReleased).then(
      () => undefined,
      (problem: StateError) => problem.message,
    )
  }

  #lockLost(): StateError {
    return new StateError(
      'conflict',
      `The lock of ${this.description} was lost before the record was written.`,
    )
  }
}

function isLocked({ status }: HttpAnswer): boolean {
  return status === 409 || status === 423
}

function isSuccess({ status }: HttpAnswer): boolean {
  return status >= 200 && status < 300
}

function adviceFor(holder: HttpLock | undefined, environment: string): string {
  if (holder === undefined) return 'If nothing is running there any longer, unlock it on the server.'
  const soon = isOwnLock(holder) ? ', or wait until it is a quarter of an hour old' : ''
  const command = ['crawlform', 'state', 'unlock', holder.ID, '--env', environment].map(shellQuote).join(' ')
  return `If nothing is running there any longer, run ${command}${soon}.`
}
