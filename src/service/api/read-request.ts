import { completeRequest, type EffectiveRequest } from '../../request/page-settings.ts'
import { validateRequest } from '../../request/request.ts'
import { type Capabilities, lackingOf, requestNeeds } from '../../request/request-needs.ts'
import type { StartCrawlAnswer } from '../../protocol/crawl-status.ts'
import type { SchemaError } from '../../schema/schema-error.ts'
import { parseHttpUrl } from '../../util/can-parse-url.ts'
import { GrowingBuffer } from '../../util/growing-buffer.ts'
import { isJsonObject, type Json, type JsonObject, type JsonPointer, parsePointer } from '../../util/json.ts'
import { plural } from '../../util/text.ts'
import { type AddressAccess, isRefusedUrl } from '../http/address-policy.ts'
import { type LanguageModel, ModelError } from '../model/model.ts'
import type { ServiceLimits } from '../settings/settings.ts'
import { ApiError } from './check-access.ts'
import { requestSettings, schemaAt, spelledName } from '../../schema/schema.ts'

const MAX_PROMPT = 10_000
const MOST_ISSUES = 50
/** Settings that the answer to a prompt does not show. */
const NOT_GENERATED = new Set(['url', 'prompt', 'webhook', 'scrapeOptions', 'origin', 'integration'])
const MISSING = { model: ', and this service has none set up', browser: ', and this service has none' }

/** Checks bodies, and lets a language model resolve their prompts to settings. */
export type RequestReader = ReturnType<typeof createRequestReader>

interface CheckedRequest {
  readonly request: EffectiveRequest
  /** The settings that a prompt led to, for the answer. */
  readonly generated?: Pick<StartCrawlAnswer, 'promptGeneratedOptions' | 'finalCrawlerOptions'>
}

/** @param access refuses URLs that lead to other addresses; without it, all are accepted */
export function createRequestReader(
  model: LanguageModel | undefined,
  browser: boolean,
  access?: AddressAccess,
) {
  const capabilities: Capabilities = { model: model !== undefined, browser }
  const read = async (body: unknown): Promise<CheckedRequest> => {
    const request = await checkRequest(body, capabilities)
    const { prompt, url } = request
    if (prompt === undefined || prompt === '' || model === undefined || !isJsonObject(body))
      return { request }
    const generated = await ask(model, url, prompt)
    // Written settings win over generated ones, even if they only repeat a default.
    const merged = await checkRequest({ ...generated, ...body }, capabilities)
    const final = Object.entries(merged as unknown as JsonObject).filter(([name]) => !NOT_GENERATED.has(name))
    return {
      request: merged,
      generated: { promptGeneratedOptions: generated, finalCrawlerOptions: Object.fromEntries(final) },
    }
  }
  return {
    /**
     * Returns the request of a submission, with defaults and the full form of the start URL.
     * @throws {ApiError} 400 for an invalid body, or one that this service cannot fulfil in every detail
     */
    read: async (body: unknown): Promise<CheckedRequest> => {
      const checked = await read(body)
      if (access !== undefined) await refuseAddresses(checked.request, access)
      return checked
    },
    preview: async (body: unknown): Promise<JsonObject> => {
      const { url, prompt } = isJsonObject(body) ? body : {}
      const isUsable = typeof url === 'string' && parseHttpUrl(url) !== undefined
      if (typeof prompt !== 'string' || prompt.length > MAX_PROMPT || !isUsable) {
        const message = 'Invalid request parameters: "url" must be an absolute URL and "prompt" a string.'
        throw new ApiError(400, message, { code: 'BAD_REQUEST' })
      }
      if (model === undefined)
        throw new ApiError(400, '"prompt" needs a language model, and this service has none configured.')
      return { url, ...(await ask(model, url, prompt)) }
    },
  }
}

async function checkRequest(body: unknown, has: Capabilities): Promise<EffectiveRequest> {
  // The body was parsed from JSON.
  const { errors, problems } = validateRequest(body as Json, { references: false })
  const refusals = problems.filter(({ isRemark }) => isRemark !== true).slice(0, MOST_ISSUES)
  if (errors.length > 0) throw badRequest(errors.slice(0, MOST_ISSUES).map(schemaIssue))
  if (refusals.length > 0) {
    // It loads all messages.
    const { describeFinding } = await import('../../diagnostics/diagnostic.ts')
    throw badRequest(refusals.map((found) => customIssue(pathOf(found.pointer), describeFinding(found))))
  }
  const request = completeRequest(isJsonObject(body) ? body : {})
  const [lacking] = lackingOf(requestNeeds(request as unknown as JsonObject), has)
  if (lacking === undefined) return request
  const { subject, reason, means } = lacking
  throw new ApiError(400, `${subject} ${reason}${means === undefined ? '' : MISSING[means]}.`)
}

