import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes a project of `count` unlike crawls without problems, one site and one file of 450 bytes each. Returns `root`. */
export function cleanProject(root, count) {
  mkdirSync(path.join(root, 'crawls'), { recursive: true })
  for (let site = 0; site < count; site++)
    writeFileSync(
      path.join(root, `crawls/site-${site}.yaml`),
      `version: 2
# The guides of site ${site}, for the search of the help centre.
request:
  url: https://site-${site}.example.com/guides/
  limit: ${100 + (site % 400)}
  maxDiscoveryDepth: ${2 + (site % 4)}
  sitemap: include
  delay: 1
  includePaths:
    - "^/guides/"
  excludePaths:
    - "^/guides/v${site % 7}/changelog"
    - "\\\\.pdf$"
  scrapeOptions:
    formats: [markdown, links]
    onlyMainContent: true
    excludeTags: [nav, header, footer, ".cookie-banner", ".advertisement"]
    timeout: 30000
`,
    )
  return root
}
