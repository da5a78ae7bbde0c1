/** Returns a string of its own: one cut out of a longer text keeps all of that alive. */
export function copyText(text: string): string {
  // In one byte a character where that is enough, which compares as fast as what it was cut out of.
  const encoding = LATIN.test(text) ? 'latin1' : 'utf16le'
  return Buffer.from(text, encoding).toString(encoding)
}

// oxlint-disable-next-line no-control-regex
const LATIN = /^[\0-\xff]*$/
