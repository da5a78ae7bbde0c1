/**
 * Input: a request of version 2.
 * Output: its problems, needs, price, defaults and scope as plain data, for files and service alike.
 * Must not know files, positions, HTTP or environments.
 */
import { schemaErrors } from '../schema/validators.ts'
import { escapeToken, isJsonObject, type Json, type JsonPointer } from '../util/json.ts'
import { checkFormats, checkLockdown, checkProfile, checkSelectors, checkTimes } from './check-page.ts'
import { checkHeaders, checkUrl, checkWebhook } from './check-connections.ts'
import { checkPatterns } from './check-patterns.ts'
import { type CheckedRequest, refusal, type RequestProblem } from './request-problem.ts'

/**
 * Checks a request by its schema, and by rules across settings. A service accepts it exactly when there are no `errors` and no
 * problems other than remarks. With `references`, texts may hold `${secret:NAME}`, as in files, whose form is not checked.
 */
export function validateRequest(request: Json, how: { readonly references: boolean }) {
  const errors = schemaErrors(how.references ? 'resolved-v2' : 'request-v2', request)
  if (!isJsonObject(request)) return { errors, problems: [] as readonly RequestProblem[] }
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

/** Finds halves of surrogate pairs, which UTF-8 cannot hold (RFC 3629, section 3). Values may be too deep for recursion. */
function checkTexts(request: Json): readonly RequestProblem[] {
  const found: RequestProblem[] = []
  const waiting: (readonly [JsonPointer, Json])[] = [['', request]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [pointer, value] = next
    if (typeof value === 'string') {
      if (!value.isWellFormed()) found.push(refusal('schema/lone-surrogate', pointer, {}))
      continue
    }
    if (typeof value !== 'object' || value === null) continue
    for (const [key, member] of Object.entries<Json>(value)) {
      const at = `${pointer}/${escapeToken(key)}`
      if (!key.isWellFormed()) found.push(refusal('schema/lone-surrogate', at, {}, { part: 'key' }))
      waiting.push([at, member])
    }
  }
  return found.toReversed()
}
