/** Projects without a mistake, as people write them; each is one crawl file and one project file. */
export const goodProjects: readonly { readonly crawl: string; readonly project: string }[] = [
  {
    crawl: `version: 2
request:
  url: https://docs.example.com/guide/
  limit: 500
`,
    project: 'version: 2\n',
  },
  {
    crawl: `# yaml-language-server: $schema=../schema/crawl.schema.json
version: 2                        # the API version
name: docs-\${matrix.locale}
description: Product docs
extends: [polite]
matrix: { locale: [en, de, "no"] }
refresh: 7d
request:
  url: https://docs.example.com/\${matrix.locale}/
  limit: 2000
  excludePaths: { append: ["^/\${matrix.locale}/changelog/"] }
  webhook:
    url: https://hooks.example.com/crawl
    headers: { Authorization: "Bearer \${secret:HOOK_TOKEN}" }
tests:
  in: ['/\${matrix.locale}/start']
  out: ['/\${matrix.locale}/changelog/1.2', { url: /blog/x, why: other team }]
expect: { minPages: 150, maxDrop: 20% }
`,
    project: `version: 2
crawls: [crawls/**/*.yaml]
defaults: { request: { limit: 500 } }
profiles:
  polite: { request: { delay: 1 } }
  thorough:
    request:
      maxDiscoveryDepth: 8
      crawlEntireDomain: true
environments:
  production:
    baseUrl: https://api.firecrawl.dev
    apiKey: \${secret:FIRECRAWL_API_KEY}
    state: { backend: git }
    request: { limit: 2000 }
budget: { pages: 50000 }
rules: { limits/unset: error }
`,
  },
  {
    crawl: `version: 2
name: shop
request:
  url: https://shop.example.com/catalogue/
  limit: 1200
  maxDiscoveryDepth: 4
  sitemap: include
  crawlEntireDomain: false
  allowSubdomains: false
  ignoreQueryParameters: true
  includePaths:
    - ^/catalogue/$
    - ^/catalogue/[a-z-]+/$
    - ^/catalogue/[a-z-]+/\\d+$
  excludePaths:
    - ^/catalogue/archive/
  scrapeOptions:
    formats:
      - markdown
      - links
      - type: json
        prompt: Name and price of the product
    onlyMainContent: true
    excludeTags: [nav, footer, ".advert"]
    headers:
      Accept-Language: en-GB
    timeout: 30000
    maxAge: 86400000
tests:
  in:
    - /catalogue/shoes/
    - /catalogue/shoes/17
  out:
    - /catalogue/archive/2020
    - url: https://other.example.com/
      why: another host
`,
    project: `version: 2
environments:
  local: { service: embedded }
  staging:
    baseUrl: http://crawler.internal.example.com:3002
    idempotencyKeys: true
    state:
      backend: http
      address: https://state.example.com/crawls
      lockAddress: https://state.example.com/crawls
      username: team
      password: \${secret:STATE_PASSWORD}
`,
  },
  {
    crawl: `version: 1
name: handbook
request:
  url: "https://handbook.example.org/"
  limit: 300
  allowBackwardLinks: true
  ignoreSitemap: false
  scrapeOptions: { formats: [markdown], onlyMainContent: true, waitFor: 500 }
`,
    project: `version: 2
profiles: { a: { request: { delay: 2, maxConcurrency: 3 } } }
rules:
  limits/unset: off
`,
  },
  {
    crawl: `{
  "version": 2,
  "name": "json",
  "request": {
    "url": "https://example.com/a%20b/ünïcode",
    "limit": 25,
    "includePaths": ["^/a%20b/"],
    "regexOnFullURL": false,
    "webhook": { "url": "https://hooks.example.com/", "events": ["completed", "failed"] }
  }
}
`,
    project: '{ "version": 2, "defaults": { "request": { "maxConcurrency": 4 } } }\n',
  },
  {
    crawl: `version: 2
name: blog
request: { url: https://blog.example.com/, limit: 40, sitemap: only }
---
version: 2
name: news
description: >-
  Folded text 😀 that goes on
  over several lines.
request:
  url: https://news.example.com/
  limit: 60
  scrapeOptions:
    formats: [markdown, html]
    excludeTags: [aside]
---
version: 2
name: anchors
request:
  url: https://anchors.example.com/
  limit: &few 10
  maxDiscoveryDepth: *few
`,
    project: `version: 2
defaults:
  request:
    scrapeOptions:
      onlyMainContent: true
      parsers: []
budget:
  pages: 1000
  credits: 4000
`,
  },
]
