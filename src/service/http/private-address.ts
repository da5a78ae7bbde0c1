import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Which addresses may be connected to: `public` leaves out this machine and its networks. */
export type AddressPolicy = 'any' | 'public'

/** The IANA special-purpose registries (RFC 6890): what is not globally reachable. */
const PRIVATE_V4 = new BlockList()
/** A list of its own: one with the v4-mapped range would contain every v4 address. */
const PRIVATE_V6 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  PRIVATE_V4.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 96],
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  PRIVATE_V6.addSubnet(network, prefix, 'ipv6')
}

/**
 * Tells whether an IP address (v6 with or without brackets) is not a public one; text that is no address counts as
 * private.
 */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, '').split('%')[0] ?? ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1]
  if (mapped !== undefined) return isPrivateAddress(mapped)
  if (isIP(bare) === 0) return true
  return isIPv4(bare) ? PRIVATE_V4.check(bare, 'ipv4') : PRIVATE_V6.check(bare, 'ipv6')
}

/** Tells whether the host of a URL is written as an IP address that is not public. */
export function hasPrivateLiteral(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isIP(host) !== 0 && isPrivateAddress(host)
}

/**
 * Returns the policy for a crawl that may stay where it starts: `any` when the start URL's host is a private address,
 * or a name that leads only to such ones, `public` otherwise.
 */
export async function addressPolicyOf(startUrl: string): Promise<AddressPolicy> {
  const host = new URL(startUrl).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return isPrivateAddress(host) ? 'any' : 'public'
  const addresses = await new Promise<LookupAddress[]>((resolve) => {
    lookup(host, { all: true }, (error, found) => resolve(error === null ? found : []))
  })
  return addresses.length > 0 && addresses.every((found) => isPrivateAddress(found.address))
    ? 'any'
    : 'public'
}
