import { parseHttpUrl } from './can-parse-url.ts'
import { given } from './given.ts'

/** The values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
export interface ProxySettings {
  readonly httpProxy?: string
  readonly httpsProxy?: string
  readonly noProxy?: string
}

/** Reports an unusable proxy address. The message does not repeat it, because it may hold a password. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly code = 'bad-settings'
}

/** Returns the proxies that an environment names. As in curl and git, the lower-case variable comes first. */
export function readProxySettings(env: Readonly<Record<string, string | undefined>>): ProxySettings {
  return given({
    httpProxy: env['http_proxy'] ?? env['HTTP_PROXY'],
    httpsProxy: env['https_proxy'] ?? env['HTTPS_PROXY'],
    noProxy: env['no_proxy'] ?? env['NO_PROXY'],
  })
}

const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/

/** How requests reach an address through a proxy. `proxyTunnel` concerns http addresses; https ones are always tunnelled. */
type ProxyWay = Required<ProxySettings> & { readonly proxyTunnel: false }

/**
 * Returns the proxy options for `address` as undici's EnvHttpProxyAgent takes them; undefined for a direct connection,
 * as always to this machine. An https address never uses the proxy for http.
 * @throws {ProxyError}
 */
export function proxyFor(address: string, settings: ProxySettings = {}): ProxyWay | undefined {
  const { protocol, hostname } = new URL(address)
  const [variable, value = ''] =
    protocol === 'https:' ? ['HTTPS_PROXY', settings.httpsProxy] : ['HTTP_PROXY', settings.httpProxy]
  if (value === '' || LOOPBACK.test(hostname)) return undefined
  // Like curl, we read an address without a scheme as an http proxy.
  const proxy = /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`
  if (parseHttpUrl(proxy) === undefined) {
    throw new ProxyError(
      `${variable} is not the address of a proxy. Write one like http://proxy.example.com:3128.`,
    )
  }
  // Empty texts, because undici replaces undefined by the process's environment variables.
  // As in curl, an http address is requested from the proxy itself: many proxies allow CONNECT to port 443 alone.
  return { httpProxy: proxy, httpsProxy: proxy, noProxy: settings.noProxy ?? '', proxyTunnel: false }
}
