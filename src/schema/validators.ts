/**
 * What the schemas say of a value. In: any JSON value. Out: every violation, in ajv's shape, one for one mistake. This room
 * knows neither files nor positions, and writes no messages.
 */
import type { Context, SchemaError, Validate } from './schema-error.ts'
import { crawlV1, crawlV2, project, requestV1, requestV2 } from './validators.gen.ts'

/**
 * `crawl-*` and `project` are whole files, whose scalars may be templates and whose lists may be operations; `resolved-v2` is a
 * request that is whole, with references to secrets in its text; `request-*` are bodies as they are sent.
 */
export type SchemaName = 'crawl-v1' | 'crawl-v2' | 'project' | 'resolved-v2' | 'request-v1' | 'request-v2'

const inFile: Context = { file: true, secrets: true }
const resolved: Context = { file: false, secrets: true }
const sent: Context = { file: false, secrets: false }

const validators: Readonly<Record<SchemaName, { validate: Validate; context: Context }>> = {
  'crawl-v1': { validate: crawlV1, context: inFile },
  'crawl-v2': { validate: crawlV2, context: inFile },
  project: { validate: project, context: inFile },
  'resolved-v2': { validate: requestV2, context: resolved },
  'request-v1': { validate: requestV1, context: sent },
  'request-v2': { validate: requestV2, context: sent },
}

/** Every violation of `schema` in `value`; none when it is valid. */
export function schemaErrors(schema: SchemaName, value: unknown): readonly SchemaError[] {
  const { validate, context } = validators[schema]
  if (validate.call(context, value)) return []
  // `if` only says that the branch it chose has failed, which has an error of its own.
  return (validate.errors ?? []).filter((error) => error.keyword !== 'if')
}
