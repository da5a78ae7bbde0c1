import { isIP } from 'node:net'
import { addressKind } from '../http/address-policy.ts'

interface HostLoad {
  inFlight: number
  /** Milliseconds after a scrape, by agent. Each has its own rules, and the longest of all counts. */
  readonly delays: Map<string, number>
  notBefore: number
}

/** Keeps the load on each host within bounds, over all jobs. Time is passed in; nothing waits here. */
export class HostGate {
  readonly #most: number
  readonly #hosts = new Map<string, HostLoad>()

  /** @param most simultaneous scrapes of one public host; hosts of this machine or network are not bounded */
  constructor(most: number) {
    this.#most = most
  }

  /** Returns the milliseconds until `host` may be asked again: 0 is now, Infinity when an answer must come first. */
  waitMs(host: string, now: number): number {
    const entry = this.#hosts.get(host)
    if (entry === undefined) return 0
    const most = isPrivateHost(host) ? Infinity : this.#most
    if (entry.inFlight >= (delayOf(entry) > 0 ? 1 : most)) return Infinity
    return Math.max(0, entry.notBefore - now)
  }

  /** Describes how long `host` itself asked to wait; undefined if it asked for nothing. */
  waitText(host: string, now: number): string | undefined {
    const entry = this.#hosts.get(host)
    const delayMs = entry === undefined ? 0 : delayOf(entry)
    const waitMs = entry === undefined ? 0 : entry.notBefore - now
    if (waitMs > delayMs) return `the site asked to wait ${Math.ceil(waitMs / 1000)} s (Retry-After)`
    if (delayMs === 0) return undefined
    return `the site asks for ${delayMs / 1000} s between two pages (Crawl-delay in robots.txt)`
  }

  begin(host: string): void {
    this.#load(host).inFlight++
  }

  end(host: string, now: number): void {
    const entry = this.#load(host)
    entry.inFlight--
    const delayMs = delayOf(entry)
    if (delayMs > 0) entry.notBefore = Math.max(entry.notBefore, now + delayMs)
    if (entry.inFlight === 0 && delayMs === 0 && entry.notBefore <= now) this.#hosts.delete(host)
  }

  /** Allows one scrape at a time from now on, this long after the last one ended (robots.txt Crawl-delay); 0 ends that. */
  setDelay(host: string, agent: string, delayMs: number): void {
    if (delayMs === 0 && !this.#hosts.has(host)) return
    this.#load(host).delays.set(agent, delayMs)
  }

  /** Leaves the host alone until `at` (RFC 9110 Retry-After). */
  pause(host: string, at: number): void {
    const entry = this.#load(host)
    entry.notBefore = Math.max(entry.notBefore, at)
  }

  #load(host: string): HostLoad {
    const entry = this.#hosts.get(host) ?? { inFlight: 0, delays: new Map(), notBefore: 0 }
    this.#hosts.set(host, entry)
    return entry
  }
}

function delayOf({ delays }: HostLoad): number {
  return Math.max(0, ...delays.values())
}

/** Tells whether a host is of this machine or its networks, as far as its name says so. */
export function isPrivateHost(host: string): boolean {
  const { hostname } = new URL(`http://${host}`)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 && addressKind(hostname) !== 'public'
}
