/** Returns a copy of `text` with its own memory. A slice would keep the whole longer text alive. */
export function copyText(text: string): string {
  // One byte a character if that is enough, to save memory.
  const encoding = LATIN.test(text) ? 'latin1' : 'utf16le'
  return Buffer.from(text, encoding).toString(encoding)
}

// oxlint-disable-next-line no-control-regex
const LATIN = /^[\0-\xff]*$/
