import { readFileSync } from 'node:fs'

/** Returns the version in package.json, which lies two folders above both the source and the bundle. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return (manifest as { version: string }).version
}
