import { isJsonObject, type Json, type JsonObject } from '../util/json.ts'

/**
 * What a request asks for that a service on one machine may not have, or never has. In: a request of version 2 with its
 * defaults. Out: each setting that asks for it, in the request's order. The service refuses by this list what it cannot do, and
 * a plan tells of it beforehand.
 */
export interface RequestNeed {
  /** JSON Pointer into the request. */
  readonly pointer: string
  /** The setting as the subject of a sentence. */
  readonly subject: string
  /** What has to be there; undefined when nothing helps. */
  readonly means: 'browser' | 'model' | undefined
  /** The rest of the sentence. */
  readonly reason: string
}

type Finding = Pick<RequestNeed, 'means' | 'reason'>

const BROWSER: Finding = { means: 'browser', reason: 'needs a browser' }
const MODEL: Finding = { means: 'model', reason: 'needs a language model' }
const HOSTED = 'is offered by the hosted service only'

/** Returns everything that `request` needs; empty for what plain HTTP can do. */
export function requestNeeds(request: JsonObject): readonly RequestNeed[] {
  const { prompt, scrapeOptions } = request
  const needs: RequestNeed[] = []
  if (typeof prompt === 'string' && prompt !== '') {
    needs.push({ pointer: '/prompt', subject: '"prompt"', ...MODEL })
  }
  for (const [name, value] of Object.entries(isJsonObject(scrapeOptions) ? scrapeOptions : {})) {
    const found = settingNeed(name, value)
    const pointer = `/scrapeOptions/${name}`
    if (found !== undefined) needs.push({ pointer, subject: `"scrapeOptions.${name}"`, ...found })
    if (name === 'formats' && Array.isArray(value)) needs.push(...formatNeeds(value, request))
  }
  return needs
}

function settingNeed(name: string, value: Json): Finding | undefined {
  switch (name) {
    case 'waitFor':
      return value === 0 ? undefined : BROWSER
    case 'actions':
      return Array.isArray(value) && value.length === 0 ? undefined : BROWSER
    case 'mobile':
      return value === false ? undefined : BROWSER
    case 'proxy':
      return value === 'stealth' || value === 'enhanced' ? never(`"${value}" ${HOSTED}`) : undefined
    case 'location':
      return isJsonObject(value) && value['country'] === 'us-whitelist'
        ? never(`with the country "us-whitelist" ${HOSTED}`)
        : undefined
    case 'parsers':
      return parserNeed(value)
    case 'lockdown':
    case 'safeMode':
    case 'redactPII':
    case 'onlyCleanContent':
    case 'fastMode':
      return value === false ? undefined : never(HOSTED)
    case 'minAge':
    case 'profile':
    case 'threatProtection':
    case 'auditMetadata':
      return never(HOSTED)
    default:
      return undefined
  }
}

/** PDFs are read for their text; what takes recognising pictures is not done here. */
function parserNeed(parsers: Json): Finding | undefined {
  for (const parser of Array.isArray(parsers) ? parsers : []) {
    if (parser === 'image') return never(`with "image" ${HOSTED}`)
    if (!isJsonObject(parser)) continue
    if (parser['mode'] === 'ocr') return never(`with the mode "ocr" ${HOSTED}`)
    const extra = ['pages', 'blocks', 'pageMarkers'].find((name) => parser[name] === true)
    if (extra !== undefined) return never(`with "${extra}" ${HOSTED}`)
  }
  return undefined
}

function formatNeeds(formats: readonly Json[], request: JsonObject): RequestNeed[] {
  return formats.flatMap((format, index) => {
    const name = isJsonObject(format) ? format['type'] : format
    const type = typeof name === 'string' ? name : ''
    const found = type === 'changeTracking' ? trackingNeed(format, request) : formatNeed(type)
    if (found === undefined) return []
    return [{ pointer: `/scrapeOptions/formats/${index}`, subject: `The format "${type}"`, ...found }]
  })
}

function formatNeed(type: string): Finding | undefined {
  switch (type) {
    case 'markdown':
    case 'html':
    case 'rawHtml':
    case 'links':
    case 'images':
    case 'attributes':
      return undefined
    case 'screenshot':
      return BROWSER
    case 'json':
    case 'summary':
      return MODEL
    default:
      return never(HOSTED)
  }
}

function trackingNeed(format: Json, { zeroDataRetention }: JsonObject): Finding | undefined {
  if (zeroDataRetention === true) {
    return never('compares with earlier scrapes, and "zeroDataRetention" keeps none')
  }
  const { modes, schema, prompt } = isJsonObject(format) ? format : {}
  if (Array.isArray(modes) && modes.includes('json'))
    return { ...MODEL, reason: 'with the mode "json" needs a language model' }
  const idle = schema !== undefined ? 'schema' : prompt !== undefined ? 'prompt' : undefined
  return idle === undefined
    ? undefined
    : never(`uses "${idle}" with the mode "json" only, which is not asked for`)
}

function never(reason: string): Finding {
  return { means: undefined, reason }
}
