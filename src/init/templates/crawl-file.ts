/** Returns the first crawl, small enough to be applied at once. */
export function crawlFile(url: string, schemas: string): string {
  const { pathname } = new URL(url)
  return `# yaml-language-server: $schema=../${schemas}/crawl.schema.json
version: 2
request:
  url: ${quote(url)}
  limit: 25 # the most pages
  # excludePaths: ['^/blog/'] # regular expressions, matched against the path
  scrapeOptions:
    formats: [markdown]

# Checked offline, by the rules of the service: crawlform test
tests:
  in: [${quote(pathname.startsWith('//') ? url : pathname)}]
`
}

/** Quotes a text so that neither YAML nor crawlform's references change it. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('${', () => '$${')}'`
}
