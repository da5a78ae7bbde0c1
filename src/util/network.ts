import { parseHttpUrl } from './can-parse-url.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { given } from './json.ts'
import { oneLine } from './text.ts'

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
export type ProxyWay = Required<ProxySettings> & {
  readonly proxyTunnel: false
  /** The variable that names the proxy. undici does not read it. */
  readonly variable: string
}

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
  return { httpProxy: proxy, httpsProxy: proxy, noProxy, proxyTunnel: false, variable }
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

/** The end of a sentence about a failure of TLS, by the code of Node or Chromium. */
const ADVICE: readonly (readonly [code: RegExp, advice: string])[] = [
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|CERT_UNTRUSTED|AUTHORITY_INVALID/,
    '; set NODE_EXTRA_CA_CERTS to a PEM file with the certificate of its authority',
  ],
  [
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|^ERR_SSL_PROTOCOL_ERROR$/,
    '; the server speaks plain HTTP there: write http:// instead of https://',
  ],
  [
    /PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL/,
    '; the server speaks only an old version of TLS: set NODE_OPTIONS="--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0"',
  ],
  [
    /HANDSHAKE_FAILURE|UNRECOGNIZED_NAME|VERSION_OR_CIPHER_MISMATCH/,
    '; the server has no certificate for this name, or no cipher that is still allowed: check the name',
  ],
  [/NO_APPLICATION_PROTOCOL/, '; the server speaks only HTTP/2, which is not supported'],
  [
    /ALTNAME_INVALID|HOSTNAME_MISMATCH|COMMON_NAME_INVALID/,
    '; the certificate is for another name: write the name that it is for',
  ],
  [
    /HAS_EXPIRED|NOT_YET_VALID|DATE_INVALID/,
    '; the certificate is not valid now: renew it, or correct the clock of this machine',
  ],
]

/** The message of the HTTP client about the answer to CONNECT. */
const TUNNEL_REFUSAL = /^Proxy response \((\d+)\) !== 200 when HTTP Tunneling$/

/**
 * Returns why the network failed, in one line, with what to do about a failure of TLS. If it is the proxy of `way` that cannot be
 * reached, the line begins with it.
 */
export function networkReason(error: unknown, way?: ProxyWay): string {
  if (!(error instanceof Error)) return String(error)
  // Both address families were tried; the first one's error says enough.
  if (error instanceof AggregateError && error.errors[0] instanceof Error)
    return networkReason(error.errors[0], way)
  // Messages of OpenSSL are internal, but name their reason.
  const { reason, code } = error as Error & { readonly reason?: unknown; readonly code?: unknown }
  const text = typeof reason === 'string' ? reason : error.message || error.name
  const subject = way !== undefined && isAboutProxy(error, way) ? `${proxyOf(way)}: ` : ''
  return subject + oneLine(text.replace(TUNNEL_REFUSAL, 'the proxy answered $1')) + tlsAdviceFor(String(code))
}

/** Marks messages about a proxy that cannot be reached. */
export const PROXY_AWAY = /the proxy \S+ of HTTPS?_PROXY: /

/** Returns the name of a proxy, without the password that its address may hold. */
function proxyOf({ httpProxy, variable }: ProxyWay): string {
  return `the proxy ${new URL(httpProxy).host} of ${variable}`
}

/** Tells whether a connection failed that was to lead to the proxy, and not to a host that NO_PROXY names. */
function isAboutProxy(error: Error, { httpProxy }: ProxyWay): boolean {
  const { hostname, port, host } = new URL(httpProxy)
  const failed = error as Error & { readonly hostname?: unknown; readonly port?: unknown }
  const isSamePort = Number(failed.port) === Number(port || 80)
  return failed.hostname === hostname || isSamePort || error.message.includes(`${host},`)
}

/** Returns the end of a sentence about a failure of TLS: what to do about it; empty for other codes. */
export function tlsAdviceFor(code: string): string {
  return ADVICE.find(([form]) => form.test(code))?.[1] ?? ''
}

export class TooLong extends Error {
  override readonly name = 'TooLong'
}

/**
 * Returns the text (UTF-8) of an HTTP body of at most `maxBytes`, without its content codings.
 * @throws {TooLong} after leaving the rest unread, which ends the connection
 */
export async function readBounded(
  body: AsyncIterable<Buffer>,
  maxBytes: number,
  codings: string | string[] = '',
): Promise<string> {
  const packed = new GrowingBuffer()
  for await (const chunk of body) {
    packed.add(chunk)
    if (packed.length > maxBytes) throw new TooLong(`the answer is larger than ${maxBytes} bytes`)
  }
  const { unpacked } = await import('./unpacked.ts')
  return unpacked(packed.bytes, String(codings), maxBytes).toString('utf8')
}
