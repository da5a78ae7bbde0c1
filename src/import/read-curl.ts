import { parseArgs } from 'node:util'
import type { Place } from '../diagnostics/diagnostic.ts'
import { JSON_TEXT_FUNCTION } from '../util/json-text.ts'
import { suggest } from '../util/suggest.ts'
import { refuse } from './refused.ts'
import { cmdWords, looksLikeCmd, type PlaceAt, shellWords, type ShellWord } from './shell-words.ts'

export interface CurlHeader {
  readonly name: string
  readonly value: string
}

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
  readonly place: Place
  /** There is more than comments before or after the command. */
  readonly isPart: boolean
}

/** curl's options that take a value, some with their short form. */
const WITH_VALUE = `request=X header=H data=d user=u user-agent=A cookie=b referer=e max-time=m form=F upload-file=T config=K
  output=o write-out=w proxy=x cert=E cookie-jar=c range=r continue-at=C dump-header=D ftp-port=P quote=Q telnet-option=t
  proxy-user=U speed-limit=Y speed-time=y time-cond=z data-raw data-binary data-ascii data-urlencode json url form-string
  connect-timeout retry retry-delay retry-max-time proxy-header noproxy socks5 socks5-hostname cacert capath cert-type key
  key-type pass pinnedpubkey resolve connect-to limit-rate oauth2-bearer max-redirs max-filesize aws-sigv4 interface ciphers
  tls13-ciphers tls-max curves dns-servers doh-url ipfs-gateway keepalive-time local-port netrc-file output-dir parallel-max
  preproxy proto proto-default proto-redir rate stderr trace trace-ascii unix-socket abstract-unix-socket variable expand-data
  expand-url etag-save etag-compare expect100-timeout happy-eyeballs-timeout-ms alt-svc hsts service-name request-target
  url-query`

const FLAGS = `silent=s show-error=S insecure=k location=L verbose=v include=i head=I fail=f globoff=g no-buffer=N remote-name=O
  progress-bar=# get=G http1.0=0 tlsv1=1 sslv2=2 sslv3=3 ipv4=4 ipv6=6 netrc=n disable=q list-only=l manual=M remote-time=R
  append=a use-ascii=B remote-header-name=J junk-session-cookies=j proxytunnel=p version=V parallel=Z location-trusted
  fail-with-body fail-early compressed http1.1 http2 http2-prior-knowledge http3 http3-only http0.9 tlsv1.0 tlsv1.1 tlsv1.2
  tlsv1.3 ssl ssl-reqd remote-name-all create-dirs anyauth basic digest ntlm negotiate netrc-optional retry-all-errors
  retry-connrefused tcp-nodelay tcp-fastopen path-as-is post301 post302 post303 next no-keepalive no-sessionid
  no-progress-meter no-alpn raw tr-encoding xattr crlf styled-output no-styled-output compressed-ssh ssl-no-revoke
  ssl-allow-beast trace-time disallow-username-in-url suppress-connect-headers haproxy-protocol false-start proxy-insecure
  proxy-basic proxy-digest proxy-ntlm proxy-anyauth no-clobber skip-existing remove-on-error help doh-insecure`

function optionsOf(list: string, type: 'string' | 'boolean') {
  return list.split(/\s+/).map((option) => {
    const [name = '', short] = option.split('=')
    return [name, short === undefined ? { type } : { type, short }] as const
  })
}

const OPTIONS = Object.fromEntries([...optionsOf(WITH_VALUE, 'string'), ...optionsOf(FLAGS, 'boolean')])

