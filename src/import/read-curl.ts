import { JSON_TEXT_FUNCTION } from '../util/json-text.ts'
import { encodeContent } from './encode-content.ts'
import { suggest } from '../util/suggest.ts'
import { cmdWords, looksLikeCmd } from './cmd-words.ts'
import { shellWords, type ShellProblem, type ShellWord } from './shell-words.ts'

export interface CurlHeader {
  readonly name: string
  readonly value: string
}

/** What a curl command would send. */
export interface CurlCommand {
  readonly urls: readonly string[]
  readonly method: string | undefined
  readonly headers: readonly CurlHeader[]
  /** All `--data` options as curl joins them; undefined without any. */
  readonly body: string | undefined
  /** `-u`: user name and password. */
  readonly credentials: string | undefined
  readonly isInsecure: boolean
  /** `--max-time`, in seconds as written. */
  readonly maxTime: string | undefined
  /** Other options, which say nothing about a crawl. */
  readonly others: readonly string[]
  /** Its place in the text. */
  readonly offset: number
  /** There is more than comments before or after the command. */
  readonly isPart: boolean
}

export type CurlProblem = { readonly offset: number } & (
  | ShellProblem
  | { readonly kind: 'reads-file'; readonly option: string; readonly file: string }
  | { readonly kind: 'unknown-option'; readonly option: string; readonly suggestion: string | undefined }
)

export type ReadCurl =
  | { readonly ok: true; readonly command: CurlCommand }
  | { readonly ok: false; readonly problem: CurlProblem }

/** Long options with a value that matter here, by the short one. */
const MEANT: Readonly<Record<string, string>> = {
  X: 'request',
  H: 'header',
  d: 'data',
  u: 'user',
  A: 'user-agent',
  b: 'cookie',
  e: 'referer',
  k: 'insecure',
  m: 'max-time',
  F: 'form',
  T: 'upload-file',
  K: 'config',
  G: 'get',
}

const WITH_VALUE = new Set(
  `request header data data-raw data-binary data-ascii data-urlencode json user user-agent cookie referer url max-time
  form form-string upload-file config output write-out connect-timeout retry retry-delay retry-max-time proxy proxy-user
  proxy-header noproxy socks5 socks5-hostname cacert capath cert cert-type key key-type pass pinnedpubkey cookie-jar
  range resolve connect-to limit-rate dump-header oauth2-bearer max-redirs max-filesize aws-sigv4 interface ciphers tls13-ciphers
  tls-max curves dns-servers doh-url ipfs-gateway keepalive-time local-port netrc-file output-dir parallel-max preproxy proto
  proto-default proto-redir rate referer speed-limit speed-time stderr time-cond trace trace-ascii unix-socket
  abstract-unix-socket variable expand-data expand-url etag-save etag-compare expect100-timeout happy-eyeballs-timeout-ms
  alt-svc hsts service-name request-target url-query`.split(/\s+/),
)

const FLAGS = new Set(
  `silent show-error location location-trusted insecure verbose include head fail fail-with-body fail-early globoff no-buffer
  progress-bar get compressed http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only http0.9 ipv4 ipv6 tlsv1 tlsv1.0
  tlsv1.1 tlsv1.2 tlsv1.3 sslv2 sslv3 ssl ssl-reqd remote-name remote-name-all remote-header-name remote-time create-dirs
  junk-session-cookies anyauth basic digest ntlm negotiate netrc netrc-optional parallel retry-all-errors retry-connrefused
  tcp-nodelay tcp-fastopen path-as-is post301 post302 post303 proxytunnel disable next no-keepalive no-sessionid no-progress-meter
  no-alpn raw tr-encoding xattr crlf append use-ascii styled-output no-styled-output compressed-ssh ssl-no-revoke
  ssl-allow-beast trace-time disallow-username-in-url suppress-connect-headers haproxy-protocol false-start list-only
  proxy-insecure proxy-basic proxy-digest proxy-ntlm proxy-anyauth no-clobber skip-existing remove-on-error help version manual
  doh-insecure`.split(/\s+/),
)

const SHORT_WITH_VALUE = 'XHduAbemFTKowxEcrCDhPQtUyYz'
const SHORT_FLAGS = 'sSLkvifgNO#0123456GnqIlMRaBjJpVZ'

/**
 * Returns the first curl command of `text`, as pasted: prompt, line breaks, quotes and all. Nothing is executed and no
 * file is opened.
 */
