import { isAscii } from 'node:buffer'

/**
 * Where a page has its Markdown as it was read from a disk, in UTF-8. The service and the command line each have their own
 * copy of this file, so the name is for the whole process. Nothing copies it with a page: a copy may say something else.
 */
const kept: unique symbol = Symbol.for('crawlform: Markdown in UTF-8')

/**
 * Returns `page` with the Markdown whose UTF-8 is `bytes`. The text is made each time it is asked for: who writes pages to
 * files needs none, and making it, and UTF-8 of it again, takes longer than all else that they do.
 */
export function withMarkdown<T extends object>(page: T, bytes: Buffer): T & { readonly markdown: string } {
  const whole = {
    get markdown() {
      return textOfUtf8(bytes)
    },
    ...page,
  }
  return Object.defineProperty(whole, kept, { value: bytes })
}

/** Returns the UTF-8 of a page's Markdown; undefined where it has none. */
export function markdownBytes(page: {
  readonly markdown?: string
  readonly [kept]?: unknown
}): Buffer | undefined {
  const { [kept]: bytes } = page
  if (Buffer.isBuffer(bytes)) return bytes
  return page.markdown === undefined ? undefined : Buffer.from(page.markdown)
}

/** Returns text from its UTF-8. Many pages in English are ASCII, of which a copy takes a tenth of the time. */
function textOfUtf8(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString()
}
