import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Clock } from '../../util/clock.ts'
import type { ResolvedSettings } from '../settings/settings.ts'
import { failureOf, type PageFailure, PRIVATE_ADDRESS } from './page-outcome.ts'

/** The kinds of addresses. Nothing connects to `forbidden` ones. */
export type AddressKind = 'public' | 'private' | 'loopback' | 'forbidden'

/**
 * The addresses that a crawl may connect to, each level with the ones before it: public ones, networks of this machine,
 * and this machine. It applies to pages, redirects, robots.txt, sitemaps and requests of a browser. docs/addresses.md
 * describes it for users.
 */
export type AddressPolicy = 'public' | 'private' | 'loopback'

/** The settings that decide which addresses a crawl may use. */
export type AddressAccess = Pick<ResolvedSettings, 'host' | 'allowPrivateAddresses'>

/** Addresses that are not globally reachable, from the IANA special-purpose registries (RFC 6890). */
const RANGES: readonly (readonly [kind: Exclude<AddressKind, 'public'>, ranges: string])[] = [
  // Link-local addresses with the metadata service of clouds, multicast, and reserved ones.
  ['forbidden', '169.254.0.0/16 224.0.0.0/4 240.0.0.0/4 fe80::/10 ff00::/8'],
  // The unspecified address also connects to this machine.
  ['loopback', '0.0.0.0/8 127.0.0.0/8 ::/127'],
  ['private', '10.0.0.0/8 100.64.0.0/10 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16'],
  ['private', '198.18.0.0/15 198.51.100.0/24 203.0.113.0/24'],
  ['private', '64:ff9b:1::/48 100::/64 2001:db8::/32 fc00::/7'],
]
const KINDS = RANGES.map(([kind, ranges]) => [kind, listOf(ranges)] as const)

/** IPv6 ranges whose addresses contain an IPv4 address, and the 16-bit group in which it starts. */
const EMBEDDED = [
  [listOf('::/96 ::ffff:0:0/96 64:ff9b::/96'), 6],
  [listOf('2002::/16'), 1],
] as const

/** Returns whether an address is in one of the ranges. Each family has its own list. */
function listOf(ranges: string): (address: string, family: 'ipv4' | 'ipv6') => boolean {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const range of ranges.split(' ')) {
    const [network = '', prefix] = range.split('/')
    const family = isIP(network) === 4 ? 'ipv4' : 'ipv6'
    lists[family].addSubnet(network, Number(prefix), family)
  }
  return (address, family) => lists[family].check(address, family)
}

/** Returns the kind of an IP address (IPv6 with or without brackets). Text that is not an address is `forbidden`. */
export function addressKind(address: string): AddressKind {
  const bare = address.replace(/^\[|\]$/g, '').split('%')[0] ?? ''
  const version = isIP(bare)
  if (version === 0) return 'forbidden'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  for (const [kind, holds] of KINDS) if (holds(bare, family)) return kind
  if (family === 'ipv4') return 'public'
  const start = EMBEDDED.find(([holds]) => holds(bare, family))?.[1]
  if (start === undefined) return 'public'
  // Addresses embedded in NAT64 or 6to4 addresses are refused too.
  const inner = addressKind(embeddedIpv4(bare, start))
  return inner === 'public' ? 'private' : inner
}

/** Returns the IPv4 address that starts at a group of an IPv6 address, in any spelling. */
function embeddedIpv4(address: string, group: number): string {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const [high = 0, low = 0] = [...before, ...zeros, ...after]
    .slice(group, group + 2)
    .map((text) => Number.parseInt(text, 16))
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}

function isAllowed(kind: AddressKind, policy: AddressPolicy): boolean {
  if (kind === 'loopback') return policy === 'loopback'
  return kind === 'private' ? policy !== 'public' : kind === 'public'
}

/**
 * Returns the error for the `hostname` of a URL that is an address which `policy` excludes: sockets do not look up
 * addresses. `URL` normalizes hosts, so decimal and other spellings make no difference.
 */
export function refusedHost(hostname: string, policy: AddressPolicy): NodeJS.ErrnoException | undefined {
  const host = withoutBrackets(hostname)
  return isIP(host) === 0 || isAllowed(addressKind(host), policy) ? undefined : refusal(host)
}

