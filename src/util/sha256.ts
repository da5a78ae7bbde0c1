/** Returns the SHA-256 of UTF-8, given as text or as its bytes, in 64 lower-case hexadecimal digits. */
export function sha256(text: string | Uint8Array): string {
  // An import would load the module at every start; many commands hash nothing.
  const { createHash } = process.getBuiltinModule('node:crypto')
  return createHash('sha256').update(text).digest('hex')
}
