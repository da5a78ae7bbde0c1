import { expect, it } from 'vitest'
import { tlsAdvice } from '../../src/util/tls-advice.ts'

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', true],
  ['SELF_SIGNED_CERT_IN_CHAIN', true],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', true],
  ['CERT_HAS_EXPIRED', false],
  ['ECONNREFUSED', false],
])('an error with the code %s needs another authority: %s', (code, isAdvised) => {
  const advice = tlsAdvice(Object.assign(new Error('no'), { code }))
  expect(advice.includes('NODE_EXTRA_CA_CERTS')).toBe(isAdvised)
})
