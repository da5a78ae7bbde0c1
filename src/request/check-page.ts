import { isJsonList, isJsonObject, joinPointer } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { type CheckedRequest, refusal, remark, type RequestProblem } from './request-problem.ts'
import { formatTypes } from './formats.ts'
import { excludedWord, selectorProblem } from './css-selector.ts'

const POINTER = '/scrapeOptions/formats'

/** Finds formats that exclude each other, and incomplete ones. */
export function checkFormats({ page }: CheckedRequest): RequestProblem[] {
  const formats = page['formats']
  if (!isJsonList(formats)) return []
  if (formats.length === 0) return [remark('limits/no-formats', POINTER, {}, { part: 'key' })]
  const types = formatTypes(formats)
  const found: RequestProblem[] = []
  const last = (type: string): string => `${POINTER}/${types.lastIndexOf(type)}`
  if (types.includes('changeTracking') && !types.includes('markdown'))
    found.push(refusal('limits/change-tracking-alone', last('changeTracking'), {}))
  const count = types.filter((type) => type === 'screenshot').length
  if (count > 1) found.push(refusal('limits/one-screenshot', last('screenshot'), { count }))
  if (types.includes('rawBase64') && types.length > 1)
    found.push(refusal('limits/raw-base64-alone', last('rawBase64'), {}))
  if (types.includes('json') && types.includes('deterministicJson'))
    found.push(refusal('limits/json-twice', last('deterministicJson'), {}))
  found.push(...findLooseSchemas(formats))
  for (const [index, format] of formats.entries())
    if (types[index] === 'json' && saysNothing(format))
      found.push(refusal('limits/json-without-prompt', `${POINTER}/${index}`, {}))
  return found
}

function findLooseSchemas(formats: readonly Json[]): RequestProblem[] {
  return formats.flatMap((format, index) => {
    const schema = isJsonObject(format) ? format['schema'] : undefined
    const loose = isJsonObject(schema) ? findLoosePart(schema) : undefined
    if (loose === undefined) return []
    const place = loose.pointer === '' ? 'The "schema"' : `"${loose.pointer}" of the "schema"`
    const pointer = `${POINTER}/${index}/schema${loose.pointer}`
    return [remark('limits/loose-json-schema', pointer, { place, problem: loose.problem }, { part: 'key' })]
  })
}

function saysNothing(format: Json): boolean {
  return !isJsonObject(format) || (format['schema'] === undefined && !format['prompt'])
}

/**
 * Keywords that strict mode does not have (OpenAI: structured outputs, supported schemas), without those that the service drops
 * or that its models take anyway.
 */
const UNSUPPORTED = /^(?:allOf|not|if|then|else|dependentRequired|dependentSchemas|dependencies|prefixItems)$/

/** Keywords that hold a schema or a list of schemas, and those that hold schemas by name. */
const SCHEMAS = ['items', 'anyOf', 'oneOf'] as const
const MAPS = ['properties', '$defs', 'definitions'] as const

/**
 * Returns the first part of `schema` that the service or the strict mode of its models refuses, with the rest of a sentence about
 * it. The service rewrites schemas first (llmExtract.ts and schema-utils.ts of Firecrawl): a root without a type is a map of names,
 * a list at the root is wrapped, and a mapping has its properties alone.
 */
function findLoosePart(schema: JsonObject): { pointer: JsonPointer; problem: string } | undefined {
  const names = schema['type'] === undefined ? partsIn('', schema) : []
  const waiting: (readonly [JsonPointer, JsonObject])[] = [...names.toReversed(), ['', schema]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [pointer, part] = next
    const problem = problemOf(part)
    if (problem !== undefined) return { pointer, problem }
    waiting.push(...partsOf(pointer, part).toReversed())
  }
  return undefined
}

function problemOf(part: JsonObject): string | undefined {
  const unsupported = Object.keys(part).find((keyword) => UNSUPPORTED.test(keyword))
  if (unsupported !== undefined) return `uses "${unsupported}"`
  if (isOf(part, 'array') && !isJsonObject(part['items'])) return 'is a list without "items"'
  const { properties, patternProperties, additionalProperties } = part
  const isOpen = additionalProperties === true && properties === undefined && patternProperties === undefined
  return isOpen && isOf(part, 'object') ? 'is a mapping without "properties"' : undefined
}

function isOf(part: JsonObject, type: string): boolean {
  const types = part['type']
  return types === type || (isJsonList(types) && types.includes(type))
}

function partsOf(pointer: JsonPointer, part: JsonObject): readonly (readonly [JsonPointer, JsonObject])[] {
  const below = (keyword: string) => partsIn(joinPointer(pointer, keyword), part[keyword])
  return [
    ...SCHEMAS.flatMap((keyword) => {
      const value = part[keyword]
      return isJsonObject(value) ? [[joinPointer(pointer, keyword), value] as const] : below(keyword)
    }),
    ...MAPS.flatMap(below),
  ]
}