/** Refuses a crawl whose start URL or webhook has an address that the service does not connect to for its clients. */
async function refuseAddresses({ url, webhook }: EffectiveRequest, access: AddressAccess): Promise<void> {
  const refusal = async (what: string, path: RequestIssue['path'], address?: string) => {
    if (address === undefined || !(await isRefusedUrl(address, access))) return []
    const rule =
      'This service connects to those only if it was started with --allow-private-addresses, and never to link-local ones.'
    return [customIssue(path, `${what} leads to private addresses. ${rule}`)]
  }
  const issues = [
    ...(await refusal('The start URL', ['url'], url)),
    ...(await refusal('The URL of the webhook', ['webhook', 'url'], webhook?.url)),
  ]
  if (issues.length > 0) throw badRequest(issues)
}

function customIssue(path: RequestIssue['path'], message: string): RequestIssue {
  return { code: 'custom', path, message }
}

/** Returns the answer to a body that was refused for these reasons. */
function badRequest(issues: readonly RequestIssue[]): ApiError {
  const first = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  return new ApiError(400, first?.message ?? 'Bad Request', { code: 'BAD_REQUEST', details: issues })
}

async function ask(model: LanguageModel, url: string, prompt: string): Promise<JsonObject> {
  try {
    return await generateOptions(model, { url, prompt })
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const status = error.kind === 'unavailable' ? 503 : 400
    throw new ApiError(status, `The prompt could not be processed. ${error.message}`)
  }
}

interface RequestIssue {
  readonly code: string
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Descriptions of the settings that need a certain form. */
const FORMS: Readonly<Record<string, string>> = {
  url: 'must be an http or https URL',
  webhook: 'must be an http or https URL, or an object with one as its "url"',
  country: 'must be an ISO 3166-1 code of two letters, such as "de"',
  integration: 'must be the name of a known integration, or begin with "_"',
}

/** The API's code and text for an error of each keyword. Names in braces are those of values. */
const EXPLANATIONS: Readonly<Record<string, readonly [code: string, text: string]>> = {
  additionalProperties: ['unrecognized_keys', 'has the unknown key "{additionalProperty}"'],
  required: ['invalid_type', 'needs "{missingProperty}"'],
  type: ['invalid_type', 'must be of type {type}'],
  enum: ['invalid_value', 'must be one of {allowedValues}'],
  const: ['invalid_value', 'must be {allowedValue}'],
  minimum: ['too_small', 'must be {comparison} {limit}{unit}'],
  exclusiveMinimum: ['too_small', 'must be {comparison} {limit}{unit}'],
  maximum: ['too_big', 'must be {comparison} {limit}{unit}'],
  exclusiveMaximum: ['too_big', 'must be {comparison} {limit}{unit}'],
  minLength: ['too_small', 'must have at least {character}'],
  minItems: ['too_small', 'must have at least {item}'],
  minProperties: ['too_small', 'must have at least {member}'],
  maxLength: ['too_big', 'may have at most {character}'],
  maxItems: ['too_big', 'may have at most {item}'],
  pattern: ['invalid_format', '{form}'],
  format: ['invalid_format', '{form}'],
}

/** Returns the problems that the schema found in the words of the API: the place in the body, and a sentence. */
function schemaIssue({ instancePath, keyword, params }: SchemaError): RequestIssue {
  const path = pathOf(instancePath)
  const name = path.length === 0 ? 'The body' : `"${path.join('.')}"`
  const [code, text] = EXPLANATIONS[keyword] ?? ['custom', 'is not allowed']
  const counts = ['character', 'item', 'member'].map((what) => [what, plural(Number(params['limit']), what)])
  const form = FORMS[String(path.at(-1))] ?? 'has the wrong format'
  const { unit = '' } = schemaAt('request-v2', instancePath) ?? {}
  // Some clients send milliseconds where the API has seconds.
  const time = unit.endsWith('seconds') ? ` ${unit}` : ''
  const values: SchemaError['params'] = { ...params, ...Object.fromEntries(counts), form, unit: time }
  const problem = text.replaceAll(/\{(\w+)\}/g, (_, value: string) => textOf(value, values[value]))
  const help =
    keyword === 'additionalProperties' ? helpFor(instancePath, String(params['additionalProperty'])) : ''
  return { path, code, message: `${name} ${problem}.${help}` }
}

/** Returns a sentence with what an unknown key is called or where it belongs in version 2, or nothing. */
function helpFor(parent: JsonPointer, key: string): string {
  const name = spelledName(key)
  const old = requestSettings(1).find(({ pointer }) => pointer === `${parent}/${name}`)
  if (old?.deprecated !== undefined) return ` ${old.deprecated}`
  const places = ['', '/scrapeOptions'].filter((place) =>
    requestSettings(2).some(({ pointer }) => pointer === `${place}/${name}`),
  )
  if (places.includes(parent)) return ` Version 2 calls it "${name}".`
  const [place] = places
  if (place === undefined) return ''
  const meant = name === key ? '' : ` Version 2 calls it "${name}".`
  return `${meant} It belongs in ${place === '' ? 'the body' : '"scrapeOptions"'}.`
}

function pathOf(pointer: JsonPointer): RequestIssue['path'] {
  return parsePointer(pointer).map((token) => (/^\d+$/.test(token) ? Number(token) : token))
}

/** Returns a value of an error as text. Allowed values are written as in JSON. */
function textOf(param: string, value: unknown): string {
  if (!param.startsWith('allowed')) return String(value)
  return [value]
    .flat()
    .map((one) => JSON.stringify(one))
    .join(', ')
}

/**
 * Returns a function that reads the JSON body of a request and does not trust its declared length. All bodies in
 * progress share one memory limit. The function throws an ApiError: 400 if the body is not JSON or ends early, 413 if
 * it is too large, 429 if all bodies together are.
 */
export function createJsonReader({
  bodyBytes,
  receivedBytes,
}: Pick<ServiceLimits, 'bodyBytes' | 'receivedBytes'>): (request: Request) => Promise<unknown> {
  let received = 0
  return async (request) => {
    // This keeps out web pages of other origins: a browser asks for permission before it sends this type, and gets no
    // answer.
    if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(request.headers.get('content-type') ?? '')) {
      const message = 'The body must be JSON, sent with "Content-Type: application/json".'
      throw new ApiError(400, message, { code: 'BAD_REQUEST' })
    }
    const tooLarge = new ApiError(413, `The body is larger than ${bodyBytes} bytes.`)
    if (Number(request.headers.get('content-length') ?? 0) > bodyBytes) throw tooLarge
    const body = new GrowingBuffer()
    try {
      for await (const chunk of chunksOf(request)) {
        if (body.length + chunk.length > bodyBytes) throw tooLarge
        body.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
        received += chunk.length
        // A single body is always read, even if it is larger than the shared limit.
        if (received > receivedBytes && received > body.length)
          throw new ApiError(429, 'Too many large requests at once. Please retry after 5s.')
      }
      return parse(body.bytes)
    } finally {
      received -= body.length
    }
  }
}

