/**
 * Input: any JSON value.
 * Output: every violation of a schema in ajv's shape, one for each mistake.
 * Must not know files or positions, and must not write messages.
 */
import { assert } from '../util/invariant.ts'
import type { Context, SchemaError, Validate } from './schema-error.ts'
import { requireLate } from '../util/require-late.ts'
import { crawlV2, requestV2, shared } from './validators.gen.ts'

/**
 * `crawl-*` and `project` are whole files: scalars may be templates and lists may be operations. `resolved-v2` is a
 * complete request with references to secrets in its texts. `request-*` are bodies as they are sent. `state` and
 * `records` are a record of submissions, and a part of one.
 */
export type SchemaName =
  | 'crawl-v1'
  | 'crawl-v2'
  | 'project'
  | 'resolved-v2'
  | 'request-v1'
  | 'request-v2'
  | 'state'
  | 'records'

const inFile: Context = { file: true, secrets: true }
const resolved: Context = { file: false, secrets: true }
const sent: Context = { file: false, secrets: false }

type Late = 'v1' | 'project' | 'state'
const late = new Map<Late, Readonly<Record<string, Validate>>>()

/** Returns validators that most runs do not need, built from those of version 2. */
function lateValidator(part: Late, name: string): Validate {
  let validators = late.get(part)
  if (validators === undefined) {
    // Generated together with `shared`, so the types fit.
    const build = requireLate(`../../schema/validators-${part}.gen.cjs`) as (
      from: typeof shared,
    ) => Readonly<Record<string, Validate>>
    validators = build(shared)
    late.set(part, validators)
  }
  const validate = validators[name]
  assert(validate !== undefined, `there is a validator ${name}`)
  return validate
}

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
      return lateValidator('v1', 'crawlV1')
    case 'crawl-v2':
      return crawlV2
    case 'project':
      return lateValidator('project', 'projectFile')
    case 'state':
      return lateValidator('state', 'wholeRecord')
    case 'records':
      return lateValidator('state', 'recordList')
    case 'request-v1':
      return lateValidator('v1', 'requestV1')
    case 'resolved-v2':
    case 'request-v2':
      return requestV2
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
