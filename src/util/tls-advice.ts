import { hasCode } from './has-code.ts'

/** Codes of Node for a certificate whose authority is not known on this machine. */
const UNKNOWN_AUTHORITY = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_UNTRUSTED',
] as const

/** Returns the end of a sentence about `error`: what to do about a certificate that is not trusted; empty for other errors. */
export function tlsAdvice(error: unknown): string {
  return UNKNOWN_AUTHORITY.some((code) => hasCode(error, code))
    ? '; set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its authority'
    : ''
}