/** Yields the chunks of a body. It ends if the client goes away, because that is not an error of the service. */
async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of request.body ?? []) yield chunk
  } catch {
    throw new ApiError(400, 'The body is incomplete.')
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ApiError(400, 'Bad request, malformed JSON', { code: 'BAD_REQUEST_INVALID_JSON' })
  }
}

/** The settings that a prompt may decide. */
const GENERATED = (
  'includePaths excludePaths maxDiscoveryDepth crawlEntireDomain allowExternalLinks allowSubdomains sitemap ' +
  'ignoreQueryParameters deduplicateSimilarURLs delay limit'
).split(' ')

/**
 * Returns the crawl settings that a prompt asks for, each valid by itself. Other members of the answer are dropped.
 * @throws {ModelError}
 */
async function generateOptions(model: LanguageModel, { url, prompt }: { url: string; prompt: string }) {
  const answer = await model.completeJson({ instruction: instruction(), text: `URL: ${url}\n\n${prompt}` })
  if (!isJsonObject(answer))
    throw new ModelError('unusable', 'The language model did not answer with settings.')
  const options: Record<string, Json> = {}
  for (const name of GENERATED) {
    const value = answer[name]
    if (value === undefined || value === null) continue
    const { errors, problems } = validateRequest(
      { url: 'https://example.com', [name]: value },
      { references: false },
    )
    if (errors.length > 0 || problems.some(({ isRemark }) => isRemark !== true)) continue
    options[name] = value
  }
  return options
}

function instruction(): string {
  const settings = requestSettings(2).filter(({ pointer }) =>
    GENERATED.some((name) => pointer === `/${name}`),
  )
  const lines = settings.map(({ pointer, types, description, values }) => {
    const kinds =
      values === undefined ? types.join(' or ') : values.map((value) => JSON.stringify(value)).join(' | ')
    return `- ${pointer.slice(1)} (${kinds}): ${description}`
  })
  return [
    'You turn a wish about crawling a web site into settings of a crawler.',
    'Answer with one JSON object that holds only settings from this list, and only those that the wish calls for:',
    ...lines,
    'Path patterns are RE2 regular expressions, searched in the path of a URL, which starts with a slash.',
  ].join('\n')
}
