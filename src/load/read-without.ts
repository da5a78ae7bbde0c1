import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { pruneDocument } from '../document/prune-document.ts'
import type { SourceDocument } from '../document/source-document.ts'
import { isJsonObject } from '../util/json.ts'
import type { ProjectSpec } from '../validate/crawl-spec.ts'
import { readProject } from '../validate/validate-project.ts'

/** Returns the project without the settings in which `mistakes` were found. Its document stays whole. */
export function readWithout(
  document: SourceDocument,
  mistakes: readonly Diagnostic[],
): ProjectSpec | undefined {
  const { value } = pruneDocument(
    document,
    mistakes.flatMap(({ pointer }) => pointer ?? []),
  )
  return isJsonObject(value) ? readProject(document, value) : undefined
}
