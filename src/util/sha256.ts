import { nodeSha256 } from './node-sha256.ts'
import { smallSha256 } from './small-sha256.ts'

/** Characters that are hashed here sooner than Node's hashes are loaded, which takes a fifth of a start. */
const FEW = 6000

let hashed = 0

/** Returns the SHA-256 of UTF-8, given as text or as its bytes, in 64 lower-case hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  // Who has bytes has read or is to write a file of them.
  if (typeof text !== 'string') return nodeSha256(text)
  hashed += text.length
  return hashed <= FEW ? smallSha256(text) : nodeSha256(text)
}
