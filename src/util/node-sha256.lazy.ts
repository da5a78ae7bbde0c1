import { hash } from 'node:crypto'

/** Returns the SHA-256 of UTF-8 text, as 64 lower-case hexadecimal digits. */
export function nodeSha256(text: string): string {
  return hash('sha256', text)
}
