import { expect, it } from 'vitest'
import { networkReason } from '../../src/util/network.ts'

it.each([
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'write http:// instead of https://'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for another name'],
  ['CERT_HAS_EXPIRED', 'the certificate is not valid now'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'NODE_OPTIONS="--tls-min-v1.0'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'check the name'],
  ['ERR_SSL_TLSV1_UNRECOGNIZED_NAME', 'check the name'],
  ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'the server speaks only HTTP/2'],
  ['ECONNREFUSED', ''],
])('%s gets the advice "%s"', (code, advice) => {
  const said = networkReason(Object.assign(new Error('x'), { code }))
  expect(said).toContain(advice)
  expect(said === 'x').toBe(advice === '')
})

it('the reason comes from an error of OpenSSL, or from the first address family', () => {
  const message = '80BC:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:record.c:350:\n'
  const error = Object.assign(new Error(message), { reason: 'wrong version number' })
  expect(networkReason(error)).toBe('wrong version number')
  const refused = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:1`))
  expect(networkReason(new AggregateError(refused))).toBe('connect ECONNREFUSED ::1:1')
})
