/**
 * What the schemas say of a value. In: any JSON value. Out: every violation in ajv's shape, one for each mistake. This
 * room knows no files and no positions, and writes no messages.
 */
import type { Context, SchemaError, Validate } from './schema-error.ts'
import * as validators from './validators.gen.ts'

/**
 * `crawl-*` and `project` are whole files: scalars may be templates and lists may be operations. `resolved-v2` is a
 * complete request with references to secrets in its texts. `request-*` are bodies as they are sent.
 */
export type SchemaName = 'crawl-v1' | 'crawl-v2' | 'project' | 'resolved-v2' | 'request-v1' | 'request-v2'

const inFile: Context = { file: true, secrets: true }
const resolved: Context = { file: false, secrets: true }
const sent: Context = { file: false, secrets: false }

/** Returns every violation of `schema` in `value`; an empty list when it is valid. */
export function schemaErrors(schema: SchemaName, value: unknown): readonly SchemaError[] {
  const validate = validatorOf(schema)
  if (validate.call(contextOf(schema), value)) return []
  // `if` only says that its branch failed, and the branch reports an error of its own.
  return (validate.errors ?? []).filter((error) => error.keyword !== 'if')
}

function validatorOf(schema: SchemaName): Validate {
  switch (schema) {
    case 'crawl-v1':
      return validators.crawlV1
    case 'crawl-v2':
      return validators.crawlV2
    case 'project':
      return validators.project
    case 'request-v1':
      return validators.requestV1
    case 'resolved-v2':
    case 'request-v2':
      return validators.requestV2
  }
}

function contextOf(schema: SchemaName): Context {
  switch (schema) {
    case 'request-v1':
    case 'request-v2':
      return sent
    case 'resolved-v2':
      return resolved
    default:
      return inFile
  }
}
