/** UTF-8 takes at most this many bytes for a character. */
const LONGEST = 4

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Tells whether the bytes of a name are UTF-8. */
export function isUtf8Name(bytes: Uint8Array): boolean {
  return decode(bytes) !== undefined
}

/** Returns bytes as text; bytes that are not UTF-8 become `\xff`. */
export function escapeBytes(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length;) {
    let length = 1
    let character = decode(bytes.subarray(at, at + length))
    while (character === undefined && length < LONGEST) character = decode(bytes.subarray(at, at + ++length))
    text += character ?? `\\x${(bytes[at] ?? 0).toString(16).padStart(2, '0')}`
    at += character === undefined ? 1 : length
  }
  return text
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}