export function readCurl(text: string): ReadCurl {
  const start = looksLikeCurl(text) ? 0 : (CURL_IN_SCRIPT.exec(text)?.index ?? 0)
  const before = text.slice(0, start)
  // Offsets stay as they are.
  const read = readFirst(before.replaceAll(/[^\n]/g, ' ') + text.slice(start))
  if (!read.ok || start === 0) return read
  return { ok: true, command: { ...read.command, isPart: true } }
}

function readFirst(text: string): ReadCurl {
  // The prompt of a terminal is copied along with a command, and so is what `render` prints before it. Offsets stay as
  // they are.
  const command = withoutFunction(text).replace(/^\s*[$%>](?=\s+\S)/, (prompt) => ' '.repeat(prompt.length))
  const split = looksLikeCmd(command) ? cmdWords(command) : shellWords(command)
  if (!split.ok) return split
  const curl = split.words.findIndex((word) => isCurl(word.text))
  const read = new CurlReader(split.words.slice(curl + 1), split.input).read()
  if (!read.ok) return read
  const offset = split.words[curl]?.offset ?? 0
  const isPart = /^[^\S\n]*[^\s#]/m.test(split.rest)
  return { ok: true, command: { ...read.command, offset, isPart } }
}

/** A command of a script: at the beginning of a line, after another command or inside `$(...)`. */
const CURL_IN_SCRIPT =
  /(?:(?<=^|[\n;&|(`])[ \t]*|\b(?:if|then|do|else)[ \t]+)(?:[$%>][ \t]+)?(?:\w+=\S*[ \t]+|sudo[ \t]+|time[ \t]+)*(?:[^\s"'=;&|(`]*\/)?curl(?:\.exe)?(?=\s)/

/** Returns true for a script with a curl command somewhere in it. */
export function hasCurl(text: string): boolean {
  return CURL_IN_SCRIPT.test(text)
}

/** Returns true for a text whose first command is curl, after a prompt and variables if there are any. */
export function looksLikeCurl(text: string): boolean {
  return /^\s*(?:#[^\n]*\n\s*)*(?:[$%>][ \t]+)?(?:\w+=\S*[ \t]+|sudo[ \t]+|time[ \t]+)*(?:\S*\/)?curl(?:\.exe)?(?=\s|$)/.test(
    withoutFunction(text),
  )
}

function withoutFunction(text: string): string {
  return text.replace(JSON_TEXT_FUNCTION, (line) => ' '.repeat(line.length))
}

function isCurl(word: string): boolean {
  return /^(?:.*\/)?curl(?:\.exe)?$/.test(word)
}

class CurlReader {
  readonly #words: readonly ShellWord[]
  readonly #input: string | undefined
  readonly #urls: string[] = []
  readonly #headers: CurlHeader[] = []
  readonly #others: string[] = []
  readonly #data: string[] = []
  readonly #query: string[] = []
  #joiner = '&'
  #isGet = false
  #method: string | undefined
  #credentials: string | undefined
  #isInsecure = false
  #maxTime: string | undefined
  #problem: CurlProblem | undefined

  constructor(words: readonly ShellWord[], input: string | undefined) {
    this.#words = words
    this.#input = input
  }

  read(): ReadCurl {
    for (let index = 0; index < this.#words.length && this.#problem === undefined; index++) {
      const { text, offset } = this.#words[index] ?? { text: '', offset: 0 }
      const next = this.#words[index + 1]?.text
      if (text === '-' || !text.startsWith('-')) this.#urls.push(text)
      else if (text.startsWith('--')) {
        if (this.#long(text, next, offset)) index += 1
      } else if (this.#short(text, next, offset)) index += 1
    }
    if (this.#problem !== undefined) return { ok: false, problem: this.#problem }
    const data = this.#data.length === 0 ? undefined : this.#data.join(this.#joiner)
    const query = this.#isGet && data !== undefined ? [...this.#query, data] : this.#query
    const body = this.#isGet ? undefined : data
    return {
      ok: true,
      command: {
        urls: this.#urls.map((url) => withQuery(url, query)),
        method: this.#method,
        headers: this.#headers,
        body,
        credentials: this.#credentials,
        isInsecure: this.#isInsecure,
        maxTime: this.#maxTime,
        others: this.#others,
        offset: 0,
        isPart: false,
      },
    }
  }

  /** Returns true when the next word was the option's value. */
  #long(text: string, next: string | undefined, offset: number): boolean {
    const equals = text.indexOf('=')
    const name = text.slice(2, equals === -1 ? undefined : equals)
    if (WITH_VALUE.has(name)) {
      const attached = equals === -1 ? undefined : text.slice(equals + 1)
      this.#take(name, attached ?? next ?? '', { option: `--${name}`, offset })
      return attached === undefined
    }
    if (FLAGS.has(name) || FLAGS.has(name.replace(/^no-/, ''))) this.#flag(name)
    else this.#unknown(`--${name}`, offset)
    return false
  }

  /** Reads short options: several may follow one dash, the last one with its value. */
  #short(text: string, next: string | undefined, offset: number): boolean {
    for (let at = 1; at < text.length; at++) {
      const letter = text[at] ?? ''
      if (SHORT_WITH_VALUE.includes(letter)) {
        const attached = text.slice(at + 1)
        const option = `-${letter}`
        this.#take(MEANT[letter] ?? option, attached === '' ? (next ?? '') : attached, { option, offset })
        return attached === ''
      }
      if (SHORT_FLAGS.includes(letter)) this.#flag(MEANT[letter] ?? `-${letter}`)
      else {
        this.#unknown(`-${letter}`, offset)
        return false
      }
    }
    return false
  }

  #flag(name: string): void {
    if (name === 'insecure') this.#isInsecure = true
    else if (name === 'get') this.#isGet = true
    else this.#others.push(name.startsWith('-') ? name : `--${name}`)
  }

  #take(name: string, value: string, at: { option: string; offset: number }): void {
    switch (name) {
      case 'url':
        this.#urls.push(value)
        return
      case 'request':
        this.#method = value
        return
      case 'user':
        this.#credentials = value
        return
      case 'max-time':
        this.#maxTime = value
        return
      case 'header':
        return this.#header(value, at)
      case 'user-agent':
        return this.#header(`User-Agent: ${value}`, at)
      case 'referer':
        return this.#header(`Referer: ${value}`, at)
      case 'oauth2-bearer':
        return this.#header(`Authorization: Bearer ${value}`, at)
      case 'cookie':
        // Without an equals sign it names a file.
        if (!value.includes('=') && !value.includes('${')) return this.#file(value, at)
        return this.#header(`Cookie: ${value}`, at)
      case 'json':
        this.#joiner = ''
        return this.#body(value, at)
      case 'data':
      case 'data-ascii':
      case 'data-binary':
        return this.#body(value, at)
      case 'data-urlencode':
        return this.#encoded(value, this.#data, at)
      case 'url-query':
        if (value.startsWith('+')) this.#query.push(value.slice(1))
        else this.#encoded(value, this.#query, at)
        return
      case 'data-raw':
        this.#data.push(value)
        return
      case 'form':
      case 'form-string':
      case 'upload-file':
      case 'config':
        return this.#file(value.replace(/^.*?[@<]/, ''), at)
      default:
        this.#others.push(at.option)
    }
  }

  #header(text: string, at: { option: string; offset: number }): void {
    if (text.startsWith('@')) return this.#file(text.slice(1), at)
    const match = /^([^:;]+)[:;]\s*([^]*)$/.exec(text)
    if (match !== null) this.#headers.push({ name: (match[1] ?? '').trim(), value: (match[2] ?? '').trim() })
  }

  #body(value: string, at: { option: string; offset: number }): void {
    if (value === '@-' && this.#input !== undefined) this.#data.push(this.#input)
    else if (value.startsWith('@')) this.#file(value.slice(1), at)
    else this.#data.push(value)
  }

  #encoded(value: string, list: string[], at: { option: string; offset: number }): void {
    const [, file] = /^[^=@]*@([^]*)$/.exec(value) ?? []
    if (file === undefined) list.push(encodeContent(value))
    else this.#file(file, at)
  }

  #file(file: string, { option, offset }: { option: string; offset: number }): void {
    this.#problem = { kind: 'reads-file', option, file, offset }
  }

  #unknown(option: string, offset: number): void {
    const known = [...WITH_VALUE, ...FLAGS].map((name) => `--${name}`)
    const suggestion = option.startsWith('--') ? suggest(option, known)[0] : undefined
    this.#problem = { kind: 'unknown-option', option, suggestion, offset }
  }
}

/** Returns `url` with further parts of its query, before its fragment. */
function withQuery(url: string, query: readonly string[]): string {
  if (query.length === 0) return url
  const [, start = '', fragment = ''] = /^([^#]*)(#[^]*)?$/.exec(url) ?? []
  return `${start}${start.includes('?') ? '&' : '?'}${query.join('&')}${fragment}`
}
