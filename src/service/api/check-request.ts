import { judgeRequest } from '../../request/request.ts'
import { completeRequest, type EffectiveRequest } from '../../request/effective-request.ts'
import { type Capabilities, findLacking, type RequestNeed } from '../../request/request-needs.ts'
import { isJsonObject, type Json, type JsonObject } from '../../util/json.ts'
import { ApiError } from './api-error.ts'
import { problemIssue, type RequestIssue, schemaIssue } from './request-issues.ts'

const MOST_ISSUES = 50

/**
 * Returns the request in a body, with defaults and the full form of the start URL.
 * @throws {ApiError} 400 for an invalid body, or one that this service cannot fulfil in every detail
 */
export async function checkRequest(body: unknown, has: Capabilities): Promise<EffectiveRequest> {
  // The body was parsed from JSON.
  const { errors, problems } = judgeRequest(body as Json, { references: false })
  const refusals = problems.filter(({ isRemark }) => isRemark !== true)
  if (errors.length > 0) throw badRequest(errors.slice(0, MOST_ISSUES).map(schemaIssue))
  if (refusals.length > 0) {
    const { describeProblem } = await import('../../request/describe-problem.ts')
    throw badRequest(
      refusals.slice(0, MOST_ISSUES).map((found) => problemIssue(found, describeProblem(found))),
    )
  }
  const request = completeRequest(isJsonObject(body) ? body : {})
  const [lacking] = findLacking(request as unknown as JsonObject, has)
  if (lacking !== undefined) throw new ApiError(400, sentence(lacking))
  return request
}

/** Returns the answer to a body that was refused for these reasons. */
export function badRequest(issues: readonly RequestIssue[]): ApiError {
  const first = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  return new ApiError(400, first?.message ?? 'Bad Request', { code: 'BAD_REQUEST', details: issues })
}

const MISSING = { model: ', and this service has none set up', browser: ', and this service has none' }

function sentence({ subject, reason, means }: RequestNeed): string {
  return `${subject} ${reason}${means === undefined ? '' : MISSING[means]}.`
}
