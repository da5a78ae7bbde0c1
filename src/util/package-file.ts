import { readFileSync } from 'node:fs'

/** Returns the text of a file of this package, which lies two folders above both the source and the bundle. */
export function packageFile(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}

export function packageVersion(): string {
  return (JSON.parse(packageFile('package.json')) as { version: string }).version
}
