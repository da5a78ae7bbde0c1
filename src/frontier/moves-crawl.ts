/**
 * Returns whether a redirect of the start URL to `finalUrl` moves the crawl of `root` to another host. A `www.` prefix
 * does not count.
 */
export function movesCrawl(root: string, finalUrl: string): boolean {
  return bareHost(finalUrl) !== bareHost(root)
}

function bareHost(url: string): string {
  return new URL(url).host.replace(/^(?:www\.)+/, '')
}
