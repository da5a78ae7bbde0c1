import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { schemaErrors } from '../schema/validators.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import { explainErrors } from './explain-errors.ts'
import type { Subject } from './subject.ts'

/**
 * Returns readable problems of values that the schema refuses. Most values are valid, so the large code that explains mistakes
 * is loaded only after one is found.
 */
export function findSchemaProblems(subject: Subject, skip: ReadonlySet<JsonPointer>): Diagnostic[] {
  const errors = schemaErrors(subject.schema, subject.root)
  return errors.length === 0 ? [] : explainErrors(subject, errors, skip)
}
