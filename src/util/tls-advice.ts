import { oneLine } from './text.ts'

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
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
    '; the server speaks only an old version of TLS: set NODE_OPTIONS="--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0"',
  ],
  [
    /HANDSHAKE_FAILURE|UNRECOGNIZED_NAME|VERSION_OR_CIPHER_MISMATCH/,
    '; the server has no certificate for this name, or no cipher that is still allowed: check the name',
  ],
  [/NO_APPLICATION_PROTOCOL/, '; the server speaks only HTTP/2, which is not supported'],
  [
    /ALTNAME_INVALID|HOSTNAME_MISMATCH|COMMON_NAME_INVALID/,
    '; the certificate is for another name: write the name that it is for',
  ],
  [
    /HAS_EXPIRED|NOT_YET_VALID|DATE_INVALID/,
    '; the certificate is not valid now: renew it, or correct the clock of this machine',
  ],
]

/** The message of the HTTP client about the answer to CONNECT. */
const TUNNEL_REFUSAL = /^Proxy response \((\d+)\) !== 200 when HTTP Tunneling$/

/** Returns why the network failed, in one line, with what to do about a failure of TLS. */
export function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Both address families were tried; the first one's error says enough.
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return networkReason(error.errors[0])
  // Messages of OpenSSL are internal, but name their reason.
  const { reason, code } = error as Error & { readonly reason?: unknown; readonly code?: unknown }
  const text = typeof reason === 'string' ? reason : error.message || error.name
  return oneLine(text.replace(TUNNEL_REFUSAL, 'the proxy answered $1')) + tlsAdviceFor(String(code))
}

/** Returns the end of a sentence about a failure of TLS: what to do about it; empty for other codes. */
export function tlsAdviceFor(code: string): string {
  return ADVICE.find(([form]) => form.test(code))?.[1] ?? ''
}
