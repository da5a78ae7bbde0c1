import { urlOfHeader } from './page-outcome.ts'

/** A link, and its parameters as they are written (RFC 8288 section 3): commas in quotes do not end them. */
const LINK = /<([^<>]*)>((?:"(?:[^"\\]|\\.)*"|[^",])*)/g
const PARAMETER = /(?<![\w*-])([\w*-]+)[\t ]*=[\t ]*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))/g

/** Returns the absolute URL of the first canonical link of a `Link` header (RFC 6596), which is the only place for one in a file. */
export function canonicalOf(link: string, url: string): string | undefined {
  for (const [, target = '', parameters = ''] of link.matchAll(LINK)) {
    const pairs = [...parameters.matchAll(PARAMETER)].map(
      ([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted ?? plain] as const,
    )
    // The first parameter of a name counts. A link with an anchor is one of another resource.
    const { rel = '', anchor } = Object.fromEntries(pairs.toReversed())
    if (anchor !== undefined || !rel.toLowerCase().split(/\s+/).includes('canonical')) continue
    const canonical = urlOfHeader(target.trim(), url)
    if (canonical !== undefined && /^https?:/.test(canonical)) return canonical
  }
  return undefined
}
