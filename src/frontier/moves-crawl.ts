/** Tells whether a start URL that leads to `finalUrl` moves the crawl of `root` there: to another host, but for `www.`. */
export function movesCrawl(root: string, finalUrl: string): boolean {
  return bareHost(finalUrl) !== bareHost(root)
}

function bareHost(url: string): string {
  return new URL(url).host.replace(/^(?:www\.)+/, '')
}
