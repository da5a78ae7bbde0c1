/**
 * Input: a request of version 2.
 * Output: its problems, needs, price, defaults and scope as plain data, for files and service alike.
 * Must not know files, positions, HTTP or environments.
 */
import type { SchemaError } from '../schema/schema-error.ts'
import { schemaErrors } from '../schema/validators.ts'
import { isJsonObject, type Json } from '../util/json.ts'
import { checkFormats } from './check-formats.ts'
import { checkHeaders } from './check-headers.ts'
import { checkLockdown, checkProfile } from './check-profile.ts'
import { checkPatterns } from './check-patterns.ts'
import { checkSelectors } from './check-selectors.ts'
import { checkTexts } from './check-texts.ts'
import { checkTimes } from './check-times.ts'
import { checkUrl } from './check-url.ts'
import { checkWebhook } from './check-webhook.ts'
import type { CheckedRequest } from './checked-request.ts'
import type { RequestProblem } from './request-problem.ts'

/** The result of checking a request. */
export interface RequestVerdict {
  /** Violations of the schema. */
  readonly errors: readonly SchemaError[]
  /** Other reasons to refuse the request, and remarks. */
  readonly problems: readonly RequestProblem[]
}

/**
 * Checks a request. A service accepts it exactly when there are no `errors` and no problems other than remarks. With
 * `references`, texts may hold `${secret:NAME}`, as in files; the form of such texts is not checked.
 */
export function judgeRequest(request: Json, how: { readonly references: boolean }): RequestVerdict {
  const errors = schemaErrors(how.references ? 'resolved-v2' : 'request-v2', request)
  if (!isJsonObject(request)) return { errors, problems: [] }
  const { scrapeOptions } = request
  const problems = findProblems({
    request,
    page: isJsonObject(scrapeOptions) ? scrapeOptions : {},
    isOpen: (text) => how.references && text.includes('${secret:'),
  })
  const reported = new Set(errors.map(({ instancePath }) => instancePath))
  return { errors, problems: problems.filter(({ pointer }) => !reported.has(pointer)) }
}

function findProblems(checked: CheckedRequest): readonly RequestProblem[] {
  const texts = checkTexts(checked.request)
  // Other checks need well-formed text.
  if (texts.length > 0) return texts
  return [
    ...checkUrl(checked),
    ...checkWebhook(checked),
    ...checkHeaders(checked),
    ...checkTimes(checked),
    ...checkFormats(checked),
    ...checkSelectors(checked),
    ...checkLockdown(checked),
    ...checkProfile(checked),
    ...checkPatterns(checked),
  ]
}
