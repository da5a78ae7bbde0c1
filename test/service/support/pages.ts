import type { SiteRoutes } from '../../support/loopback-site.ts'

/** An HTML page with these links. */
export function page(title: string, links: readonly string[] = []): string {
  const anchors = links.map((link) => `<p><a href="${link}">${link}</a></p>`).join('\n')
  return `<!doctype html><html><head><title>${title}</title></head><body><main><h1>${title}</h1>${anchors}</main></body></html>`
}

/** Pages by path, each with its links; `/robots.txt` and sitemaps are missing unless given. */
export function site(links: Readonly<Record<string, readonly string[]>>, more: SiteRoutes = {}): SiteRoutes {
  const pages = Object.entries(links).map(([path, targets]) => [path, page(`Page ${path}`, targets)])
  return { ...Object.fromEntries(pages), ...more }
}