/** Returns a `lookup` for sockets that checks addresses right before connecting, which prevents DNS rebinding. */
export function lookupWithin(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    addressesOf(hostname, options, (error, addresses) => {
      if (error !== null) return callback(error, '')
      const open = addresses.filter(({ address }) => isAllowed(addressKind(address), policy))
      const [first] = open
      if (first === undefined) return callback(refusal(hostname), '')
      if (options.all === true) return callback(null, open)
      callback(null, first.address, first.family)
    })
  }
}

/** Addresses of names are looked up again after this time, about as long as connections are kept. */
const LOOKUP_MS = 10_000
const MOST_LOOKUPS = 10_000

/**
 * Returns a function that answers why a crawl may not connect to the address of a URL, as a request would find out; undefined if it
 * may. Ask it before a page is given that was not fetched for the crawl.
 */
export function createAddressGuard(clock: Clock) {
  const known = new Map<
    string,
    { readonly until: number; readonly answer: Promise<PageFailure | undefined> }
  >()
  return async (url: string, policy: AddressPolicy): Promise<PageFailure | undefined> => {
    const { host, hostname } = new URL(url)
    const refused = refusedHost(hostname, policy)
    if (refused !== undefined) return failureOf(refused, url)
    if (isIP(withoutBrackets(hostname)) !== 0) return undefined
    const key = `${policy} ${host}`
    const now = clock.now()
    const before = known.get(key)
    if (before !== undefined && before.until > now) return before.answer
    if (known.size >= MOST_LOOKUPS) known.clear()
    const answer = new Promise<PageFailure | undefined>((resolve) => {
      const done = (error: Error | null): void => resolve(error === null ? undefined : failureOf(error, url))
      lookupWithin(policy)(hostname, { all: true }, done)
    })
    known.set(key, { until: now + LOOKUP_MS, answer })
    return answer
  }
}

function refusal(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`"${host}" leads to private addresses only`), { code: PRIVATE_ADDRESS })
}

export function isLoopbackName(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/**
 * Returns the policy of a crawl, or of a webhook, at `url`. Clients on other machines reach only public addresses,
 * unless more is allowed. Only a client on this machine can reach it, with a URL that leads only to loopback.
 */
export async function policyFor(url: string, access: AddressAccess): Promise<AddressPolicy> {
  const { host, allowPrivateAddresses } = access
  if (!allowPrivateAddresses && !isLoopbackName(host)) return 'public'
  const kinds = new Set(await kindsOf(url))
  if (kinds.size === 1 && kinds.has('loopback')) return 'loopback'
  const isPrivate = kinds.size > 0 && !kinds.has('public') && !kinds.has('forbidden')
  return isPrivate || allowPrivateAddresses ? 'private' : 'public'
}

/** Returns whether all addresses of `url` are outside of its own policy, so that submission is refused. */
export async function isRefusedUrl(url: string, access: AddressAccess): Promise<boolean> {
  const [policy, kinds] = await Promise.all([policyFor(url, access), kindsOf(url)])
  return kinds.length > 0 && !kinds.some((kind) => isAllowed(kind, policy))
}

/** Returns the kinds of the current addresses of a URL's host; empty if the lookup fails. */
async function kindsOf(url: string): Promise<AddressKind[]> {
  const host = withoutBrackets(new URL(url).hostname)
  return new Promise((resolve) => {
    addressesOf(host, {}, (_, addresses) => resolve(addresses.map(({ address }) => addressKind(address))))
  })
}

const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/**
 * Looks up a host. `localhost` and names below it are both loopback addresses of this machine, also where no DNS and no file of
 * hosts knows them (RFC 6761, 6.3): a server may listen on one only.
 */
function addressesOf(
  hostname: string,
  options: LookupOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
): void {
  const isLocal = /^(?:.*\.)?localhost\.?$/i.test(hostname)
  lookup(isLocal ? 'localhost' : hostname, { ...options, all: true }, (error, found) => {
    if (!isLocal) return callback(error, found ?? [])
    const known = error === null ? found : []
    const others = LOOPBACK.filter((one) => !known.some(({ address }) => address === one.address))
    callback(null, [...known, ...others])
  })
}

function withoutBrackets(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
}
