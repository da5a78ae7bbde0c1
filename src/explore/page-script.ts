import { readFileSync } from 'node:fs'

/** Returns the script that the build made for the page: it decides about URLs with the code that commands use. */
export function pageScript(): string {
  return readFileSync(new URL('../../dist/explore/page.js', import.meta.url), 'utf8')
}
