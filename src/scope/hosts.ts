import { loadPublicSuffixes } from './load-package.ts'

/** How a host relates to the start URL's. */
export type HostRelation = 'same-host' | 'same-domain' | 'external'

/**
 * Relates hosts (lower case, without port and `www.`) to `startHost`. `same-domain` means one registrable domain by the public
 * suffix list with its private part, so two projects on github.io are strangers. The list takes time to load, so it is used
 * only with `wantsDomains`.
 */
export function relateHosts(startHost: string, wantsDomains: boolean): (host: string) => HostRelation {
  const known = new Map<string, HostRelation>()
  return (host) => {
    if (host === startHost) return 'same-host'
    const before = known.get(host)
    if (before !== undefined) return before
    const relation = wantsDomains && isSameDomain(host, startHost) ? 'same-domain' : 'external'
    // Bounds the memory that a hostile site can fill with host names.
    if (known.size >= 10_000) known.clear()
    known.set(host, relation)
    return relation
  }
}

/** Tells whether two hosts belong to one registrable domain. */
export function isSameDomain(host: string, other: string): boolean {
  const domain = registrableDomain(host)
  return domain !== null && domain === registrableDomain(other)
}

/** Returns the registrable domain by the public suffix list; null for an IP address or a suffix itself. */
function registrableDomain(host: string): string | null {
  return loadPublicSuffixes().getDomain(host, { allowPrivateDomains: true, extractHostname: false })
}
