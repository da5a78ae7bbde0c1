/** Seconds after which a page that leads on is still nothing but a redirect; what waits longer is there to be read. */
const MOST_SECONDS = 5

/** The content of a `meta` tag (HTML Standard, "shared declarative refresh steps"). */
const REFRESH = /^\s*(\d+)[\d.]*(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.+))/is

/** Returns the address, as it is spelled, that a `meta` refresh leads to at once or soon; undefined for any other. */
export function readRefresh(content: string): string | undefined {
  const [, seconds, ...spellings] = REFRESH.exec(content) ?? []
  if (seconds === undefined || Number(seconds) > MOST_SECONDS) return undefined
  const address = spellings.find((spelling) => spelling !== undefined)?.trim()
  return address === '' ? undefined : address
}