/** Returns the members of a mapping or list that are mappings. */
function partsIn(pointer: JsonPointer, value: Json | undefined): (readonly [JsonPointer, JsonObject])[] {
  return Object.entries(value ?? {}).flatMap(([key, part]: [string, Json]) =>
    isJsonObject(part) ? [[joinPointer(pointer, key), part] as const] : [],
  )
}

/** The longest wait for a page, in milliseconds. */
const MOST_WAIT = 60_000
/** The wait for a selector that limits assume, in milliseconds. */
const SELECTOR_WAIT = 1000

/** Finds waits that are too long for every service, and times that are probably in another unit. */
export function checkTimes({ page }: CheckedRequest): RequestProblem[] {
  const found: RequestProblem[] = []
  const waitFor = numberOf(page['waitFor'])
  const timeout = numberOf(page['timeout'])
  if (timeout > 0 && waitFor > timeout / 2) {
    const related = { message: '"timeout" is set here', pointer: '/scrapeOptions/timeout' }
    const args = { waitFor, timeout }
    found.push(refusal('limits/wait-exceeds-timeout', '/scrapeOptions/waitFor', args, { related }))
  }
  const steps = Array.isArray(page['actions']) ? page['actions'] : []
  const waits = steps.map((step: Json) => (isJsonObject(step) && step['type'] === 'wait' ? step : undefined))
  const actions = waits.reduce((total, wait) => total + (wait === undefined ? 0 : lengthOf(wait)), 0)
  if (waitFor + actions > MOST_WAIT && waitFor <= MOST_WAIT) {
    const args = { total: waitFor + actions, waitFor, actions }
    found.push(refusal('limits/total-wait', '/scrapeOptions/actions', args, { part: 'key' }))
  }
  for (const [index, wait] of waits.entries())
    if (wait?.['milliseconds'] !== undefined && wait['selector'] !== undefined)
      found.push(refusal('limits/two-waits', `/scrapeOptions/actions/${index}`, {}))
  return found.length > 0 ? found : findSmallTimes(page)
}

const SMALL_TIMES = [
  { key: 'waitFor', below: 60 },
  { key: 'maxAge', below: 1000 },
  { key: 'minAge', below: 1000 },
]

/** Finds times so small that they were probably meant as seconds. */
function findSmallTimes(page: JsonObject): RequestProblem[] {
  return SMALL_TIMES.flatMap(({ key, below }) => {
    const value = numberOf(page[key])
    const args = { key, value, milliseconds: value * 1000 }
    return value > 0 && value <= below ? [remark('limits/milliseconds', `/scrapeOptions/${key}`, args)] : []
  })
}

function lengthOf({ milliseconds }: JsonObject): number {
  return typeof milliseconds === 'number' ? milliseconds : SELECTOR_WAIT
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0
}

/** Nobody reads more, and each takes a parser an exception: a body may hold 50,000. */
const MOST_SELECTORS = 1000

/** Finds invalid CSS selectors, at most 1000. Selectors of actions are left to the browser. */
export function checkSelectors({ page, isOpen }: CheckedRequest): RequestProblem[] {
  const found: RequestProblem[] = []
  const check = (selector: Json | undefined, pointer: string): void => {
    if (typeof selector !== 'string' || isOpen(selector) || found.length >= MOST_SELECTORS) return
    const why = selectorProblem(selector)
    if (why !== undefined) found.push(refusal('limits/bad-selector', pointer, { selector, why }))
  }
  for (const [index, selector] of listOf(page['includeTags']).entries())
    check(selector, `/scrapeOptions/includeTags/${index}`)
  for (const [index, selector] of listOf(page['excludeTags']).entries())
    if (typeof selector !== 'string' || excludedWord(selector) === undefined)
      check(selector, `/scrapeOptions/excludeTags/${index}`)
  for (const [format, value] of listOf(page['formats']).entries())
    for (const [index, item] of listOf(isJsonObject(value) ? value['selectors'] : undefined).entries())
      if (isJsonObject(item))
        check(item['selector'], `/scrapeOptions/formats/${format}/selectors/${index}/selector`)
  return found
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** The longest name of a browser profile, in bytes of UTF-8. */
const MOST_BYTES = 128

/** Finds lockdown, which is for single pages, and a browser profile next to it. */
export function checkLockdown({ page }: CheckedRequest): RequestProblem[] {
  if (page['lockdown'] !== true) return []
  if (!isJsonObject(page['profile']))
    return [remark('limits/lockdown', '/scrapeOptions/lockdown', {}, { part: 'key' })]
  const related = { message: '"profile" is set here', pointer: '/scrapeOptions/profile' }
  return [refusal('limits/profile-with-lockdown', '/scrapeOptions/lockdown', {}, { part: 'key', related })]
}

/** Finds a name of a browser profile that is too long in bytes; the schema counts characters. */
export function checkProfile({ page, isOpen }: CheckedRequest): RequestProblem[] {
  const name = isJsonObject(page['profile']) ? page['profile']['name'] : undefined
  if (typeof name !== 'string' || isOpen(name)) return []
  const bytes = new TextEncoder().encode(name).length
  return bytes <= MOST_BYTES
    ? []
    : [refusal('limits/profile-name', '/scrapeOptions/profile/name', { bytes, most: MOST_BYTES })]
}
