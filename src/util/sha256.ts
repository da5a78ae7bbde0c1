/** Returns the SHA-256 of UTF-8, given as text or as its bytes, in 64 lower-case hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  return newSha256().update(text).digest('hex')
}

export function newSha256() {
  // An import would load the module at every start; many commands hash nothing.
  return process.getBuiltinModule('node:crypto').createHash('sha256')
}

/** Tells whether two texts are equal. Comparing digests takes a time that reveals neither length nor common prefix. */
export function isSameSecret(actual: string, expected: string): boolean {
  const { timingSafeEqual } = process.getBuiltinModule('node:crypto')
  return timingSafeEqual(Buffer.from(sha256(actual)), Buffer.from(sha256(expected)))
}
