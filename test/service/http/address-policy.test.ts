import { expect, it } from 'vitest'
import {
  addressKind,
  isRefusedUrl,
  policyFor,
  refusedHost,
} from '../../../src/service/http/address-policy.ts'

const kinds = {
  public: [
    '1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '192.167.0.1',
    '2606:4700::1111', '[2001:4860::8888]',
  ],
  private: [
    '10.1.2.3', '100.64.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '198.18.0.1', '::ffff:10.0.0.1', 'fc00::1',
    'fd12:3456::1', '64:ff9b::808:808', '2002:808:808::',
  ],
  loopback: [
    '127.0.0.1', '127.255.255.254', '0.0.0.0', '::', '::1', '[::1]', '::ffff:7f00:1', '::ffff:127.0.0.1', '::7f00:1',
    '64:ff9b::7f00:1', '2002:7f00:1::',
  ],
  forbidden: [
    '169.254.169.254', '224.0.0.1', '255.255.255.255', 'fe80::1', 'fe80::1%eth0', 'ff02::1', '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::1', 'not an address',
  ],
} as const // prettier-ignore

it.each(Object.entries(kinds).flatMap(([kind, addresses]) => addresses.map((address) => [address, kind])))(
  'the address %s is %s',
  (address, kind) => expect(addressKind(address)).toBe(kind),
)

it.each(['localhost', 'docs.localhost', 'localhost.', 'a.b.LOCALHOST'])(
  'the host %s is loopback without asking the resolver',
  async (host) => {
    const access = { host: '127.0.0.1', allowPrivateAddresses: false }
    expect(await policyFor(`http://${host}:8080/`, access)).toBe('loopback')
  },
)

it('every spelling of an address in a URL is recognized', () => {
  for (const host of ['127.1', '0x7f000001', '2130706433', '017700000001', '[::ffff:127.0.0.1]', '[::1]']) {
    expect(refusedHost(new URL(`http://${host}/`).hostname, 'private')).toBeDefined()
    expect(refusedHost(new URL(`http://${host}/`).hostname, 'loopback')).toBeUndefined()
  }
  for (const host of ['2852039166', '0xa9.0xfe.0xa9.0xfe', '[::ffff:a9fe:a9fe]']) {
    expect(refusedHost(new URL(`http://${host}/`).hostname, 'loopback')).toBeDefined()
  }
  expect(refusedHost('example.com', 'public')).toBeUndefined()
  expect(refusedHost('1.1.1.1', 'public')).toBeUndefined()
})

const local = { host: '127.0.0.1', allowPrivateAddresses: false }
const shared = { host: '0.0.0.0', allowPrivateAddresses: false }
const allowed = { host: '0.0.0.0', allowPrivateAddresses: true }

it.each([
  [local, '8.8.8.8', 'public', false],
  [local, '10.0.0.1', 'private', false],
  [local, '127.0.0.1:8080', 'loopback', false],
  [local, 'localhost', 'loopback', false],
  [local, '169.254.169.254', 'public', true],
  [local, 'nowhere.invalid', 'public', false],
  [{ ...allowed, host: '127.0.0.1' }, '8.8.8.8', 'private', false],
  [shared, '8.8.8.8', 'public', false],
  [shared, '10.0.0.1', 'public', true],
  [shared, '127.0.0.1', 'public', true],
  [shared, 'localhost', 'public', true],
  [shared, '2130706433', 'public', true],
  [{ ...shared, host: '192.168.1.5' }, '192.168.1.6', 'public', true],
  [allowed, '8.8.8.8', 'private', false],
  [allowed, '10.0.0.1', 'private', false],
  [allowed, '127.0.0.1', 'loopback', false],
  [allowed, '[fe80::1]', 'private', true],
] as const)('with %o a crawl of %s may reach %s; refused: %s', async (access, start, policy, isRefused) => {
  expect(await policyFor(`http://${start}/`, access)).toBe(policy)
  expect(await isRefusedUrl(`http://${start}/`, access)).toBe(isRefused)
})
