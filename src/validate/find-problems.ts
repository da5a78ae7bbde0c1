import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { SourceDocument } from '../document/source-document.ts'
import type { SchemaName } from '../schema/validators.ts'
import { findSchemaProblems } from './explain-errors.ts'
import { findSecrets } from './find-secrets.ts'
import { findTemplates } from './find-templates.ts'
import type { Subject } from './subject.ts'

/**
 * The start of every form that `findTemplates` knows, also written with an escape. Patterns end in `$` for another
 * reason.
 */
const MAY_HOLD_TEMPLATE = /\$[A-Z{\\]|\{\{/

/** Returns all problems visible in one file alone (schema, templates, secrets), each value once. */
export function findProblems(
  document: SourceDocument,
  schema: SchemaName,
  reported: ReadonlySet<string>,
): readonly Diagnostic[] {
  const subject: Subject = {
    schema,
    root: document.value,
    text: document.text,
    locate: (pointer, part) => document.locate(pointer, part),
  }
  const found = findSchemaProblems(subject, reported)
  const known = new Set(found.map(({ pointer }) => pointer ?? ''))
  if (MAY_HOLD_TEMPLATE.test(document.text)) found.push(...findTemplates(subject, known))
  // A secret in the wrong place must be covered too.
  const covered = new Set(
    found.flatMap(({ pointer, sensitive }) => (sensitive === true ? [pointer ?? ''] : [])),
  )
  found.push(...findSecrets(subject, covered))
  return found
}
