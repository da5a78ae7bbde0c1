import { expect, it } from 'vitest'
import {
  addressPolicyOf,
  hasPrivateLiteral,
  isPrivateAddress,
} from '../../../src/service/http/private-address.ts'

it.each([
  '0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.168.1.1',
  '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1', '[::1]', '::ffff:10.0.0.1', '::ffff:7f00:1', 'fe80::1', 'fe80::1%eth0', 'fc00::1',
  'fd12:3456::1', 'ff02::1', '64:ff9b::7f00:1', '2002:7f00:1::', 'not an address',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
}) // prettier-ignore

it.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.0.1',
  '2606:4700::1111',
  '[2001:4860::8888]',
])('%s is public', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

it('sees through the ways to write an address in a URL', () => {
  for (const host of ['127.1', '0x7f000001', '2130706433', '017700000001', '[::ffff:127.0.0.1]', '[::1]']) {
    expect(hasPrivateLiteral(`http://${host}/`)).toBe(true)
  }
  expect(hasPrivateLiteral('http://example.com/')).toBe(false)
  expect(hasPrivateLiteral('http://1.1.1.1/')).toBe(false)
})

it('lets a crawl stay on the private network that it starts on', async () => {
  expect(await addressPolicyOf('http://127.0.0.1:8080/')).toBe('any')
  expect(await addressPolicyOf('http://localhost/')).toBe('any')
  expect(await addressPolicyOf('http://8.8.8.8/')).toBe('public')
  expect(await addressPolicyOf('http://nowhere.invalid/')).toBe('public')
})
