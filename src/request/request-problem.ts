import type { Finding, RuleArgs, RuleId } from '../diagnostics/diagnostic.ts'
import type { JsonObject, JsonPointer } from '../util/json.ts'

/** A problem of a request, without a file position. */
export type RequestProblem = Finding & { readonly pointer: JsonPointer } & ProblemDetails

interface ProblemDetails {
  /** True when services accept the request anyway. */
  readonly isRemark?: true
  /** The setting as a whole, rather than its value. */
  readonly part?: 'key'
  /** Another setting that is part of the problem. */
  readonly related?: { readonly message: string; readonly pointer: JsonPointer }
  /** The text at `pointer` is a secret: no output may repeat it. */
  readonly sensitive?: true
  /** A text to replace the one at `pointer`. */
  readonly instead?: string | undefined
}

/** Returns a problem for which a request is refused, with the arguments of its rule. */
export function refusal<Id extends RuleId>(
  rule: Id,
  pointer: JsonPointer,
  args: RuleArgs[Id],
  details: Omit<ProblemDetails, 'isRemark'> = {},
): RequestProblem {
  // The parameters have checked that the arguments belong to the rule; the union loses that.
  return { rule, pointer, arguments: args, ...details } as RequestProblem
}

/** Returns a remark on a setting that services accept, but that is probably a mistake. */
export const remark: typeof refusal = (...problem) => ({ ...refusal(...problem), isRemark: true })

/** A request for checks across settings. The schema may have refused parts of it. */
export interface CheckedRequest {
  readonly request: JsonObject
  /** Its `scrapeOptions`; empty when missing. */
  readonly page: JsonObject
  /** Tells whether a text refers to a secret, so that its form is not known yet. */
  readonly isOpen: (text: string) => boolean
}
