import { diagnoseFinding } from '../diagnostics/catalogue.ts'
import type { Diagnostic, Fix, Place } from '../diagnostics/diagnostic.ts'
import type { Part } from '../document/source-document.ts'
import { judgeRequest } from '../request/request.ts'
import type { RequestProblem } from '../request/request-problem.ts'
import { type JsonPointer, valueAt } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'
import { explainErrors } from './explain-errors.ts'
import type { Subject } from './subject.ts'

/** Where the settings of a request were written. */
export interface RequestPlaces {
  /** Finds where a setting was written, wherever that was. */
  readonly locate: (pointer: JsonPointer, part?: Part) => Place
  /** Offers to replace `text`, which is at `place`, by `instead`. */
  readonly replace?: (place: Place, text: string, instead: string) => Fix | undefined
}

/**
 * Returns what is wrong with a final request of version 2, in which templates have their values, in words and with places:
 * what the request room says of it. Secrets may still be `${secret:NAME}`.
 */
export function checkRequest(request: Json, places: RequestPlaces): readonly Diagnostic[] {
  const { errors, problems } = judgeRequest(request, { references: true })
  const { locate } = places
  const subject: Subject = { schema: 'request-v2', root: request, text: undefined, locate }
  return [
    ...explainErrors(subject, errors, new Set()),
    ...problems.map((problem) => report(problem, request, places)),
  ]
}

function report(problem: RequestProblem, request: Json, { locate, replace }: RequestPlaces): Diagnostic {
  const { pointer, part, related, instead, sensitive } = problem
  const place = locate(pointer, part)
  const text = instead === undefined ? undefined : valueAt(request, pointer)
  const fix = typeof text === 'string' && instead !== undefined ? replace?.(place, text, instead) : undefined
  return diagnoseFinding(problem, place, {
    pointer,
    ...(related === undefined
      ? {}
      : { related: [{ message: related.message, place: locate(related.pointer) }] }),
    ...(fix === undefined ? {} : { fix }),
    ...(sensitive === undefined ? {} : { sensitive }),
  })
}
