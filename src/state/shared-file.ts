import path from 'node:path'
import { linkSync, readlinkSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { type Clock, stopwatch, toIsoTime } from '../util/clock.ts'
import { isBusy, readRegular, whenFree } from '../util/files.ts'
import { hasCode } from '../util/has-code.ts'
import { isJsonObject } from '../util/json.ts'
import { syncDirectory, syncFile } from './sync.ts'
import { shellQuote } from '../util/shell-quote.ts'
import { StateError } from './state.ts'

/**
 * Replaces `file` by `content` in one step that survives a power cut: first the content, then the name (rename(2) is
 * atomic), then the directory that holds the name. The caller holds the lock.
 */
export async function replaceDurably(file: string, content: string | Iterable<Buffer>): Promise<void> {
  const directory = path.dirname(file)
  const { open, rm, writeFile } = await import('node:fs/promises')
  await removeLeftovers(file)
  const draft = `${file}.${crypto.randomUUID()}.draft`
  try {
    const handle = await open(draft, 'wx')
    try {
      // Yarn's Plug'n'Play takes no iterable here.
      for (const part of typeof content === 'string' ? [content] : content) await writeFile(handle, part)
      await syncFile(handle.fd)
    } finally {
      await handle.close()
    }
    whenFree(() => renameSync(draft, file))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncDirectory(directory)
}

/**
 * Removes files that killed processes left next to the file: drafts of the file and of its lock, and locks for breaking a lock.
 * A live process whose lock draft is removed here tries again.
 */
async function removeLeftovers(file: string): Promise<void> {
  const directory = path.dirname(file)
  const prefix = `${path.basename(file)}.`
  const { readdir, rm } = await import('node:fs/promises')
  for (const name of await readdir(directory)) {
    // The whole rest of the name must match, because one environment's name may be the beginning of another's.
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (/^(?:lock\.)?(?:[0-9a-f-]{36}\.?)+(?:draft)?$/.test(rest)) {
      await rm(path.join(directory, name), { force: true })
    }
  }
}

/** The holder of a lock, as written in the lock file. */
interface Holder {
  readonly token: string
  readonly pid: number
  /** Host, boot and process namespace, outside of which a process id has no meaning. */
  readonly host: string
  /** Distinguishes a process from a later one with the same number; empty if the system does not say. */
  readonly started: string
  readonly at: string
}

interface LockOptions {
  readonly clock: Clock
  /** How long to wait for another holder, in milliseconds. */
  readonly waitMs: number
  /** Whose record is locked, for the command that unlocks it; absent for a lock of something else. */
  readonly environment?: string
}

/**
 * Runs `action` while holding the lock file `path`. A lock whose process on this host is dead is broken. Breaking takes another
 * lock, named after the dead one. So two breakers never remove the lock of a third.
 * @throws {StateError} `locked` with the holder's name, when the lock is not free within `waitMs`
 */
export async function withFileLock<T>(path: string, options: LockOptions, action: () => Promise<T>) {
  const holder = await acquire(path, options)
  try {
    return await action()
  } finally {
    release(path, holder)
  }
}

/**
 * Removes the lock `token` whoever holds it, under the same lock that guards the breaking of a dead one.
 * @throws {StateError} `locked` when another lock is there
 */
export async function breakFileLock(path: string, token: string, options: LockOptions): Promise<void> {
  const holder = readHolder(path)
  if (holder === 'gone') return
  if (holder?.token !== token) throw lockedBy(path, holder, options)
  await breakLock(path, holder, options)
}

async function acquire(path: string, options: LockOptions): Promise<Holder> {
  const { clock, waitMs } = options
  const elapsed = stopwatch(clock)
  const self = describeSelf(clock)
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    if (tryCreate(path, self, elapsed() >= waitMs)) return self
    const found = readHolder(path)
    const holder = found === 'gone' ? undefined : found
    // A network file system may answer a repeated request, whose first one succeeded.
    if (holder?.token === self.token) return self
    if (holder !== undefined && isDead(holder, self)) {
      await breakLock(path, holder, options)
      continue
    }
    if (elapsed() >= waitMs) throw lockedBy(path, holder, options)
    await clock.sleep(pauseMs)
  }
}

/** Creates the lock file with its content or not at all: it links a finished file, which fails when the name is taken. */
function tryCreate(path: string, self: Holder, isLast: boolean): boolean {
  const draft = `${path}.${self.token}.draft`
  try {
    writeFileSync(draft, JSON.stringify(self), { flag: 'wx' })
    try {
      linkSync(draft, path)
    } catch (error) {
      if (hasCode(error, 'EEXIST') || hasCode(error, 'ENOENT')) throw error
      // Not every file system has links.
      writeFileSync(path, JSON.stringify(self), { flag: 'wx' })
    }
    return true
  } catch (error) {
    // Someone holds the lock, or the holder has just removed the draft.
    if (hasCode(error, 'EEXIST') || hasCode(error, 'ENOENT')) return false
    // Windows keeps the name of a removed file while somebody reads it.
    if (isBusy(error) && !isLast) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function release(path: string, self: Holder): void {
  const holder = readHolder(path)
  if (holder !== 'gone' && holder?.token === self.token) whenFree(() => unlinkSync(path))
}

/** Removes a dead lock. Only the holder of the lock for breaking `dead` may do so, and only while it is still that very lock. */
async function breakLock(path: string, dead: Holder, options: LockOptions): Promise<void> {
  await withFileLock(`${path}.${dead.token}`, options, async () => release(path, dead))
}

/** Returns undefined for a lock whose content is in an unknown format. */
function readHolder(path: string): Holder | 'gone' | undefined {
  try {
    const value: unknown = JSON.parse(readRegular(path).toString('utf8'))
    if (!isJsonObject(value)) return undefined
    const { token, pid, host, started, at } = value
    if (typeof token !== 'string' || !/^[0-9a-f-]{36}$/.test(token) || typeof pid !== 'number')
      return undefined
    if (typeof host !== 'string' || typeof started !== 'string' || typeof at !== 'string') return undefined
    return { token, pid, host, started, at }
  } catch (error) {
    return hasCode(error, 'ENOENT') ? 'gone' : undefined
  }
}

function describeSelf(clock: Clock): Holder {
  const boot = readOrEmpty(() => readRegular('/proc/sys/kernel/random/boot_id').toString('utf8'))
  const host = [hostname(), boot.trim(), readOrEmpty(() => readlinkSync('/proc/self/ns/pid'))]
  return {
    token: crypto.randomUUID(),
    pid: process.pid,
    host: host.filter((part) => part !== '').join(' '),
    started: startOf(process.pid),
    at: toIsoTime(clock.now()),
  }
}

function isDead(holder: Holder, self: Holder): boolean {
  if (holder.host !== self.host || !Number.isSafeInteger(holder.pid) || holder.pid <= 0) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return hasCode(error, 'ESRCH')
  }
  const started = startOf(holder.pid)
  return started !== '' && holder.started !== '' && started !== holder.started
}

/** Returns the start of a process in clock ticks since boot (proc(5), field 22 of stat); empty where there is no such file. */
function startOf(pid: number): string {
  const stat = readOrEmpty(() => readRegular(`/proc/${pid}/stat`).toString('utf8'))
  // Field 2, the name in parentheses, may hold anything, spaces and parentheses too.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

/** Returns the text that `read` reads; empty where the system has no such file. */
function readOrEmpty(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}

function lockedBy(path: string, holder: Holder | undefined, { environment }: LockOptions): StateError {
  const who =
    holder === undefined
      ? 'an unknown process'
      : `process ${holder.pid} on ${holder.host.split(' ')[0] ?? 'an unknown host'} since ${holder.at} (lock ${holder.token})`
  const what = environment === undefined ? path : 'The record'
  const remedy =
    holder === undefined || environment === undefined
      ? `delete ${path}`
      : `run crawlform state unlock ${holder.token} --env ${shellQuote(environment)}`
  return new StateError(
    'locked',
    `${what} is locked by ${who}. Wait for it; if crawlform is no longer running there, ${remedy}.`,
  )
}
