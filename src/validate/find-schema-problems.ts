import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { schemaErrors } from '../schema/validators.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import { explainErrors } from './explain-errors.ts'
import type { Subject } from './subject.ts'

/**
 * Returns what the schema refuses, in words. Most values are valid, and the words for mistakes are most of what there
 * is to load, so they are looked for only behind a mistake.
 */
export function findSchemaProblems(subject: Subject, skip: ReadonlySet<JsonPointer>): Diagnostic[] {
  const errors = schemaErrors(subject.schema, subject.root)
  return errors.length === 0 ? [] : explainErrors(subject, errors, skip)
}
