import { isRandom } from './random-value.ts'

/** An address in Markdown, HTML or JSON, after what begins it. Its end is left to `replaceInAddresses`. */
const ADDRESS =
  /(?:\]\(<?|<(?=https?:)|https?:\/\/|\/\/(?=[\w-]+\.)|(?<=\s(?:href|src|srcset|action|data-src|poster|content|value|data|cite)=)["'])[^\s<>"')]*/gi

/** Names of parameters and fields whose values are made for each load, as words of the name. */
const MADE_WORDS = new Set(
  'auth captcha cachebuster cb crumb credential csrf csrfmiddlewaretoken csrftoken cfid cftoken eventvalidation exp expire expires expiry hdnea hdnts hmac jsessionid mac nocache nonce phpsessid rand random rnd sess session sessid sessionid sid sig sign signature signed ticket timestamp token ts viewstate wpnonce xsrf'.split(
    ' ',
  ),
)
/** Of these words, those that may choose content if the value is a word or a small number, such as "?session=3" of a conference. */
const WEAK_WORDS = new Set('auth exp mac policy rand random session sign signed ticket'.split(' '))
const MADE_NAMES = new Set(
  '_ __a __viewstategenerator form_key formkey form_build_id form_token key-pair-id cachebust oh oe verify aspxautodetectcookiesupport aspsessionid execution javax.faces.viewstate'.split(
    ' ',
  ),
)
/** Names of a cache key in the address of an image, a script, a style or a font. Elsewhere they may choose content, as "watch?v=" does. */
const CACHE_NAMES = new Set('v ver version rev hash t time cache mtime modified build b _v d'.split(' '))
const ASSET = /\.(?:avif|bmp|css|eot|gif|ico|jpe?g|m?js|otf|png|svg|ttf|webp|woff2?)$/i
/** The last word of a name that chooses content, whatever its value looks like. */
const CHOOSES = new Set(
  'article doc document file id item post product q query search slug title video'.split(' '),
)

/** A fingerprint in the file name of an image, a script, a style or a font: "app.3f2a9c1b.js". */
const FINGERPRINT = /[.\-_](?=[a-f\d]*\d)(?=[a-f\d]*[a-f])[a-f\d]{8,64}(?=(?:\.\w{2,5}){1,2}$)/gi
/** Sessions in a path, of Java and of ASP.NET: "/(S(k2jd93kd02kd))/", also encoded or escaped. */
const PATH_SESSION = /;(?:jsessionid|sid|phpsessid)=[^/?#;]*/gi
const PATH_SESSION_NET = /\/(?:\\?\(|%28)[a-z](?:\\?\(|%28)[\w-]{12,}(?:\\?\)|%29){2}(?=\/)/gi
/** Parameters next to a signature that are made with it. */
const SIGNED_NAMES = new Set('policy se st ske skt sp sv'.split(' '))
/** A hidden mail address: a CDN encrypts it for each load. */
const HIDDEN_MAIL = /(\/cdn-cgi\/l\/email-protection)#[\da-f]+/gi

/** Replaces values in addresses that are made for each load by `mark`: signatures, tokens, sessions, cache keys. Names stay. */
export function replaceInAddresses(text: string, mark: string): string {
  return text
    .replace(PATH_SESSION_NET, `/${mark}`)
    .replace(ADDRESS, (address) => (/[?;#.]/.test(address) ? stableAddress(address, mark) : address))
}

function stableAddress(address: string, mark: string, depth = 0): string {
  const hash = address.indexOf('#')
  const fragment = hash === -1 ? '' : address.slice(hash)
  const whole = hash === -1 ? address : address.slice(0, hash)
  const start = whole.indexOf('?')
  const path = start === -1 ? whole : whole.slice(0, start)
  const isAsset = ASSET.test(path)
  const stable = path.replace(PATH_SESSION, mark).replace(FINGERPRINT, (print) => (isAsset ? mark : print))
  const query = start === -1 ? '' : whole.slice(start + 1)
  const about = { isAsset, isSigned: /(?:signature|\bsig)=/i.test(query), mark, depth }
  const stableQuery = query
    .split(/(&amp;|[&;])/)
    .map((part) => stableParameter(part, about))
    .join('')
  return (stable + (start === -1 ? '' : `?${stableQuery}`) + fragment).replace(HIDDEN_MAIL, `$1${mark}`)
}

interface AboutAddress {
  readonly isAsset: boolean
  /** One of its parameters is a signature. */
  readonly isSigned: boolean
  readonly mark: string
  /** In how many other addresses it is. */
  readonly depth: number
}

function stableParameter(part: string, { isAsset, isSigned, mark, depth }: AboutAddress): string {
  const equals = part.indexOf('=')
  if (equals === -1) return isAsset && /\d/.test(part) ? mark : isRandom(part) || isDate(part) ? mark : part
  const name = part.slice(0, equals)
  const value = decoded(part.slice(equals + 1))
  const plain = name.toLowerCase()
  if ((isAsset && CACHE_NAMES.has(plain)) || (isSigned && SIGNED_NAMES.has(plain))) return `${name}=${mark}`
  if (isMadeField(name, value)) return `${name}=${mark}`
  const chooses = CHOOSES.has(wordsOf(name).at(-1) ?? '')
  if (!chooses && (isRandom(value) || isDate(value))) return `${name}=${mark}`
  // An address in an address, such as a login that leads back or the source of a smaller image.
  const isNested = depth < 3 && /^(?:https?:)?\/.*[?;]/s.test(value)
  return isNested ? `${name}=${stableAddress(value, mark, depth + 1)}` : part
}

/** Returns whether the value of a parameter or form field is made for each load, by its name. */
function isMadeField(name: string, value: string): boolean {
  const isPlain = /^(?:\d{1,4}|[a-z]+)$/i.test(value)
  if (MADE_NAMES.has(decoded(name).toLowerCase())) return true
  return wordsOf(name).some((word) => MADE_WORDS.has(word) && !(isPlain && WEAK_WORDS.has(word)))
}

/** Returns the words of a name in lower case: "X-Amz-Signature", "__RequestVerificationToken", "csrf_token". */
function wordsOf(name: string): readonly string[] {
  return decoded(name)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}

/** Returns whether a value is a date, a time, or seconds or milliseconds since 1970. */
function isDate(value: string): boolean {
  return /^(?:20\d{2}-[01]\d-[0-3]\d(?:[T +]\d{2}:?\d{2}.{0,24})?|20\d{2}[01]\d[0-3]\d(?:T?\d{4,6}(?:\.\d{1,6})?Z?)?|(?:1[5-9]|20)\d{8}(?:[.]?\d{3,6})?)$/s.test(
    value,
  )
}

function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Tags whose attributes may be made for each load. No text of a tag holds another one, so this is linear. */
const TAGS = /<(?:input|meta|button|script|style|link|a|span|form|body|html|div)\b[^<>]*>/gi
const ATTRIBUTE =
  /(\s(?:nonce|data-nonce|data-cfemail|data-csrf|data-csrf-token|data-token)=)(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi

/** Replaces values of nonces, and of form fields and metadata that are made for each load, by `mark`. */
export function replaceInFields(html: string, mark: string): string {
  return html.replace(TAGS, (tag) => {
    const stable = tag.replace(ATTRIBUTE, `$1"${mark}"`)
    const kind = /^<(?:input|button|meta)/i.test(tag) ? attributeOf(tag, 'name|id|property') : undefined
    if (kind === undefined) return stable
    const valueOf = /^<meta/i.test(tag) ? 'content' : 'value'
    const value = attributeOf(tag, valueOf) ?? ''
    const isHidden = /\stype=["']?hidden\b/i.test(tag)
    if (!isMadeField(kind, value) && !(isHidden && (isRandom(value) || isDate(value)))) return stable
    return stable.replace(new RegExp(`(\\s${valueOf}=)(?:"[^"]*"|'[^']*'|[^\\s"'>]+)`, 'i'), `$1"${mark}"`)
  })
}

function attributeOf(tag: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`\\s(?:${name})=(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag) ?? []
  return double ?? single ?? bare
}
