import { plural } from '../../util/plural.ts'
import type { RequestProblem } from '../../request/request-problem.ts'
import type { SchemaError } from '../../schema/schema-error.ts'
import { parsePointer, type JsonPointer } from '../../util/json-pointer.ts'

/** One reason for refusing a body. */
export interface RequestIssue {
  readonly code: string
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** Returns the problems of a body in the API's form; `message` describes them in words. */
export function problemIssue({ pointer }: RequestProblem, message: string): RequestIssue {
  return { code: 'custom', path: pathOf(pointer), message }
}

/** Descriptions of the settings that need a certain form. */
const FORMS: Readonly<Record<string, string>> = {
  url: 'must be an http or https URL',
  webhook: 'must be an http or https URL, or an object with one as its "url"',
  country: 'must be an ISO 3166-1 code of two letters, such as "de"',
  integration: 'must be the name of a known integration, or begin with "_"',
}

/** Returns the problems that the schema found in the words of the API: the place in the body, and a sentence. */
export function schemaIssue(error: SchemaError): RequestIssue {
  const path = pathOf(error.instancePath)
  const name = path.length === 0 ? 'The body' : `"${path.join('.')}"`
  return { path, ...explain(error, name) }
}

function pathOf(pointer: JsonPointer): RequestIssue['path'] {
  return parsePointer(pointer).map((token) => (/^\d+$/.test(token) ? Number(token) : token))
}

function explain(error: SchemaError, name: string): { code: string; message: string } {
  const { params } = error
  switch (error.keyword) {
    case 'additionalProperties':
      return {
        code: 'unrecognized_keys',
        message: `${name} has the unknown key "${String(params['additionalProperty'])}".`,
      }
    case 'required':
      return { code: 'invalid_type', message: `${name} needs "${String(params['missingProperty'])}".` }
    case 'type':
      return { code: 'invalid_type', message: `${name} must be of type ${String(params['type'])}.` }
    case 'enum':
      return { code: 'invalid_value', message: `${name} must be one of ${list(params['allowedValues'])}.` }
    case 'const':
      return { code: 'invalid_value', message: `${name} must be ${JSON.stringify(params['allowedValue'])}.` }
    case 'minimum':
    case 'exclusiveMinimum':
    case 'maximum':
    case 'exclusiveMaximum':
      return bound(error, `${name} must be ${String(params['comparison'])} ${String(params['limit'])}.`)
    case 'minLength':
    case 'minItems':
    case 'minProperties':
      return bound(error, `${name} must have at least ${amount(error)}.`)
    case 'maxLength':
    case 'maxItems':
      return bound(error, `${name} may have at most ${amount(error)}.`)
    case 'pattern':
    case 'format': {
      const form = FORMS[/[^/]*$/.exec(error.instancePath)?.[0] ?? '']
      return { code: 'invalid_format', message: `${name} ${form ?? 'has the wrong format'}.` }
    }
    default:
      return { code: 'custom', message: `${name} is not allowed.` }
  }
}

function amount({ keyword, params }: SchemaError): string {
  const what = keyword.endsWith('Length') ? 'character' : keyword.endsWith('Items') ? 'item' : 'member'
  return plural(Number(params['limit']), what)
}

function bound({ keyword }: SchemaError, message: string): { code: string; message: string } {
  return { code: /^(?:min|exclusiveMin)/.test(keyword) ? 'too_small' : 'too_big', message }
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : String(values)
}
