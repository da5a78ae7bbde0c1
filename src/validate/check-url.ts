import { diagnose } from '../diagnostics/catalogue.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { hasTemplate } from '../util/template.ts'
import type { RequestCheck } from './request-check.ts'

/** A public name in lower case, without user or port: certainly a usable URL, and most are no other. */
const USUAL_URL = /^https?:\/\/(?:[a-z\d-]+\.)+[a-z]{2,63}(?:[/?#]|$)/

/**
 * Returns what the service refuses in a start URL (crawl-api 1.2); a host without a public name is only a matter of
 * which service.
 */
export function checkUrl({ request, locate }: Pick<RequestCheck, 'request' | 'locate'>): Diagnostic[] {
  const { url } = request
  const pointer = '/url'
  // A secret is still a reference here, and any URL may hold one.
  if (typeof url !== 'string' || hasTemplate(url)) return []
  if (url.includes('*')) {
    return [diagnose('limits/url-star', { suggestion: withoutStar(url) }, locate(pointer), { pointer })]
  }
  if (USUAL_URL.test(url) && !url.includes('xn--')) return []
  const why = unusable(url)
  if (why !== undefined) return [diagnose('limits/url-unusable', { why }, locate(pointer), { pointer })]
  const { hostname } = new URL(withScheme(url))
  if (isPublicName(hostname)) return []
  const isThisMachine = /^(?:localhost|\[::1\])$/.test(hostname)
  const help = isThisMachine
    ? 'For a service on this machine that is not the embedded one, write 127.0.0.1.'
    : 'Write the whole name, with its domain, when the crawl is sent elsewhere.'
  return [diagnose('limits/url-host', { host: hostname, help }, locate(pointer), { pointer })]
}

/** Schemes that are written without slashes, and so look like a host and a port. */
const NO_PAGE = /^\s*((?:about|blob|data|file|javascript|mailto|sms|tel|view-source):)/i

function unusable(url: string): string | undefined {
  const scheme = NO_PAGE.exec(url)?.[1]
  if (scheme !== undefined) return `starts with "${scheme}"; only http and https can be crawled`
  const text = withScheme(url)
  if (/^https?:\/\/https?:\/?\//i.test(text)) return 'has its scheme twice'
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  if (parsed === undefined) return 'is not a URL'
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    return `starts with "${parsed.protocol}//"; only http and https can be crawled`
  return parsed.hostname === '' ? 'has no host' : undefined
}

/** The service puts http:// before what has no scheme. */
function withScheme(url: string): string {
  const text = url.trim()
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
}

function withoutStar(url: string): string {
  const before = url.slice(0, url.indexOf('*'))
  return before.endsWith('/') ? before : before.slice(0, before.lastIndexOf('/') + 1)
}

function isPublicName(hostname: string): boolean {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return true
  return /\.[^.\d][^.]+\.?$/.test(hostname)
}
