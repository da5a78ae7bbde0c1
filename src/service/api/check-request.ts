import { checkPattern, PATTERN_CAPS, type PatternProblem } from '../../scope/pattern/check-pattern.ts'
import { schemaErrors } from '../../schema/validators.ts'
import { isJsonObject, type JsonObject } from '../../util/json.ts'
import type { CrawlRequest } from '../job/crawl-request.ts'
import { excludedWord, selectorProblem } from '../page/check-selector.ts'
import { fillDefaults } from './fill-defaults.ts'
import { ApiError } from './api-error.ts'
import { type Capabilities, findObstacle } from './capabilities.ts'
import { requestIssues } from './request-issues.ts'

/**
 * The request that a body asks for, defaults filled in and the start URL in its full form.
 * @throws {ApiError} 400 for a body that is not valid, or that this service could not do in every detail
 */
export function checkRequest(body: unknown, capabilities: Capabilities): CrawlRequest {
  const errors = schemaErrors('request-v2', body)
  if (errors.length > 0 || !isJsonObject(body)) {
    const issues = requestIssues(errors)
    const unknown = issues.find(({ code }) => code === 'unrecognized_keys')
    const first = unknown ?? issues[0]
    throw new ApiError(400, first?.message ?? 'Bad Request', { code: 'BAD_REQUEST', details: issues })
  }
  checkCrossFields(body)
  const request = fillIn(body)
  checkPatterns('includePaths', request.includePaths)
  checkPatterns('excludePaths', request.excludePaths)
  checkSelectors(request.scrapeOptions)
  const obstacle = findObstacle(request as unknown as JsonObject, capabilities)
  if (obstacle !== undefined) throw new ApiError(400, obstacle)
  return request
}

function fillIn(body: JsonObject): CrawlRequest {
  const { url, webhook } = body
  const given: JsonObject = {
    ...body,
    url: startUrl(typeof url === 'string' ? url : ''),
    ...(typeof webhook === 'string' ? { webhook: { url: webhook } } : {}),
  }
  // The schema has checked every member that the type names.
  return fillDefaults(given) as unknown as CrawlRequest
}

function startUrl(text: string): string {
  const trimmed = text.trim()
  const absolute = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  const url = URL.canParse(absolute) ? new URL(absolute) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw badRequest('url', `"url" must be an http or https URL; "${trimmed}" is not.`)
  }
  return url.href
}

/** Rules that join settings, which a schema cannot say. */
function checkCrossFields(body: JsonObject): void {
  const scrape = isJsonObject(body['scrapeOptions']) ? body['scrapeOptions'] : {}
  const { waitFor, timeout, actions } = scrape
  if (typeof waitFor === 'number' && typeof timeout === 'number' && waitFor > timeout / 2) {
    throw badRequest(
      'waitFor',
      `"waitFor" (${waitFor} ms) must not be above half of "timeout" (${timeout} ms).`,
    )
  }
  const waits = (Array.isArray(actions) ? actions : []).reduce((sum: number, action: unknown) => {
    if (!isJsonObject(action) || action['type'] !== 'wait') return sum
    return sum + (typeof action['milliseconds'] === 'number' ? action['milliseconds'] : 1000)
  }, 0)
  const total = waits + (typeof waitFor === 'number' ? waitFor : 0)
  if (total > 60_000) {
    throw badRequest(
      'scrapeOptions',
      `"waitFor" and the wait actions come to ${total} ms; 60000 is the most.`,
    )
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
      if (typeof selector !== 'string' || (field === 'excludeTags' && excludedWord(selector) !== undefined))
        continue
      const problem = selectorProblem(selector)
      if (problem === undefined) continue
      throw badRequest(field, `"${selector}" in "${field}" is no CSS selector: ${problem}.`)
    }
  }
}

function checkPatterns(field: string, patterns: readonly string[]): void {
  const length = patterns.reduce((sum, pattern) => sum + pattern.length, 0)
  if (patterns.length > PATTERN_CAPS.patterns || length > PATTERN_CAPS.totalLength) {
    throw new ApiError(400, `"${field}" holds more than ${PATTERN_CAPS.patterns} patterns or too long ones.`)
  }
  for (const pattern of patterns) {
    const problem = checkPattern(pattern)
    if (problem === undefined) continue
    throw new ApiError(400, `"${field}" holds the pattern "${pattern.slice(0, 200)}", ${explain(problem)}`)
  }
}

function explain(problem: PatternProblem): string {
  switch (problem.kind) {
    case 'too-long':
      return `which has ${problem.length} characters; ${PATTERN_CAPS.patternLength} is the most.`
    case 'look-around':
      return `which uses look-around ("${problem.text}"); patterns are RE2 regular expressions, without it.`
    case 'back-reference':
      return `which uses a back-reference ("${problem.text}"); patterns are RE2 regular expressions, without it.`
    case 'possessive':
      return `which uses a possessive or atomic group ("${problem.text}"); RE2 has none.`
    case 'syntax':
      return `which is no regular expression: ${problem.detail} ("${problem.text}").`
  }
}

function badRequest(field: string, message: string): ApiError {
  return new ApiError(400, message, {
    code: 'BAD_REQUEST',
    details: [{ code: 'custom', path: [field], message }],
  })
}
