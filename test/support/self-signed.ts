import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Makes a certificate for 127.0.0.1 that signs itself, so that no key is kept in the repository. */
export function selfSigned(): { readonly key: Buffer; readonly cert: Buffer } {
  const directory = mkdtempSync(path.join(tmpdir(), 'crawlform-tls-'))
  const [key, cert] = [path.join(directory, 'key.pem'), path.join(directory, 'cert.pem')]
  const what = ['-nodes', '-keyout', key, '-out', cert, '-days', '2', '-subj', '/CN=127.0.0.1']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', ['req', ...kind, ...what], { stdio: 'ignore' })
  const pair = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(directory, { recursive: true })
  return pair
}

/** Makes an authority as a company has it, and a certificate for 127.0.0.1 that it signed. */
export function signedByAuthority(): {
  readonly key: Buffer
  readonly cert: Buffer
  readonly authority: Buffer
} {
  const directory = mkdtempSync(path.join(tmpdir(), 'crawlform-tls-'))
  const openssl = (...words: string[]): void => {
    execFileSync('openssl', words, { cwd: directory, stdio: 'ignore' })
  }
  const fresh = ['-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '2']
  openssl('req', '-x509', ...fresh, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=A company')
  const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key']
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  openssl('req', '-x509', ...fresh, ...signer, ...names, '-keyout', 'own.key', '-out', 'own.pem')
  const [key, cert, authority] = ['own.key', 'own.pem', 'ca.pem'].map((file) =>
    readFileSync(path.join(directory, file)),
  )
  rmSync(directory, { recursive: true })
  if (key === undefined || cert === undefined || authority === undefined)
    throw new Error('openssl wrote no files')
  return { key, cert, authority }
}
