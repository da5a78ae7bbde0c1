import type { FetchedPage } from '../http/http.ts'
import { failure, type PageFailure } from '../http/page-outcome.ts'
import { parseUrl } from '../../util/can-parse-url.ts'

/** The signs of pages that check for a browser, in a header or at the start of the page, by the service that makes them. */
const BOT_CHECKS: readonly (readonly [service: string, sign: RegExp])[] = [
  ['Cloudflare', /^cf-mitigated: challenge|\b_cf_chl_opt\s?=|<title>Just a moment\.\.\.</m],
  ['Cloudflare', /<title>Attention Required! \| Cloudflare</],
  ['DataDome', /src="https:\/\/ct\.captcha-delivery\.com\//],
  ['Akamai', /\burl=[^"]{0,99}[?&]bm-verify=|"\/_sec\/(?:verify|cp_challenge)/i],
  ['Akamai', /<P>\s?Reference(?: |&#32;)(?:#|&#35;)/],
  ['Imperva', /<iframe [^>]{0,99}"\/_Incapsula_Resource\?/],
  ['AWS WAF', /^x-amzn-waf-action: (?:challenge|captcha)/m],
  ['Vercel', /^x-vercel-mitigated: challenge/m],
  ['HUMAN', /\bid="px-captcha"/],
  ['SiteGround', /\bcontent="0;\/\.well-known\/sgcaptcha\//],
  ['Anubis', /\bid="anubis_challenge"/],
  ['DDoS-Guard', /<title>DDoS-Guard<\/title>/],
  ['Sucuri', /^x-sucuri-block: |\bsucuri_cloudproxy_js\s?=/m],
  ['Fastly', /<title>Client Challenge</],
]

/** Signs that pages of the site have too. They count on a page that has nothing of its own. */
const SIGNS_OF_EMPTY_PAGES: typeof BOT_CHECKS = [
  ['Imperva', /["']\/_Incapsula_Resource\?/],
  ['Sucuri', /^x-sucuri-id: [^]*<title>You are being redirected/m],
  ['go-away', /["'=]\/\.well-known\/[^"']{0,99}\/go-away\//],
  ['Kasada', /^x-kpsdk-\w+: |\bKPSDK\s?=|\/ips\.js\?/m],
  ['Fastly', /["']\/_fs-ch-/],
  ['BasedFlare', /["']\/\.basedflare\//],
]

/** The start of a page in which signs are sought, in bytes. */
const START = 4096
/** A larger page is not a check. */
const MOST_BYTES = 256 * 1024
/** Characters of text of a page that may have nothing of its own. */
const MOST_TEXT = { withSign: 500, withoutSign: 200 }

/** Returns the failure of an answer that is a bot check instead of a page; undefined for others. */
export function botCheck(answer: FetchedPage): PageFailure | undefined {
  const { url, headers, body, decodedFrom } = answer
  // A browser may have passed a check after the headers came.
  const names = decodedFrom === undefined ? Object.entries(headers) : []
  const head = names.map(([name, value]) => `${name}: ${value}\n`).join('')
  const start = Buffer.isBuffer(body) ? body.toString('latin1', 0, START) : ''
  const signOf = (signs: typeof BOT_CHECKS) => signs.find(([, sign]) => sign.test(head + start))?.[0]
  const service = signOf(BOT_CHECKS) ?? gateOf(answer, start, signOf(SIGNS_OF_EMPTY_PAGES))
  if (service === undefined) return undefined
  const remedy = 'Ask the site to admit this crawler, or use a service that passes such checks.'
  return failure('SCRAPE_SITE_ERROR', `"${url}" shows a bot check (${service}) instead of a page. ${remedy}`)
}

const HIDDEN_SCRIPT = /<script[^>]{0,200}\bsrc\s?=\s?["']?\/\.\w/i
const NOINDEX = /<meta[^>]{0,200}\bnoindex\b/i
const OWN_SCRIPT = /<script[^>]{0,200}\bsrc\s?=\s?["']?\/[^/]/i

/**
 * Returns the service whose check a page without anything of its own is. Without a sign it is one if it has a script of its
 * site and must not be indexed, or if that script is in a hidden folder. The shell of an app has a place for its content.
 */
function gateOf({ url, statusCode, body }: FetchedPage, start: string, sign: string | undefined) {
  if (!Buffer.isBuffer(body) || body.length > MOST_BYTES) return undefined
  const isLikeGate =
    statusCode < 400 && (HIDDEN_SCRIPT.test(start) || (NOINDEX.test(start) && OWN_SCRIPT.test(start)))
  if (sign === undefined && !isLikeGate) return undefined
  const { text, hasOwnLink, hasForm, hasRoot } = readShell(body.toString('latin1'), url)
  if (hasOwnLink) return undefined
  if (sign !== undefined && text <= MOST_TEXT.withSign) return sign
  return isLikeGate && text <= MOST_TEXT.withoutSign && !hasForm && !hasRoot ? 'unknown service' : undefined
}

/** Elements whose text a browser with scripts does not show. */
const UNSHOWN = new Set(['script', 'style', 'noscript', 'title', 'template'])

/** Returns how many characters of text a page shows, and what else it has of its own. Linear in the page. */
function readShell(html: string, url: string) {
  const { origin } = new URL(url)
  const found = { text: 0, hasOwnLink: false, hasForm: false, hasRoot: false }
  let unshown: string | undefined
  let before = ''
  for (const piece of html.split('<')) {
    const [, slash, name = ''] = /^(\/?)([a-z][a-z\d]*)/i.exec(piece.slice(0, 20)) ?? []
    const tag = name.toLowerCase()
    const end = piece.indexOf('>')
    const attributes = piece.slice(0, Math.max(end, 0))
    if (unshown !== undefined && (tag !== unshown || slash === '')) continue
    unshown = slash === '' && UNSHOWN.has(tag) ? tag : undefined
    if (unshown !== undefined) continue
    const text = piece
      .slice(end + 1)
      .replaceAll(/\s+/g, ' ')
      .trim()
    found.text += text.length
    found.hasForm ||= tag === 'form' || tag === 'input'
    // An empty element with an id.
    found.hasRoot ||= slash === '/' && tag === 'div' && before !== ''
    const href = tag === 'a' ? /\bhref\s?=\s?["']?([^"'\s>]*)/i.exec(attributes)?.[1] : undefined
    const target = href === undefined ? undefined : parseUrl(href, url)
    found.hasOwnLink ||=
      target?.origin === origin && !href?.startsWith('#') && !target.pathname.startsWith('/.')
    before = slash === '' && tag === 'div' && /\bid\s?=/i.test(attributes) && text === '' ? tag : ''
  }
  return found
}
