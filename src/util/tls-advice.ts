/** The end of a sentence about a failure of TLS, by the code of Node or Chromium. */
const ADVICE: readonly (readonly [code: RegExp, advice: string])[] = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|CERT_UNTRUSTED|AUTHORITY_INVALID/,
    '; set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its authority',
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|^ERR_SSL_PROTOCOL_ERROR$/,
    '; the server speaks plain HTTP there: write http:// instead of https://',
  ],
  [
    /ALTNAME_INVALID|HOSTNAME_MISMATCH|COMMON_NAME_INVALID/,
    '; the certificate is for another name: write the name that it is for',
  ],
  [
    /HAS_EXPIRED|NOT_YET_VALID|DATE_INVALID/,
    '; the certificate is not valid now: renew it, or correct the clock of this machine',
  ],
]

/** Returns the end of a sentence about `error`: what to do about a failure of TLS; empty for other errors. */
export function tlsAdvice(error: unknown): string {
  return error instanceof Error && 'code' in error ? tlsAdviceFor(String(error.code)) : ''
}

/** Returns the same for the code of an error. */
export function tlsAdviceFor(code: string): string {
  return ADVICE.find(([form]) => form.test(code))?.[1] ?? ''
}
