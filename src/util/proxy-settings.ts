import { parseHttpUrl } from './can-parse-url.ts'
import { given } from './json.ts'

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
  const { noProxy = '' } = settings
  if (value === '' || LOOPBACK.test(hostname) || isInNetwork(hostname, noProxy)) return undefined
  // Like curl, we read an address without a scheme as an http proxy.
  const url = parseHttpUrl(/^[a-z][a-z\d+.-]*:\/\//i.test(value) ? value : `http://${value}`)
  if (url === undefined) {
    throw new ProxyError(
      `${variable} is not the address of a proxy. Write one like http://proxy.example.com:3128.`,
    )
  }
  // Some add a path, which a proxy does not have.
  url.pathname = url.search = url.hash = ''
  const proxy = url.href
  // Empty texts, because undici replaces undefined by the process's environment variables.
  // As in curl, an http address is requested from the proxy itself: many proxies allow CONNECT to port 443 alone.
  return { httpProxy: proxy, httpsProxy: proxy, noProxy, proxyTunnel: false }
}

/** Tells whether a host is an address that NO_PROXY names, alone or by its network (`10.0.0.0/8`), as in curl and Go. */
function isInNetwork(hostname: string, noProxy: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '')
  const { BlockList, isIP } = process.getBuiltinModule('node:net')
  const version = isIP(address)
  const [family, most] = version === 6 ? (['ipv6', 128] as const) : (['ipv4', 32] as const)
  return noProxy.split(/[,\s]+/).some((entry) => {
    const [, network = '', bits = most] = /^\[?([^\]/]+)\]?(?:\/(\d+))?$/.exec(entry) ?? []
    if (version === 0 || isIP(network) !== version || Number(bits) > most) return false
    const list = new BlockList()
    list.addSubnet(network, Number(bits), family)
    return list.check(address, family)
  })
}
