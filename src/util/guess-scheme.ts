/** Returns the likely scheme of an address. Local names, IP addresses and unusual ports rarely use TLS; public sites do. */
export function guessScheme(address: string): 'http' | 'https' {
  const [authority = ''] = address.trim().split(/[/?#]/)
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(authority) ?? []
  const isLocal = /^(?:localhost|.*\.localhost|[\d.]+|\[.*\])$/i.test(host)
  return port === '443' || (port === undefined && !isLocal) ? 'https' : 'http'
}
