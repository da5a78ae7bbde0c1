/** Codes of Node for a certificate whose authority is not known on this machine. */
const UNKNOWN_AUTHORITY = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
] as const

/** Returns the end of a sentence about `error`: what to do about a failure of TLS; empty for other errors. */
export function tlsAdvice(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return tlsAdviceFor(code)
}

/** Returns the same for the code of an error. */
export function tlsAdviceFor(code: string): string {
  if (UNKNOWN_AUTHORITY.some((known) => known === code))
    return '; set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its authority'
  if (
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/.test(code) ||
    code === 'ERR_SSL_PROTOCOL_ERROR'
  )
    return '; the server speaks plain HTTP there: write http:// instead of https://'
  if (/ALTNAME_INVALID|HOSTNAME_MISMATCH|COMMON_NAME_INVALID/.test(code))
    return '; the certificate is for another name: write the name that it is for'
  if (/HAS_EXPIRED|NOT_YET_VALID|DATE_INVALID/.test(code))
    return '; the certificate is not valid now: renew it, or correct the clock of this machine'
  if (/AUTHORITY_INVALID/.test(code)) return tlsAdviceFor('CERT_UNTRUSTED')
  return ''
}
