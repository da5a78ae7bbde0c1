import { joinPointer, type JsonPointer } from '../util/json-pointer.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../util/json.ts'

/** The first part of a JSON Schema that the strict mode of a language model refuses. */
export interface LooseSchema {
  /** JSON Pointer into the schema. */
  readonly pointer: JsonPointer
  /** The rest of a sentence that begins with the place. */
  readonly problem: string
}

/** Keywords that strict mode does not have (OpenAI: structured outputs, supported schemas). */
const UNSUPPORTED = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  'prefixItems',
] as const

/** Keywords that hold one schema, a list of schemas, and schemas by name. */
const SCHEMA = ['items', 'additionalProperties'] as const
const LISTS = ['anyOf'] as const
const MAPS = ['properties', '$defs', 'definitions'] as const

/** Keywords of which one says what a value is. */
const KINDS = ['type', 'anyOf', '$ref', 'enum', 'const'] as const

/** Returns the first part of `schema` that is outside strict mode; undefined for a schema that every model takes. */
export function findLoosePart(schema: JsonObject): LooseSchema | undefined {
  if (schema['anyOf'] !== undefined || !isOf(schema, 'object'))
    return { pointer: '', problem: 'is not of the type "object"' }
  const waiting: (readonly [JsonPointer, JsonObject])[] = [['', schema]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [pointer, part] = next
    const problem = problemOf(part)
    if (problem !== undefined) return { pointer, problem }
    waiting.push(...partsOf(pointer, part).toReversed())
  }
  return undefined
}

function problemOf(part: JsonObject): string | undefined {
  const unsupported = UNSUPPORTED.find((keyword) => part[keyword] !== undefined)
  if (unsupported !== undefined) return `uses "${unsupported}"`
  if (!KINDS.some((keyword) => part[keyword] !== undefined)) return 'has no "type"'
  if (isOf(part, 'array') && !isJsonObject(part['items'])) return 'is a list without "items"'
  if (!isOf(part, 'object')) return undefined
  const { properties, additionalProperties } = part
  const isClosed = isJsonObject(properties) && Object.keys(properties).length > 0
  // The service removes additionalProperties where there are properties.
  return isClosed || (isJsonObject(properties) && additionalProperties === false)
    ? undefined
    : 'is a mapping without "properties"'
}

function isOf(part: JsonObject, type: string): boolean {
  const types = part['type']
  return types === type || (isJsonList(types) && types.includes(type))
}

function partsOf(pointer: JsonPointer, part: JsonObject): (readonly [JsonPointer, JsonObject])[] {
  const found: (readonly [JsonPointer, JsonObject])[] = []
  const add = (value: Json | undefined, ...path: readonly string[]): void => {
    if (isJsonObject(value)) found.push([joinPointer(pointer, ...path), value])
  }
  for (const keyword of SCHEMA) add(part[keyword], keyword)
  for (const keyword of LISTS) {
    const list = part[keyword]
    if (isJsonList(list)) for (const [index, item] of list.entries()) add(item, keyword, String(index))
  }
  for (const keyword of MAPS) {
    const map = part[keyword]
    if (isJsonObject(map)) for (const [name, item] of Object.entries(map)) add(item, keyword, name)
  }
  return found
}
