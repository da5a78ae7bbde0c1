import { checkPattern, PATTERN_CAPS, type PatternProblem } from '../../scope/pattern/check-pattern.ts'
import { schemaErrors } from '../../schema/validators.ts'
import { isJsonObject, type JsonObject } from '../../util/json.ts'
import type { CrawlRequest } from '../store/crawl-request.ts'
import { fillDefaults } from './fill-defaults.ts'
import { ApiError } from './api-error.ts'
import { type Capabilities, findObstacle } from './capabilities.ts'
import { badRequest, checkSettings } from './check-settings.ts'
import { requestIssues } from './request-issues.ts'

/**
 * Returns the request that a body asks for, defaults filled in and the start URL in its full form.
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
  checkSettings(body)
  const request = fillIn(body)
  checkPatterns('includePaths', request.includePaths)
  checkPatterns('excludePaths', request.excludePaths)
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
  if (url.username !== '' || url.password !== '') {
    throw badRequest(
      'url',
      '"url" must not hold a user name or password; send them in the header "Authorization" of "scrapeOptions.headers".',
    )
  }
  return url.href
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
