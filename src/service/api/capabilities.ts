import { isJsonObject } from '../../util/json.ts'
import type { CrawlRequest } from '../job/crawl-request.ts'

/** What this service has the means for. */
export interface Capabilities {
  /** A language model. */
  readonly model: boolean
  /** A browser. */
  readonly browser: boolean
}

const NO_MODEL = 'needs a language model, and this service has none set up'
const NO_BROWSER = 'needs a browser, and this service has none'
const HOSTED_ONLY = 'is offered by the hosted service only'

/**
 * Why a valid request cannot be done here, or undefined when every setting of it will take effect: nothing is accepted
 * and then ignored.
 */
export function findObstacle(request: CrawlRequest, capabilities: Capabilities): string | undefined {
  if (request.prompt !== undefined && request.prompt !== '' && !capabilities.model)
    return `"prompt" ${NO_MODEL}.`
  const { scrapeOptions } = request
  for (const [name, value] of Object.entries(scrapeOptions)) {
    const reason = settingObstacle(name, value, capabilities)
    if (reason !== undefined) return `"scrapeOptions.${name}" ${reason}.`
  }
  const formats = scrapeOptions['formats']
  for (const format of Array.isArray(formats) ? formats : []) {
    const type: unknown = typeof format === 'string' ? format : format.type
    const reason = formatObstacle(String(type), capabilities)
    if (type === 'changeTracking') {
      const obstacle = trackingObstacle(format, request)
      if (obstacle !== undefined) return obstacle
    }
    if (reason !== undefined) return `The format "${String(type)}" ${reason}.`
  }
  return undefined
}

function settingObstacle(name: string, value: unknown, { browser }: Capabilities): string | undefined {
  switch (name) {
    case 'waitFor':
      return value === 0 || browser ? undefined : NO_BROWSER
    case 'actions':
      return (Array.isArray(value) && value.length === 0) || browser ? undefined : NO_BROWSER
    case 'mobile':
      return value === false || browser ? undefined : NO_BROWSER
    case 'proxy':
      return value === 'stealth' || value === 'enhanced' ? `"${value}" ${HOSTED_ONLY}` : undefined
    case 'parsers':
      return parserObstacle(value)
    case 'lockdown':
    case 'safeMode':
    case 'redactPII':
    case 'onlyCleanContent':
    case 'fastMode':
      return value === false ? undefined : HOSTED_ONLY
    case 'minAge':
    case 'profile':
    case 'threatProtection':
    case 'auditMetadata':
      return HOSTED_ONLY
    default:
      return undefined
  }
}

/** PDFs are read for their text; what takes recognising pictures is not done here. */
function parserObstacle(parsers: unknown): string | undefined {
  for (const parser of Array.isArray(parsers) ? parsers : []) {
    if (parser === 'image') return `with "image" ${HOSTED_ONLY}`
    if (!isJsonObject(parser)) continue
    if (parser['mode'] === 'ocr') return `with the mode "ocr" ${HOSTED_ONLY}`
    const extra = ['pages', 'blocks', 'pageMarkers'].find((name) => parser[name] === true)
    if (extra !== undefined) return `with "${extra}" ${HOSTED_ONLY}`
  }
  return undefined
}

function formatObstacle(type: string, { browser, model }: Capabilities): string | undefined {
  switch (type) {
    case 'markdown':
    case 'html':
    case 'rawHtml':
    case 'links':
    case 'images':
    case 'attributes':
    case 'changeTracking':
      return undefined
    case 'screenshot':
      return browser ? undefined : NO_BROWSER
    case 'json':
    case 'summary':
      return model ? undefined : NO_MODEL
    default:
      return HOSTED_ONLY
  }
}

function trackingObstacle(format: unknown, request: CrawlRequest): string | undefined {
  if (request.zeroDataRetention) {
    return 'The format "changeTracking" compares with earlier scrapes, and "zeroDataRetention" keeps none.'
  }
  const modes = isJsonObject(format) ? format['modes'] : undefined
  if (Array.isArray(modes) && modes.includes('json'))
    return `The mode "json" of "changeTracking" ${HOSTED_ONLY}.`
  return undefined
}
