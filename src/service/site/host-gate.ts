import { isIP } from 'node:net'
import { addressKind } from '../http/address-policy.ts'

/** Keeps the load on each host within bounds, over all jobs. Time is passed in; nothing waits here. */
export interface HostGate {
  /** Returns the milliseconds until `host` may be asked again: 0 is now, Infinity when an answer must come first. */
  waitMs(host: string, now: number): number
  begin(host: string): void
  end(host: string, now: number): void
  /**
   * Allows one scrape at a time from now on, this long after the last one ended (robots.txt Crawl-delay); 0 ends that.
   * Each agent has its own rules, and the longest delay of all counts.
   */
  setDelay(host: string, agent: string, delayMs: number): void
  /** Leaves the host alone until `at` (RFC 9110 Retry-After). */
  pause(host: string, at: number): void
}

interface HostLoad {
  inFlight: number
  /** The longest of `delays`, which are by agent. */
  delayMs: number
  readonly delays: Map<string, number>
  notBefore: number
}

/**
 * Returns a gate that lets `most` scrapes at once to each public host, and any number to hosts of this machine or
 * network.
 */
export function createHostGate(most: number): HostGate {
  const hosts = new Map<string, HostLoad>()
  const load = (host: string): HostLoad => {
    let entry = hosts.get(host)
    if (entry === undefined) {
      entry = { inFlight: 0, delayMs: 0, delays: new Map(), notBefore: 0 }
      hosts.set(host, entry)
    }
    return entry
  }
  return {
    waitMs: (host, now) => {
      const entry = hosts.get(host)
      if (entry === undefined) return 0
      const cap = entry.delayMs > 0 ? 1 : isPrivateHost(host) ? Infinity : most
      if (entry.inFlight >= cap) return Infinity
      return Math.max(0, entry.notBefore - now)
    },
    begin: (host) => void load(host).inFlight++,
    end: (host, now) => {
      const entry = load(host)
      entry.inFlight--
      if (entry.delayMs > 0) entry.notBefore = Math.max(entry.notBefore, now + entry.delayMs)
      if (entry.inFlight === 0 && entry.delayMs === 0 && entry.notBefore <= now) hosts.delete(host)
    },
    setDelay: (host, agent, delayMs) => {
      if (delayMs === 0 && !hosts.has(host)) return
      const entry = load(host)
      entry.delays.set(agent, delayMs)
      entry.delayMs = Math.max(...entry.delays.values())
    },
    pause: (host, at) => {
      const entry = load(host)
      entry.notBefore = Math.max(entry.notBefore, at)
    },
  }
}

/** Tells whether a host is of this machine or its networks, as far as its name says so. */
export function isPrivateHost(host: string): boolean {
  const { hostname } = new URL(`http://${host}`)
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 && addressKind(hostname) !== 'public'
}