/** A command after a prompt or the `@` of a Makefile, and its variables: at the start of a line, after a command or in `$(...)`. */
const CURL =
  /(?<=(?:(?:^|[\n;&|(`])[ \t]*|\b(?:if|then|do|else)[ \t]+)(?:[$%>][ \t]+|[@+-]{1,3})?)(?:\w+=\S*[ \t]+|sudo[ \t]+|time[ \t]+)*(?:[^\s"'=;&|(`]*\/)?curl(?:\.exe)?(?=\s|$)/

/** PowerShell's escapes, which are backslashes in other shells: at the end of a line, or before a quote in JSON. */
const POWERSHELL = /\s`\n|\{\s*`"/

/** Returns true for a script with a curl command somewhere in it. */
export function hasCurl(text: string): boolean {
  return CURL.test(text)
}

/** Returns true for a text whose first command is curl, after a prompt and variables if there are any. */
export function looksLikeCurl(text: string): boolean {
  const found = CURL.exec(text)
  return found !== null && isBlank(text.slice(0, found.index))
}

/** Returns true for a text with nothing but a prompt, comments, and the function that `render` prints before a command. */
function isBlank(text: string): boolean {
  return /^(?:\s*#.*\n)*\s*(?:[$%>][ \t]+)?$/.test(text.replace(JSON_TEXT_FUNCTION, ''))
}

/**
 * Returns the first curl command of `text`, as pasted: prompt, line breaks, quotes and all. Nothing is executed and no
 * file is opened.
 * @throws {Refused}
 */
export function readCurl(text: string, placeAt: PlaceAt): CurlCommand {
  const start = CURL.exec(text)?.index ?? 0
  const before = text.slice(0, start)
  // Offsets stay as they are.
  const written = before.replaceAll(/[^\n]/g, ' ') + text.slice(start)
  const command = POWERSHELL.test(written) ? written.replaceAll(/`(?=["\n])/g, '\\') : written
  const { words, input, rest } = (looksLikeCmd(command) ? cmdWords : shellWords)(command, placeAt)
  const typeset = words.find((word) =>
    /^[^'"$]*[\u00A0‘’“”„–—]/.test(text.slice(word.offset, word.offset + word.text.length)),
  )
  const problem = 'it has quotes, dashes or spaces of a formatted text'
  if (typeset !== undefined) refuse('import/shell-syntax', { problem }, placeAt(typeset.offset))
  const curl = words.findIndex((word) => /^(?:.*\/)?curl(?:\.exe)?$/.test(word.text))
  const reader = new CurlReader(words.slice(curl + 1), input, placeAt)
  const isPart = !isBlank(before) || /^[^\S\n]*[^\s#]/m.test(rest) || reader.hasNext
  return { ...reader.command(), place: placeAt(words[curl]?.offset ?? 0), isPart }
}

interface At {
  readonly option: string
  readonly place: Place
}

/** Options whose value is that of a header, with the header and what comes before the value. */
const HEADERS: Readonly<Record<string, string>> = {
  'user-agent': 'User-Agent: ',
  referer: 'Referer: ',
  'oauth2-bearer': 'Authorization: Bearer ',
  cookie: 'Cookie: ',
  header: '',
}

class CurlReader {
  readonly #input: string | undefined
  readonly #urls: string[] = []
  readonly #headers: CurlHeader[] = []
  readonly #others: string[] = []
  readonly #data: string[] = []
  readonly #query: string[] = []
  readonly #values = new Map<string, string>()
  #isGet = false
  #isInsecure = false
  /** The command goes on with another request. */
  hasNext = false

  /** @throws {Refused} for an unknown option, and one that reads a file */
  constructor(words: readonly ShellWord[], input: string | undefined, placeAt: PlaceAt) {
    this.#input = input
    const args = words.map(({ text }) => text)
    const config = { args, options: OPTIONS, strict: false, allowPositionals: true, tokens: true } as const
    for (const token of parseArgs(config).tokens) {
      if (token.kind === 'positional') this.#urls.push(token.value)
      if (token.kind !== 'option') continue
      const { name, rawName: option } = token
      const at = { option, place: placeAt(words[token.index]?.offset ?? 0) }
      const known = OPTIONS[name] ?? OPTIONS[name.replace(/^no-/, '')]
      if (known === undefined) refuseUnknown(at)
      if (name === 'next') {
        this.hasNext = true
        return
      }
      if (known.type === 'string') this.#take(name, token.value ?? '', at)
      else if (name === 'get') this.#isGet = true
      else if (name === 'insecure') this.#isInsecure = true
      else this.#others.push(option)
    }
  }

  command(): Omit<CurlCommand, 'place' | 'isPart'> {
    const data = this.#data.length === 0 ? undefined : this.#data.join(this.#values.has('json') ? '' : '&')
    const query = this.#isGet && data !== undefined ? [...this.#query, data] : this.#query
    return {
      urls: this.#urls.map((url) => withQuery(url, query)),
      method: this.#values.get('request'),
      headers: this.#headers,
      body: this.#isGet ? undefined : data,
      credentials: this.#values.get('user'),
      isInsecure: this.#isInsecure,
      maxTime: this.#values.get('max-time'),
      others: this.#others,
    }
  }

  #take(name: string, value: string, at: At): void {
    this.#values.set(name, value)
    switch (name) {
      case 'request':
      case 'user':
      case 'max-time':
        return
      case 'url':
      case 'data-raw':
        ;(name === 'url' ? this.#urls : this.#data).push(value)
        return
      case 'json':
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
      case 'form':
      case 'form-string':
        if (/=[@<]/.test(value)) refuseFile(value.replace(/^.*?[@<]/, ''), at)
        this.#data.push(value)
        return
      case 'upload-file':
      case 'config':
        return refuseFile(value, at)
      default: {
        const header = HEADERS[name]
        if (header === undefined) this.#others.push(at.option)
        // Without an equals sign a cookie names a file.
        else if (name === 'cookie' && !/=|\$\{/.test(value)) refuseFile(value, at)
        else this.#header(header + value, at)
      }
    }
  }

  #header(text: string, at: At): void {
    if (text.startsWith('@')) refuseFile(text.slice(1), at)
    const match = /^([^:;]+)[:;]\s*([^]*)$/.exec(text)
    if (match !== null) this.#headers.push({ name: (match[1] ?? '').trim(), value: (match[2] ?? '').trim() })
  }

  #body(value: string, at: At): void {
    const isInput = value === '@-' && this.#input !== undefined
    if (value.startsWith('@') && !isInput) refuseFile(value.slice(1), at)
    this.#data.push(isInput ? (this.#input ?? '') : value)
  }

  #encoded(value: string, list: string[], at: At): void {
    const [, file] = /^[^=@]*@([^]*)$/.exec(value) ?? []
    if (file !== undefined) refuseFile(file, at)
    list.push(encodeContent(value))
  }
}

function refuseFile(file: string, { option, place }: At): never {
  return refuse('import/reads-file', { option, file }, place)
}

function refuseUnknown({ option, place }: At): never {
  const known = Object.keys(OPTIONS).map((name) => `--${name}`)
  const suggestion = option.startsWith('--') ? suggest(option, known)[0] : undefined
  return refuse('import/unknown-option', { option, suggestion }, place)
}

/** Returns `NAME=CONTENT`, `=CONTENT` or `CONTENT` with its content percent-encoded, as curl does; variables stay. */
function encodeContent(text: string): string {
  const equals = text.indexOf('=')
  const name = equals > 0 ? text.slice(0, equals + 1) : ''
  const parts = text.slice(equals + 1).split(/(\$\{env:[^{}]*\})/)
  return name + parts.map((part, at) => (at % 2 === 1 ? part : encode(part))).join('')
}

/** Leaves only the unreserved characters of RFC 3986. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Returns `url` with further parts of its query, before its fragment. */
function withQuery(url: string, query: readonly string[]): string {
  if (query.length === 0) return url
  const [, start = '', fragment = ''] = /^([^#]*)(#[^]*)?$/.exec(url) ?? []
  return `${start}${start.includes('?') ? '&' : '?'}${query.join('&')}${fragment}`
}
