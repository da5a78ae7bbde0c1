import { isJsonObject, type Json, type JsonObject } from '../../util/json.ts'
import { excludedWord, selectorProblem } from '../../request/check-selector.ts'
import { unsendableHeaders } from '../../request/request-headers.ts'
import { ApiError } from './api-error.ts'

/**
 * Rules that a schema cannot say: what holds between settings, and what texts must be for somebody else to take them.
 * @throws {ApiError} 400 with the place
 */
export function checkSettings(body: JsonObject): void {
  const scrape = isJsonObject(body['scrapeOptions']) ? body['scrapeOptions'] : {}
  checkTimes(scrape)
  checkFormats(scrape)
  checkSelectors(scrape)
  checkHeaders(['scrapeOptions', 'headers'], scrape['headers'])
  checkWebhook(body['webhook'])
}

/** Returns an error of the form that the schema's have. */
export function badRequest(path: string | readonly (string | number)[], message: string): ApiError {
  return new ApiError(400, message, {
    code: 'BAD_REQUEST',
    details: [{ code: 'custom', path: typeof path === 'string' ? [path] : path, message }],
  })
}

function checkTimes({ waitFor, timeout, actions }: JsonObject): void {
  if (typeof waitFor === 'number' && typeof timeout === 'number' && waitFor > timeout / 2) {
    throw badRequest(
      'waitFor',
      `"waitFor" (${waitFor} ms) must not be above half of "timeout" (${timeout} ms).`,
    )
  }
  const waits = (Array.isArray(actions) ? actions : []).map((action: Json, index) => waitOf(action, index))
  const total = waits.reduce((sum, wait) => sum + wait, typeof waitFor === 'number' ? waitFor : 0)
  if (total > 60_000) {
    throw badRequest(
      'scrapeOptions',
      `"waitFor" and the wait actions come to ${total} ms; 60000 is the most.`,
    )
  }
}

function waitOf(action: Json, index: number): number {
  if (!isJsonObject(action) || action['type'] !== 'wait') return 0
  const { milliseconds, selector } = action
  if (milliseconds === undefined && selector === undefined) {
    const path = ['scrapeOptions', 'actions', index]
    throw badRequest(path, 'A wait action needs "milliseconds" or a "selector".')
  }
  return typeof milliseconds === 'number' ? milliseconds : 1000
}

function checkFormats({ formats }: JsonObject): void {
  const types = (Array.isArray(formats) ? formats : []).map((format: Json) =>
    isJsonObject(format) ? format['type'] : format,
  )
  const path = ['scrapeOptions', 'formats']
  if (types.includes('changeTracking') && !types.includes('markdown')) {
    throw badRequest(path, 'The format "changeTracking" needs the format "markdown" too.')
  }
  if (types.filter((type) => type === 'screenshot').length > 1) {
    throw badRequest(path, 'The format "screenshot" can be asked for once.')
  }
  if (types.includes('rawBase64') && types.length > 1) {
    throw badRequest(path, 'The format "rawBase64" must be the only one.')
  }
}

/** The CSS selectors that pages will be asked for; those of actions are the browser's to understand. */
function checkSelectors(scrape: JsonObject): void {
  const formats = Array.isArray(scrape['formats']) ? scrape['formats'] : []
  const lists: readonly (readonly [string, unknown])[] = [
    ['includeTags', scrape['includeTags']],
    ['excludeTags', scrape['excludeTags']],
    ...formats.map(
      (format: unknown) => ['selectors', isJsonObject(format) ? format['selectors'] : undefined] as const,
    ),
  ]
  for (const [field, list] of lists) {
    for (const item of Array.isArray(list) ? list : []) {
      const selector: unknown = isJsonObject(item) ? item['selector'] : item
      if (typeof selector !== 'string') continue
      if (field === 'excludeTags' && excludedWord(selector) !== undefined) continue
      const problem = selectorProblem(selector)
      if (problem === undefined) continue
      throw badRequest(field, `"${selector}" in "${field}" is no CSS selector: ${problem}.`)
    }
  }
}

function checkHeaders(path: readonly string[], headers: Json | undefined): void {
  const [first] = unsendableHeaders(headers)
  // The value may be a secret.
  if (first !== undefined)
    throw badRequest([...path, first.name], `The header ${JSON.stringify(first.name)} ${first.problem}.`)
}

function checkWebhook(webhook: Json | undefined): void {
  const [url, path] = isJsonObject(webhook) ? [webhook['url'], ['webhook', 'url']] : [webhook, ['webhook']]
  if (typeof url === 'string' && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
    throw badRequest(path, 'The URL of the webhook must be an http or https URL.')
  }
  if (isJsonObject(webhook)) checkHeaders(['webhook', 'headers'], webhook['headers'])
}
