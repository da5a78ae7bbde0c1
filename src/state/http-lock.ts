import { hostname, userInfo } from 'node:os'
import { type Clock, fromTimeText, toIsoTime } from '../util/clock.ts'
import { isJsonObject, parseJson } from '../util/json.ts'
import { printable } from '../util/text.ts'

/** Lock information in the form of Terraform's HTTP backend protocol. */
export interface HttpLock {
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

export function newHttpLock(clock: Clock): HttpLock {
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
export function readHttpLock(text: string): HttpLock | undefined {
  const value = parseJson(text)
  if (!isJsonObject(value) || typeof value['ID'] !== 'string') return undefined
  const texts = Object.entries(value).filter(
    ([key, text]) => Object.hasOwn(NONE, key) && typeof text === 'string',
  )
  return { ...NONE, ...Object.fromEntries(texts) }
}

export function isOwnLock(lock: HttpLock): boolean {
  return lock.Operation === OPERATION
}

/** Returns true for a lock of crawlform that is too old for a living process, or as far in the future: then a clock was wrong. */
export function isStaleLock(lock: HttpLock, nowMs: number): boolean {
  const createdMs = fromTimeText(lock.Created)
  return isOwnLock(lock) && createdMs !== undefined && Math.abs(nowMs - createdMs) > STALE_MS
}

export function describeHttpLock(lock: HttpLock | undefined): string {
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
