import { expect, it } from 'vitest'
import { tlsAdvice } from '../../src/util/tls-advice.ts'

it.each([
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'write http:// instead of https://'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for another name'],
  ['CERT_HAS_EXPIRED', 'the certificate is not valid now'],
  ['ECONNREFUSED', ''],
])('%s gets the advice "%s"', (code, advice) => {
  const said = tlsAdvice(Object.assign(new Error('x'), { code }))
  expect(said).toContain(advice)
  expect(said === '').toBe(advice === '')
})
