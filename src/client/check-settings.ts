import { parseHttpUrl } from '../util/can-parse-url.ts'
import { ClientError } from './crawl-client.ts'

/**
 * Returns the base URL without a slash at its end, its path prefix kept.
 * @throws {ClientError} `bad-settings`
 */
export function checkBaseUrl(baseUrl: string): string {
  const url = parseHttpUrl(baseUrl)
  const bad = (why: string) => new ClientError('bad-settings', `The base URL ${why}`)
  if (url === undefined) throw bad('is not an http(s) URL. Write one like https://api.example.com.')
  if (url.username !== '' || url.password !== '')
    throw bad('holds a user name or password. Put the key into apiKey instead.')
  if (url.search !== '' || url.hash !== '') throw bad(`"${baseUrl}" has a query or a fragment. Remove it.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/**
 * Returns the key as it is sent. RFC 6750 section 2.1 requires visible ASCII. A line break at the end of a secret is a common
 * accident and removed.
 * @throws {ClientError} `bad-settings`, without the key
 */
export function checkApiKey(apiKey: string): string {
  const key = apiKey.trim()
  if (/^[\x21-\x7e]*$/.test(key)) return key
  throw new ClientError(
    'bad-settings',
    'The API key contains characters that cannot be sent. Check the secret it comes from.',
  )
}
