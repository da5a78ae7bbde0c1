import { parseFile } from '../../document/document.ts'
import { absoluteUrl } from '../../scope/page-url.ts'
import { isJsonObject } from '../../util/json.ts'
import { type CrawlDraft, type Imported, literalText, type NamedPage, refuse } from '../crawl-draft.ts'
import { areaBelow, divideStarts, draftParts, importDivision } from '../divide-starts.ts'
import { plainJson } from '../field-reader.ts'
import { pastedWords, type PlaceAt, type ShellWord } from '../shell-words.ts'
import { importRequestBody } from './request-body.ts'
import { parseUrl } from '../../util/can-parse-url.ts'
import type { ApiVersion } from '../../schema/api-version.ts'
import { parseArgs } from 'node:util'
import type { Place } from '../../diagnostics/diagnostic.ts'
import { JSON_TEXT_FUNCTION } from '../../util/json-text.ts'
import { suggest } from '../../util/suggest.ts'

/** On the hosted service's own host every path is an operation. */
const OPERATION =
  /\/v([012])\/(crawl|scrape|map|search|extract|batch\/scrape|(?<=\/\/api\.firecrawl\.dev\/v\d\/)[\w-]+)\b[^?#]*/

/** Returns the crawl that a call of the crawl API starts, or else a crawl from the command's page on, with its headers. */
export function importCurl(text: string, name: string | undefined, placeAt: PlaceAt): Imported {
  const command = readCurl(text, placeAt)
  const [url] = command.urls
  if (url === undefined) refuse('import/no-start-url', { field: 'the URL of curl' }, command.place)
  const operation = OPERATION.exec(url)
  // A body that is one variable, such as "$PAYLOAD", was probably JSON.
  const isBody = operation !== null || /^\s*(?:\{|\$\{env:\w+\}\s*$)/.test(command.body ?? '')
  const imported = isBody ? importCall(command, operation, name) : importPages(command, name)
  const read = isBody ? 'request for a crawl' : 'curl command'
  if (command.isPart)
    for (const draft of imported.drafts)
      draft.drop('the rest of the script', `only its first ${read} is read`)
  return imported
}

function importCall(
  command: CurlCommand,
  operation: RegExpExecArray | null,
  name: string | undefined,
): Imported {
  const { place } = command
  if (operation !== null && (operation[2] !== 'crawl' || !/\/crawl\/?$/.test(operation[0])))
    refuse('import/other-operation', { operation: operation[0] }, place)
  // Windows PowerShell 5 takes quotes out of arguments, so its commands escape them between single quotes too.
  const sent = command.body?.replaceAll(/^\s*\{\s*\\"/.test(command.body) ? '\\"' : '"', '"') ?? ''
  const parsed = parseFile('body', new TextEncoder().encode(plainJson(sent)))
  const body = parsed.ok ? parsed.value[0]?.value : undefined
  if (!sent.trim().startsWith('{') || !isJsonObject(body))
    refuse('import/body-not-json', { isMissing: command.body === undefined }, place)
  if (typeof body['url'] !== 'string') refuse('import/no-start-url', { field: 'url' }, place)
  const version = operation === null ? undefined : (Number(operation[1]) as 0 | ApiVersion)
  const imported = importRequestBody({ value: body, locate: () => place }, name, version)
  const { origin = '${env:NAME}', pathname = '' } = parseUrl(command.urls[0] ?? '') ?? {}
  const service = origin + pathname.replace(OPERATION, '').replace(/\/$/, '')
  const isService = `it is the address of the service: write baseUrl: ${service} below environments in crawlform.yaml`
  for (const draft of imported.drafts) {
    draft.drop('the URL of curl', isService)
    for (const header of command.headers) draft.drop(`header ${header.name}`, callHeader(header.name))
    if (command.urls.length > 1) draft.drop('other URLs of curl', 'only the first is used')
    const { credentials, isInsecure, maxTime, others } = command
    dropOptions(draft, [
      ...(credentials === undefined ? [] : ['--user']),
      ...(isInsecure ? ['--insecure'] : []),
      ...(maxTime === undefined ? [] : ['--max-time']),
      ...others,
    ])
  }
  return imported
}

function callHeader(name: string): string {
  if (/^authorization$/i.test(name))
    return 'the key belongs to the environment: apiKey: ${secret:FIRECRAWL_API_KEY} in crawlform.yaml'
  if (/^(?:content-type|accept)$/i.test(name)) return 'apply sends it automatically'
  if (/idempotency/i.test(name)) return 'apply creates its own key for every submission'
  return 'apply sends no such header to the service'
}

function importPages(command: CurlCommand, name: string | undefined): Imported {
  const isLiteral = command.others.some((option) => /^(?:-g|--globoff)$/.test(option))
  const [glob] = (!isLiteral && /(?<!\$)\{[^{}]*,|\[\w+-\w+/.exec(command.urls.join('\n'))) || []
  if (glob !== undefined)
    refuse('import/shell-code', { code: glob.startsWith('{') ? '{...}' : '[...]' }, command.place)
  const pages = command.urls.map((written, at) => {
    const url = absoluteUrl(written)
    return { field: at === 0 ? 'the URL of curl' : `URL ${at + 1} of curl`, url, area: areaBelow(url) }
  })
  const divided = divideStarts(pages, { mainTakesRest: false })
  const drafts = draftParts(divided, name, (draft, part) => {
    importPage(draft, command, part.start)
    importDivision(draft, part)
  })
  return { drafts, pages, base: name }
}

function importPage(draft: CrawlDraft, command: CurlCommand, { field, url }: NamedPage): void {
  const why = 'curl fetched this one page; a crawl follows its links'
  draft.approximate(field, '/request/url', literalText(url), why)
  for (const { name: header, value } of command.headers) draft.mapHeader(`header ${header}`, header, value)
  if (command.credentials !== undefined) draft.mapCredentials('--user', command.credentials)
  if (command.isInsecure) draft.map('--insecure', '/request/scrapeOptions/skipTlsVerification', true)
  const seconds = Number(command.maxTime)
  if (command.maxTime !== undefined && seconds > 0)
    draft.map('--max-time', '/request/scrapeOptions/timeout', Math.round(seconds * 1000))
  if (command.body !== undefined) draft.drop('--data', 'pages are fetched with GET, which has no body')
  if (command.method !== undefined && command.method !== 'GET')
    draft.drop('--request', 'pages are fetched with GET')
  dropOptions(draft, command.others)
}

function dropOptions(draft: CrawlDraft, options: readonly string[]): void {
  const names = [...new Set(options)]
  if (names.length > 0) draft.drop(names.join(' '), 'this is about curl, not about the crawl')
}

interface CurlCommand {
  readonly urls: readonly string[]
  readonly method: string | undefined
  readonly headers: readonly { readonly name: string; readonly value: string }[]
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

/** Where a command may begin: a line, after another command, in `$(...)`; also after a prompt or the `@` of a Makefile. */
const BEGINNING =
  '(?:(?:^|[\\n;&|(`])[ \\t]*|\\b(?:if|while|until|then|do|else)[ \\t]+(?:![ \\t]+)?)(?:[$%>][ \\t]+|[@+-]{1,3})?'
const VARIABLE = '\\w+=(?:"[^"\\n]*"|\'[^\'\\n]*\'|[^\\s"\';&|])*'
const PROGRAM = '(?:[^\\s"\'=;&|(`]*\\/)?curl(?:\\.exe)?'
const BEFORE = `(?:${VARIABLE}|sudo|time|exec|env|nohup|timeout[ \\t]+\\w+)[ \\t]+`
/** A curl command with its variables. */
const CURL = new RegExp(`(?=\\S)(?<=${BEGINNING})(?:${BEFORE})*${PROGRAM}(?=\\s|$)`)

/** The address of a request that starts a crawl. */
const CALL = /\/v[012]\/crawl\/?(?:["'\s]|$)/

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
 * Returns the first curl command of `text` that starts a crawl, or else the first one, as pasted: prompt, line breaks,
 * quotes and all. Nothing is executed and no file is opened.
 * @throws {Refused}
 */
export function readCurl(text: string, placeAt: PlaceAt): CurlCommand {
  const starts = [...text.matchAll(new RegExp(CURL, 'g'))].map(({ index }) => index)
  const start = starts.find((from, at) => CALL.test(text.slice(from, starts[at + 1]))) ?? starts[0] ?? 0
  const before = text.slice(0, start)
  // Offsets stay as they are. A command between backticks ends at the second.
  const from = /`[ \t]*$/.test(before) ? text.slice(start).replace('`', ' ') : text.slice(start)
  const written = before.replaceAll(/[^\n]/g, ' ') + from
  const command = POWERSHELL.test(written) ? written.replaceAll(/`(?=["\n])/g, '\\') : written
  const { words, input, rest } = pastedWords(command, placeAt)
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

/** Node's function takes time in the square of the number of words: it takes each from the front of a list. */
const WORDS_AT_ONCE = 1000

function* tokensOf(words: readonly string[]) {
  for (let from = 0; from < words.length;) {
    const args = words.slice(from, from + WORDS_AT_ONCE)
    const isRest = from + args.length === words.length
    const config = { args, options: OPTIONS, strict: false, allowPositionals: true, tokens: true } as const
    const { tokens } = parseArgs(config)
    const last = tokens.at(-1)
    const lacksValue =
      last?.kind === 'option' && last.value === undefined && OPTIONS[last.name]?.type === 'string'
    // The next part begins with an option whose value is not in this one.
    const end = lacksValue && !isRest ? last.index : args.length
    for (const token of tokens) if (token.index < end) yield { ...token, index: token.index + from }
    from += end
    if (!tokens.some(({ kind }) => kind === 'option-terminator')) continue
    for (; from < words.length; from++)
      yield { kind: 'positional' as const, value: words[from] ?? '', index: from }
  }
}

class CurlReader {
  readonly #input: string | undefined
  readonly #urls: string[] = []
  readonly #headers: CurlCommand['headers'][number][] = []
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
    for (const token of tokensOf(words.map(({ text }) => text))) {
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
    if (name.startsWith('expand-') && value.includes('{{'))
      refuse('import/shell-code', { code: '{{...}}' }, at.place)
    switch (name) {
      case 'request':
      case 'user':
      case 'max-time':
        return
      case 'url':
      case 'expand-url':
      case 'data-raw':
        ;(name === 'data-raw' ? this.#data : this.#urls).push(value)
        return
      case 'json':
      case 'data':
      case 'expand-data':
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
        else if (name === 'cookie' && !/[=$`]/.test(value)) refuseFile(value, at)
        else this.#header(header + value, at)
      }
    }
  }

  #header(text: string, at: At): void {
    if (text.startsWith('@')) refuseFile(text.slice(1), at)
    const [, name, value = ''] = /^(?!\$\{)([^:;]+)[:;]\s*([^]*)$/.exec(text) ?? []
    // A colon and no value leave out a header of curl's own.
    if (name === undefined || (value.trim() === '' && !text.includes(';'))) this.#others.push(at.option)
    else this.#headers.push({ name: name.trim(), value: value.trim() })
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

function withQuery(url: string, query: readonly string[]): string {
  if (query.length === 0) return url
  const [, start = '', fragment = ''] = /^([^#]*)(#[^]*)?$/.exec(url) ?? []
  return `${start}${start.includes('?') ? '&' : '?'}${query.join('&')}${fragment}`
}
