/**
 * What the schemas say of a value. In: any JSON value. Out: every violation, in ajv's shape, one for one mistake. This room
 * knows neither files nor positions, and writes no messages.
 */
import type { SchemaError, Validate } from './schema-error.ts'
import { validate as crawlV1 } from './validators/crawl-v1.gen.ts'
import { validate as crawlV2 } from './validators/crawl-v2.gen.ts'
import { validate as project } from './validators/project.gen.ts'
import { validate as requestV1 } from './validators/request-v1.gen.ts'
import { validate as requestV2 } from './validators/request-v2.gen.ts'

export type SchemaName = 'crawl-v1' | 'crawl-v2' | 'project' | 'request-v1' | 'request-v2'

const validators: Readonly<Record<SchemaName, Validate>> = {
  'crawl-v1': crawlV1,
  'crawl-v2': crawlV2,
  project,
  'request-v1': requestV1,
  'request-v2': requestV2,
}

/**
 * Every violation of `schema` in `value`; none when it is valid. `crawl-*` and `project` are whole files, whose scalars may be
 * templates and whose lists may be operations; `request-*` are bodies as they are sent.
 */
export function schemaErrors(schema: SchemaName, value: unknown): readonly SchemaError[] {
  const validate = validators[schema]
  if (validate(value)) return []
  return (validate.errors ?? []).filter(isMistake)
}

/** False for errors that only say that another one exists, or that a scalar is no template either. */
function isMistake(error: SchemaError): boolean {
  return error.keyword !== 'if' && error.keyword !== 'anyOf' && !error.schemaPath.includes('/anyOf/1/')
}
