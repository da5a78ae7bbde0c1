import { parseFile } from '../../document/document.ts'
import { absoluteUrl } from '../../scope/page-url.ts'
import { isJsonObject } from '../../util/json.ts'
import { type CrawlDraft, type Imported, literalText, type NamedPage } from '../crawl-draft.ts'
import { type CurlCommand, readCurl } from '../read-curl.ts'
import { areaBelow, divideStarts, draftParts, importDivision } from '../divide-starts.ts'
import { refuse } from '../refused.ts'
import type { PlaceAt } from '../shell-words.ts'
import { importRequestBody } from './request-body.ts'
import { parseUrl } from '../../util/can-parse-url.ts'
import type { ApiVersion } from '../../util/api-version.ts'

const OPERATION = /\/v([012])\/(crawl|scrape|map|search|extract|batch\/scrape)\b[^?#]*/

/**
 * Returns a curl command: a call of the crawl API becomes the crawl that it starts; any other page becomes a crawl from
 * there on, with the command's headers.
 */
export function importCurl(text: string, name: string | undefined, placeAt: PlaceAt): Imported {
  const command = readCurl(text, placeAt)
  const [url] = command.urls
  if (url === undefined) refuse('import/no-start-url', { field: 'the URL of curl' }, command.place)
  const operation = OPERATION.exec(url)
  // A body that is one variable, such as "$PAYLOAD", was probably JSON.
  const isBody = operation !== null || /^\s*(?:\{|\$\{env:\w+\}\s*$)/.test(command.body ?? '')
  const imported = isBody ? importCall(command, operation, name) : importPages(command, name)
  if (command.isPart)
    for (const draft of imported.drafts)
      draft.drop('the rest of the script', 'only its first curl command is read')
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
  const parsed = parseFile('body', new TextEncoder().encode(sent))
  const body = parsed.ok ? parsed.value[0]?.value : undefined
  if (!sent.trim().startsWith('{') || !isJsonObject(body))
    refuse('import/body-not-json', { isMissing: command.body === undefined }, place)
  if (typeof body['url'] !== 'string') refuse('import/no-start-url', { field: 'url' }, place)
  const version = operation === null ? undefined : (Number(operation[1]) as 0 | ApiVersion)
  const imported = importRequestBody({ value: body, locate: () => place }, name, version)
  const { origin: service = 'its address' } = parseUrl(command.urls[0] ?? '') ?? {}
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
  const urls = command.urls.map((url) => absoluteUrl(url))
  const pages = urls.map((url, at) => ({
    field: at === 0 ? 'the URL of curl' : `URL ${at + 1} of curl`,
    url,
  }))
  const divided = divideStarts(
    pages.map((page) => ({ ...page, area: areaBelow(page.url) })),
    { mainTakesRest: false },
  )
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
