import { parsePageUrl } from './parse-page-url.ts'

/**
 * Returns the URL under which a page is fetched: serialised by the URL standard, without credentials, and without a
 * fragment unless that is a route (`#/`, `#!/`). Undefined when `url` is not an absolute http(s) URL. Idempotent.
 */
export function normalizeUrl(url: string): string | undefined {
  return parsePageUrl(url)?.href
}
