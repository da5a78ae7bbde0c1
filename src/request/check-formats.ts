import { isJsonList, isJsonObject, type Json } from '../util/json.ts'
import type { CheckedRequest } from './checked-request.ts'
import { formatTypes } from './formats.ts'
import { findLoosePart } from './strict-schema.ts'
import { refusal, remark, type RequestProblem } from './request-problem.ts'

const POINTER = '/scrapeOptions/formats'

/** Finds formats that exclude each other, and incomplete ones. */
export function checkFormats({ page }: CheckedRequest): RequestProblem[] {
  const formats = page['formats']
  if (!isJsonList(formats)) return []
  if (formats.length === 0) return [remark('limits/no-formats', POINTER, {}, { part: 'key' })]
  const types = formatTypes(formats)
  const found: RequestProblem[] = []
  const last = (type: string): string => `${POINTER}/${types.lastIndexOf(type)}`
  if (types.includes('changeTracking') && !types.includes('markdown'))
    found.push(refusal('limits/change-tracking-alone', last('changeTracking'), {}))
  const count = types.filter((type) => type === 'screenshot').length
  if (count > 1) found.push(refusal('limits/one-screenshot', last('screenshot'), { count }))
  if (types.includes('rawBase64') && types.length > 1)
    found.push(refusal('limits/raw-base64-alone', last('rawBase64'), {}))
  if (types.includes('json') && types.includes('deterministicJson'))
    found.push(refusal('limits/json-twice', last('deterministicJson'), {}))
  found.push(...findLooseSchemas(formats))
  for (const [index, format] of formats.entries())
    if (types[index] === 'json' && saysNothing(format))
      found.push(refusal('limits/json-without-prompt', `${POINTER}/${index}`, {}))
  return found
}

function findLooseSchemas(formats: readonly Json[]): RequestProblem[] {
  return formats.flatMap((format, index) => {
    const schema = isJsonObject(format) ? format['schema'] : undefined
    const loose = isJsonObject(schema) ? findLoosePart(schema) : undefined
    if (loose === undefined) return []
    const place = loose.pointer === '' ? 'The "schema"' : `"${loose.pointer}" of the "schema"`
    const pointer = `${POINTER}/${index}/schema${loose.pointer}`
    return [remark('limits/loose-json-schema', pointer, { place, problem: loose.problem }, { part: 'key' })]
  })
}

function saysNothing(format: Json): boolean {
  return !isJsonObject(format) || (format['schema'] === undefined && !format['prompt'])
}
