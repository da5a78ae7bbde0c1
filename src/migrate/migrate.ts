/**
 * Input: a request of version 0 or 1.
 * Output: the same request in version 2, the edits, and where each changed setting was written before.
 * Must not know profiles, environments or defaults, and must not guess: what has no translation is a diagnostic.
 */
import { checked, type Checked } from '../diagnostics/diagnostic.ts'
import type { Part } from '../document/source-document.ts'
import type { JsonPointer } from '../util/json-pointer.ts'
import type { JsonObject } from '../util/json.ts'
import type { CrawlSpec } from '../validate/crawl-spec.ts'
import type { Edit } from './edit.ts'
import { EditedRequest, type MigratedFrom } from './edited-request.ts'
import type { MigrateOptions, Problem } from './migration.ts'
import { migrations } from './migrations.ts'

/** A request with the setting names of version 2. */
export interface MigratedRequest {
  readonly request: JsonObject
  /** By pointer into the new request. Settings that are neither listed nor below a listed one are unchanged. */
  readonly origins: ReadonlyMap<JsonPointer, MigratedFrom>
  readonly edits: readonly AppliedEdit[]
}

export type AppliedEdit = Edit & {
  /** Id of its migration. */
  readonly rule: string
  /** Pointer into the original request. */
  readonly old: JsonPointer
}

/** Migrations that only requests of version 0 need. */
const OF_VERSION_0 = new Set(['wrappers', 'renames', 'format-flags'])

/** Returns the edits that bring `request` to version 2, with problems at pointers into `request` as it came in. */
export function migrateValue(
  request: JsonObject,
  options: MigrateOptions = {},
): MigratedRequest & { readonly problems: readonly Problem[] } {
  const edited = new EditedRequest(request)
  const edits: AppliedEdit[] = []
  const problems: Problem[] = []
  for (const { id, migrate } of migrations) {
    const wasVersion0 = edits.some(({ rule }) => OF_VERSION_0.has(rule))
    const outcome = migrate(edited.value, { ...options, wasVersion0 })
    for (const problem of outcome.problems) {
      problems.push({ ...problem, pointer: edited.oldPointer(problem.pointer) })
    }
    for (const edit of outcome.edits) {
      edits.push({ ...edit, rule: id, old: edited.oldPointer(subjectOf(edit)) })
      edited.apply(edit, id)
    }
  }
  return { request: edited.value, origins: edited.origins, edits, problems }
}

function subjectOf(edit: Edit): JsonPointer {
  switch (edit.kind) {
    case 'move':
      return edit.from
    case 'set':
      return edit.source ?? ''
    case 'remove':
      return edit.at
  }
}

/**
 * Returns the request of `spec` with the setting names of version 2. `request` replaces the written one after references have
 * been filled in, which changes values but no names. `base` is its pointer in the document.
 */
export function migrateRequest(
  spec: CrawlSpec,
  request: JsonObject = spec.request,
  base: JsonPointer = '/request',
): Checked<MigratedRequest> {
  if (spec.version === 2) return checked({ request, origins: new Map(), edits: [] }, [])
  const { problems, ...migrated } = migrateValue(request)
  const locate = (pointer: JsonPointer, part: Part) => spec.document.locate(base + pointer, part)
  return checked(
    migrated,
    problems.map((problem) => problem.report(locate(problem.pointer, problem.part))),
  )
}
