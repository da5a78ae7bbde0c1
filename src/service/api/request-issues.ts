import type { SchemaError } from '../../schema/schema-error.ts'
import { parsePointer, type JsonPointer } from '../../util/json-pointer.ts'
import { plural } from '../../util/plural.ts'

/** One reason for refusing a body. */
export interface RequestIssue {
  readonly code: string
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Descriptions of the settings that need a certain form. */
const FORMS: Readonly<Record<string, string>> = {
  url: 'must be an http or https URL',
  webhook: 'must be an http or https URL, or an object with one as its "url"',
  country: 'must be an ISO 3166-1 code of two letters, such as "de"',
  integration: 'must be the name of a known integration, or begin with "_"',
}

/** Returns the API's code for an error, and what is wrong with the value. */
type Explain = (says: (param: string) => string, path: RequestIssue['path']) => readonly [string, string]

const isTooSmall: Explain = (says) => ['too_small', `must be ${says('comparison')} ${says('limit')}`]
const isTooBig: Explain = (says) => ['too_big', `must be ${says('comparison')} ${says('limit')}`]
const atLeast =
  (what: string): Explain =>
  (says) => ['too_small', `must have at least ${plural(Number(says('limit')), what)}`]
const atMost =
  (what: string): Explain =>
  (says) => ['too_big', `may have at most ${plural(Number(says('limit')), what)}`]
const hasForm: Explain = (_, path) => ['invalid_format', FORMS[String(path.at(-1))] ?? 'has the wrong format']

const EXPLANATIONS: Readonly<Record<string, Explain>> = {
  additionalProperties: (says) => [
    'unrecognized_keys',
    `has the unknown key "${says('additionalProperty')}"`,
  ],
  required: (says) => ['invalid_type', `needs "${says('missingProperty')}"`],
  type: (says) => ['invalid_type', `must be of type ${says('type')}`],
  enum: (says) => ['invalid_value', `must be one of ${says('allowedValues')}`],
  const: (says) => ['invalid_value', `must be ${says('allowedValue')}`],
  minimum: isTooSmall,
  exclusiveMinimum: isTooSmall,
  maximum: isTooBig,
  exclusiveMaximum: isTooBig,
  minLength: atLeast('character'),
  minItems: atLeast('item'),
  minProperties: atLeast('member'),
  maxLength: atMost('character'),
  maxItems: atMost('item'),
  pattern: hasForm,
  format: hasForm,
}

/** Returns the problems that the schema found in the words of the API: the place in the body, and a sentence. */
export function schemaIssue({ instancePath, keyword, params }: SchemaError): RequestIssue {
  const path = pathOf(instancePath)
  const name = path.length === 0 ? 'The body' : `"${path.join('.')}"`
  const [code, problem] = EXPLANATIONS[keyword]?.((param) => textOf(param, params[param]), path) ?? [
    'custom',
    'is not allowed',
  ]
  return { path, code, message: `${name} ${problem}.` }
}

export function pathOf(pointer: JsonPointer): RequestIssue['path'] {
  return parsePointer(pointer).map((token) => (/^\d+$/.test(token) ? Number(token) : token))
}

/** Returns what an error says. Allowed values are written as in JSON. */
function textOf(param: string, value: unknown): string {
  if (!param.startsWith('allowed')) return String(value)
  return [value]
    .flat()
    .map((one) => JSON.stringify(one))
    .join(', ')
}
