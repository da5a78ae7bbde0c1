import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

type Openssl = (...words: readonly string[]) => void

const FRESH = ['-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '2']

/** Lets `make` write files with openssl, and returns what it reads of them, so that no key is kept in the repository. */
function inFolder<T>(make: (openssl: Openssl, read: (file: string) => Buffer) => T): T {
  const cwd = mkdtempSync(path.join(tmpdir(), 'crawlform-tls-'))
  try {
    return make(
      (...words) => void execFileSync('openssl', words, { cwd, stdio: 'ignore' }),
      (file) => readFileSync(path.join(cwd, file)),
    )
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

/** Makes a certificate for 127.0.0.1 that signs itself. */
export function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
  return inFolder((openssl, read) => {
    openssl('req', '-x509', ...FRESH, '-keyout', 'key.pem', '-out', 'cert.pem', '-subj', '/CN=127.0.0.1')
    return { key: read('key.pem'), cert: read('cert.pem') }
  })
}

/** Makes an authority as a company has it, and a certificate for 127.0.0.1 that it signed. */
export function signedByAuthority(): {
  readonly key: Buffer
  readonly cert: Buffer
  readonly authority: Buffer
} {
  return inFolder((openssl, read) => {
    openssl('req', '-x509', ...FRESH, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=A company')
    const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key']
    const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    openssl('req', '-x509', ...FRESH, ...signer, ...names, '-keyout', 'own.key', '-out', 'own.pem')
    return { key: read('own.key'), cert: read('own.pem'), authority: read('ca.pem') }
  })
}
