import { isUtf8 } from 'node:buffer'

export { isUtf8 }

/** Returns bytes as text; bytes that are not UTF-8 become `\xff`. */
export function escapeBytes(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length;) {
    // UTF-8 takes at most four bytes for a character.
    const next = [1, 2, 3, 4].map((length) => bytes.subarray(at, at + length))
    const character = next.find((part) => isUtf8(part))
    text +=
      character === undefined
        ? `\\x${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`
        : Buffer.from(character).toString()
    at += character?.length ?? 1
  }
  return text
}
