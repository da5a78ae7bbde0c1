import type { Finding, RuleArgs, RuleId } from '../diagnostics/catalogue.ts'
import type { JsonPointer } from '../util/json-pointer.ts'

/** What is to be said of a request. Where it was written and how it is told is for the one who asked. */
export type RequestProblem = Finding & { readonly pointer: JsonPointer } & ProblemDetails

interface ProblemDetails {
  /** True for what services take all the same. */
  readonly isRemark?: true
  /** The setting as a whole, rather than its value. */
  readonly part?: 'key'
  /** Another setting that has to do with it. */
  readonly related?: { readonly message: string; readonly pointer: JsonPointer }
  /** The text at `pointer` is a secret: no output may repeat it. */
  readonly sensitive?: true
  /** What to write in the place of the text at `pointer`. */
  readonly instead?: string | undefined
}

/** Returns a problem for which a request is refused, with the arguments of its rule. */
export function refusal<Id extends RuleId>(
  rule: Id,
  pointer: JsonPointer,
  args: RuleArgs[Id],
  details: Omit<ProblemDetails, 'isRemark'> = {},
): RequestProblem {
  // The parameters have just checked that the arguments are the rule's; the union cannot see it.
  return { rule, pointer, arguments: args, ...details } as RequestProblem
}

/** Returns a remark on what is taken and probably not meant. */
export function remark<Id extends RuleId>(
  rule: Id,
  pointer: JsonPointer,
  args: RuleArgs[Id],
  details: Omit<ProblemDetails, 'isRemark'> = {},
): RequestProblem {
  return { ...refusal(rule, pointer, args, details), isRemark: true }
}
