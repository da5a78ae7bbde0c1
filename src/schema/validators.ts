/**
 * Input: any JSON value.
 * Output: every violation of a schema in ajv's shape, one for each mistake.
 * Must not know files or positions, and must not write messages.
 */
import { assert } from '../util/invariant.ts'
import type { Context, SchemaError, Validate } from './schema-error.ts'
import { requireLate } from '../util/require-late.ts'
import { crawlV2, requestV2, shared } from './validators.gen.ts'

type Late = 'v1' | 'project' | 'state' | 'plan'
const late = new Map<Late, Readonly<Record<string, Validate>>>()

/** Returns validators that most runs do not need, built from those of version 2. */
function lateValidator(part: Late, name: string): Validate {
  let built = late.get(part)
  if (built === undefined) {
    // Generated together with `shared`, so the types fit.
    const build = requireLate(`../../schema/validators-${part}.gen.cjs`) as (
      from: typeof shared,
    ) => Readonly<Record<string, Validate>>
    built = build(shared)
    late.set(part, built)
  }
  const validate = built[name]
  assert(validate !== undefined, `there is a validator ${name}`)
  return validate
}

/**
 * `crawl-*` and `project` are whole files: scalars may be templates and lists may be operations. `resolved-v2` is a
 * complete request with references to secrets in its texts. `request-*` are bodies as they are sent. `state` and
 * `records` are a record of submissions, and a part of one. `plan` is a saved plan.
 */
const validators = {
  'crawl-v1': () => lateValidator('v1', 'crawlV1'),
  'crawl-v2': () => crawlV2,
  project: () => lateValidator('project', 'projectFile'),
  'resolved-v2': () => requestV2,
  'request-v1': () => lateValidator('v1', 'requestV1'),
  'request-v2': () => requestV2,
  state: () => lateValidator('state', 'wholeRecord'),
  records: () => lateValidator('state', 'recordList'),
  plan: () => lateValidator('plan', 'savedPlan'),
} satisfies Record<string, () => Validate>

export type SchemaName = keyof typeof validators

/** More than an answer of the service lists. A file has no such bound: its wrong values are left out of further checks. */
const MOST_IN_BODY = 200

/**
 * Returns every violation of `schema` in `value`; an empty list when it is valid. Of a body, which may hold millions, it returns
 * a few hundred.
 */
export function schemaErrors(schema: SchemaName, value: unknown): readonly SchemaError[] {
  const validate: Validate = validators[schema]()
  const isSent = schema === 'request-v1' || schema === 'request-v2'
  const context: Context = {
    file: !isSent && schema !== 'resolved-v2',
    secrets: !isSent,
    most: isSent ? MOST_IN_BODY : Infinity,
  }
  if (validate.call(context, value)) return []
  // `if` only says that its branch failed, and the branch reports an error of its own.
  return (validate.errors ?? []).filter((error) => error.keyword !== 'if')
}
