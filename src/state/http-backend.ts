import { createHash } from 'node:crypto'
import { type Clock, fromTimeText, stopwatch, toIsoTime } from '../util/clock.ts'
import { networkReason, proxyFor, type ProxySettings, readBounded } from '../util/network.ts'
import { createRedactor } from '../util/redactor.ts'
import { sha256 } from '../util/sha256.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { printable } from '../util/text.ts'
import type { HttpState } from '../schema/project-file.gen.ts'
import { formatState, parseState } from './parse-state.ts'
import { changedMeanwhile, SILENT_WAIT_MS, StateError } from './state.ts'
import type { ReadState, RecordedState, StateBackend, StateToken } from './state.ts'
import { parseHttpUrl } from '../util/can-parse-url.ts'
import { hostname, userInfo } from 'node:os'
import { isJsonObject, parseJson } from '../util/json.ts'

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

const CONDITIONAL =
  " The server wants conditions (If-Match), which Terraform's protocol does not send: switch them off there."
const LARGEST_STATE = 64 * 1024 * 1024

interface HttpAnswer {
  readonly status: number
  readonly text: string
}

/** The record on a server with Terraform's HTTP backend protocol. A write is: lock, read, compare, write, unlock. */
export class HttpBackend implements StateBackend {
  readonly environment: string
  notice: StateBackend['notice']
  readonly #options: HttpBackendOptions
  readonly #addresses: { readonly state: URL; readonly lock: URL; readonly unlock: URL }
  readonly #redact: (text: string) => string
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
    this.#redact = (text) => redact(own.text(text))
    this.environment = options.environment
  }

  /** An address may hold a token. */
  get description(): string {
    return this.#redact(this.#addresses.state.origin + this.#addresses.state.pathname)
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
    const answer = await this.#send(unlockMethod, this.#addresses.unlock, JSON.stringify({ ID: id }))
    if (isLocked(answer)) {
      const message = `${this.description} is locked by ${describeHttpLock(readHttpLock(answer.text))}, not by ${id}.`
      throw new StateError('locked', message)
    }
    // The lock is gone: someone was faster.
    if (!isSuccess(answer) && answer.status !== 404) throw this.#refusal('unlocking', answer)
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
    const send = () => this.#send('GET', this.#addresses.state)
    const { status, text } = await this.#retry('reading', send, (it) => [200, 204, 404].includes(it.status))
    return status !== 200 || text === '' ? undefined : text
  }

  async #write(text: string, lock: HttpLock): Promise<string> {
    const url = new URL(this.#addresses.state)
    url.searchParams.set('ID', lock.ID)
    const digest = createHash('md5').update(text).digest('base64')
    const answer = await this.#send(this.#options.updateMethod ?? 'POST', url, text, {
      'content-md5': digest,
    })
    if (isLocked(answer)) throw this.#lockLost()
    if (!isSuccess(answer)) throw this.#refusal('writing', answer)
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
      answer = await this.#send(method, this.#addresses.lock, JSON.stringify(lock))
    } catch (error) {
      await this.#release(lock)
      throw error
    }
    if (isSuccess(answer) || isLocked(answer)) return answer
    if (answer.status >= 500) await this.#release(lock)
    throw this.#refusal('locking', answer)
  }

  /** Releases the lock. Returns why that failed: the lock becomes stale later, and the writes made with it stay valid. */
  async #release(lock: HttpLock): Promise<string | undefined> {
    const { unlockMethod = 'UNLOCK' } = this.#options
    // A server that knows no such lock, or holds another, has released this one.
    const isReleased = (it: HttpAnswer): boolean => isSuccess(it) || isLocked(it) || it.status === 404
    const send = () => this.#send(unlockMethod, this.#addresses.unlock, JSON.stringify(lock))
    return this.#retry('unlocking', send, isReleased).then(
      () => undefined,
      (problem: StateError) => problem.message,
    )
  }

  /** Sends a request that may be repeated, up to three times until `isDone` takes its answer. @throws {StateError} */
  async #retry(
    doing: string,
    send: () => Promise<HttpAnswer>,
    isDone: (answer: HttpAnswer) => boolean,
  ): Promise<HttpAnswer> {
    for (let tries = 1; ; tries++) {
      try {
        const answer = await send()
        if (isDone(answer)) return answer
        throw this.#refusal(doing, answer)
      } catch (error) {
        if (tries === 3 || !(error instanceof StateError) || error.isLasting) throw error
      }
      await this.#options.clock.sleep(200 * tries)
    }
  }

  async #send(method: string, url: URL, body?: string, headers: Readonly<Record<string, string>> = {}) {
    const { userAgent, timeoutMs = 30_000, username, password = '' } = this.#options
    const credentials = Buffer.from(`${username}:${password}`).toString('base64')
    // Loaded at the first request, because most projects keep their record in a file.
    const { request, EnvHttpProxyAgent } = await import('undici')
    const proxy = proxyFor(url.href, this.#options.proxy)
    const dispatcher = proxy === undefined ? undefined : new EnvHttpProxyAgent(proxy)
    try {
      const answer = await request(url, {
        ...(dispatcher === undefined ? {} : { dispatcher }),
        // undici types only the methods of RFC 9110; LOCK and UNLOCK are of RFC 4918 and pass through.
        method: method as 'GET',
        headers: {
          'user-agent': userAgent,
          ...(username === undefined ? {} : { authorization: `Basic ${credentials}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body ?? null,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: AbortSignal.timeout(2 * timeoutMs),
        // undici's parser may throw in a callback if a connection ends while it is paused.
        highWaterMark: LARGEST_STATE,
      })
      const text = await readBounded(answer.body, LARGEST_STATE, answer.headers['content-encoding'])
      // The holder of a lock is shown, and a server may send any text there.
      return { status: answer.statusCode, text: method === 'GET' ? text : this.#redact(text) }
    } catch (error) {
      throw new StateError(
        'unavailable',
        `${this.description} could not be reached: ${networkReason(error, proxy)}.`,
        { cause: error },
      )
    } finally {
      await dispatcher?.close()
    }
  }

  #lockLost(): StateError {
    return new StateError(
      'conflict',
      `The lock of ${this.description} was lost before the record was written.`,
    )
  }

  #refusal(doing: string, { status }: HttpAnswer): StateError {
    const password = ' Check username and password of the state backend.'
    const known: Readonly<Record<number, string>> = {
      401: password,
      403: password,
      404: ' Check the addresses of the state backend.',
      405: ' Check lockMethod, unlockMethod and updateMethod of the state backend.',
      407: ' Check user name and password in HTTP_PROXY.',
      412: CONDITIONAL,
      413: ' The record is larger than this server or a proxy before it accepts: raise that limit.',
      428: CONDITIONAL,
    }
    // Redirects are not followed, because the password must not go to an address that is not configured.
    const advice = status >= 300 && status < 400 ? ' Write the address that it redirects to.' : known[status]
    const message = `${doing} ${this.description} was refused: HTTP ${status}.${advice ?? ''}`
    return new StateError('unavailable', message, { isLasting: advice !== undefined })
  }
}

/** Returns an address that a request can be sent to, through the proxy if there is one. */
function checkAddress(address: string, proxy: ProxySettings | undefined): URL {
  const url = parseHttpUrl(address)
  const bad = (why: string) => new StateError('unavailable', `An address of the state backend "http" ${why}`)
  if (url === undefined) throw bad('is not an http(s) URL.')
  if (url.username !== '' || url.password !== '')
    throw bad('contains credentials. Set username and password instead.')
  proxyFor(url.href, proxy)
  return url
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

/** Lock information in the form of Terraform's HTTP backend protocol. */
interface HttpLock {
  readonly ID: string
  readonly Operation: string
  readonly Info: string
  readonly Who: string
  readonly Version: string
  /** ISO 8601. */
  readonly Created: string
  readonly Path: string
}

const OPERATION = 'crawlform'

const NONE: HttpLock = { ID: '', Operation: '', Info: '', Who: '', Version: '', Created: '', Path: '' }

/**
 * Longer than any write can hold a lock, with a margin for different clocks. An older lock of crawlform was left by a killed
 * process. Should that process still live, the server refuses its write, because it names a lock that is gone.
 */
const STALE_MS = 15 * 60_000

function newHttpLock(clock: Clock): HttpLock {
  return {
    ...NONE,
    ID: crypto.randomUUID(),
    Operation: OPERATION,
    Who: `${userName()}@${hostname()} (process ${process.pid})`,
    Version: '1',
    Created: toIsoTime(clock.now()),
  }
}

/** Returns the lock that a refusal describes; undefined if it describes none. */
function readHttpLock(text: string): HttpLock | undefined {
  const value = parseJson(text)
  if (!isJsonObject(value) || typeof value['ID'] !== 'string') return undefined
  const texts = Object.entries(value).filter(
    ([key, text]) => Object.hasOwn(NONE, key) && typeof text === 'string',
  )
  return { ...NONE, ...Object.fromEntries(texts) }
}

function isOwnLock(lock: HttpLock): boolean {
  return lock.Operation === OPERATION
}

/** Returns true for a lock of crawlform that is too old for a living process, or as far in the future: then a clock was wrong. */
function isStaleLock(lock: HttpLock, nowMs: number): boolean {
  const createdMs = fromTimeText(lock.Created)
  return isOwnLock(lock) && createdMs !== undefined && Math.abs(nowMs - createdMs) > STALE_MS
}

function describeHttpLock(lock: HttpLock | undefined): string {
  if (lock === undefined) return 'an unknown process'
  const who = lock.Who === '' ? 'an unknown process' : lock.Who
  const since = lock.Created === '' ? '' : ` since ${lock.Created}`
  return printable(`${who}${since} (lock ${lock.ID})`.slice(0, 300))
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run as a user without a name.
    return 'unknown'
  }
}
