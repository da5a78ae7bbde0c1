import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hostOf, originOf } from '../../../src/service/http/origin-of.ts'

it('originOf and hostOf agree with the platform for web addresses', () => {
  const address = fc.webUrl({
    validSchemes: ['http', 'https'],
    authoritySettings: { withPort: true, withUserInfo: true, withIPv4: true, withIPv6: true },
    withQueryParameters: true,
    withFragments: true,
  })
  fc.assert(
    fc.property(address, (text) => {
      const { href, origin, host } = new URL(text)
      expect([originOf(href), hostOf(href)]).toEqual([origin, host])
    }),
  )
  expect(hostOf('http://a/@b')).toBe('a')
  expect(hostOf('http://user:secret@[::1]:8080/?q=/')).toBe('[::1]:8080')
})
