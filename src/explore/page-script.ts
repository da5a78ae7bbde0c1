import { readFileSync } from 'node:fs'

/** Returns the script that the build made for the page. It judges URLs with the same code as commands. */
export function pageScript(): string {
  return readFileSync(new URL('../../dist/explore/page.js', import.meta.url), 'utf8')
}
