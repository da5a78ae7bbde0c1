const FACTORS = [597_399_067, 2_869_860_233, 951_274_213, 2_716_044_179] as const

/**
 * Writes a hash of 128 bits (cyrb128) of a URL. Pages of `explore` use it, and browsers have no other that is synchronous. Who
 * makes two URLs with equal bits leaves one page out of a crawl that finds both.
 */
export function urlDigest(text: string, words: Int32Array): void {
  let [a, b, c, d] = [1_779_033_703, 3_144_134_277, 1_013_904_242, 2_773_480_762]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = b ^ Math.imul(a ^ unit, FACTORS[0])
    b = c ^ Math.imul(b ^ unit, FACTORS[1])
    c = d ^ Math.imul(c ^ unit, FACTORS[2])
    d = a ^ Math.imul(d ^ unit, FACTORS[3])
  }
  words[0] = Math.imul(c ^ (a >>> 18), FACTORS[0])
  words[1] = Math.imul(d ^ (b >>> 22), FACTORS[1])
  words[2] = Math.imul(words[0] ^ (c >>> 17), FACTORS[2])
  words[3] = Math.imul(words[1] ^ (d >>> 19), FACTORS[3])
}
