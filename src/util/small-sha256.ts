/** Fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const ROUND = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
] as const

const BLOCK = 64

/** Returns the SHA-256 (FIPS 180-4) of UTF-8 text, as 64 lower-case hexadecimal digits; meant for little text. */
export function smallSha256(text: string): string {
  const hash = new Int32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ])
  const bytes = padded(text)
  const words = new Int32Array(BLOCK)
  for (let at = 0; at < bytes.length; at += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = bytes.readInt32BE(at + i * 4)
    addBlock(hash, words)
  }
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Returns the bytes, then a bit, zeros and the count of bits, as whole blocks. */
function padded(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const bytes = Buffer.alloc(Math.ceil((length + 9) / BLOCK) * BLOCK)
  bytes.write(text)
  bytes[length] = 0x80
  bytes.writeUIntBE(length * 8, bytes.length - 6, 6)
  return bytes
}

/**
 * Adds a block to the hash; its 16 words are the first of `words`. Turns of a word are written out: as calls they take a
 * third longer, and V8 begins to optimize them within one plan, which takes longer than the hash.
 */
function addBlock(hash: Int32Array, words: Int32Array): void {
  for (let i = 16; i < BLOCK; i++) {
    const early = words[i - 15] ?? 0
    const late = words[i - 2] ?? 0
    const s0 = ((early >>> 7) | (early << 25)) ^ ((early >>> 18) | (early << 14)) ^ (early >>> 3)
    const s1 = ((late >>> 17) | (late << 15)) ^ ((late >>> 19) | (late << 13)) ^ (late >>> 10)
    words[i] = (words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash
  for (let i = 0; i < BLOCK; i++) {
    const turned = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const one = (h + turned + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + (words[i] ?? 0)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const two = (((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))) + majority
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) hash[index] = (hash[index] ?? 0) + word
}
