// From the wire schema of a request to its form in files: every scalar may be a template, every list may be an operation on
// the inherited list, and no mapping that is merged requires a key, because another layer may give it.

import { without } from './without.mjs'

/** What a string that holds a template looks like. */
export const TEMPLATE = '\\$\\{'

const constraints = new Set([
  'type',
  'enum',
  'enumDescriptions',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'errorMessage',
])
const operators = {
  append: 'Items added after the inherited ones.',
  prepend: 'Items put before the inherited ones.',
  remove: 'Inherited items that are taken out.',
}

/** A scalar, or text with a template in it. */
function orTemplate(schema) {
  const entries = Object.entries(schema)
  return {
    ...Object.fromEntries(entries.filter(([key]) => !constraints.has(key))),
    anyOf: [
      Object.fromEntries(entries.filter(([key]) => constraints.has(key))),
      { type: 'string', pattern: TEMPLATE },
    ],
  }
}

/** A list, or a mapping that changes the inherited list. */
function orOperation(schema) {
  const properties = Object.entries(operators).map(([name, description]) => [
    name,
    { description, type: 'array', items: schema.items },
  ])
  return {
    ...schema,
    type: ['array', 'object'],
    if: { type: 'object' },
    then: { minProperties: 1, additionalProperties: false, properties: Object.fromEntries(properties) },
  }
}

/**
 * The definitions of `wire`'s request as files write it, under `overlay` and the names of the wire. `inList` tells the parts
 * inside list items, which are replaced as a whole: they keep what they require and hold no list operations.
 */
export function fileDefinitions(wire) {
  const made = {}

  const refer = (name, inList) => {
    const known = made[name]
    if (known === undefined) {
      made[name] = { inList, schema: {} }
      made[name].schema = convert(wire.definitions[name], inList)
    } else if (known.inList !== inList && !sameEitherWay(wire.definitions[name])) {
      throw new Error(`"${name}" is used both inside and outside lists`)
    }
    return `#/definitions/${name}`
  }

  const convertAll = (map, inList) =>
    Object.fromEntries(Object.entries(map).map(([key, value]) => [key, convert(value, inList)]))

  const convert = (schema, inList) => {
    if (typeof schema !== 'object' || schema['x-tag'] === true) return schema
    const result = { ...schema }
    if (schema.$ref !== undefined) result.$ref = refer(schema.$ref.slice('#/definitions/'.length), inList)
    if (schema.properties !== undefined) result.properties = convertAll(schema.properties, inList)
    if (typeof schema.additionalProperties === 'object') {
      result.additionalProperties = convert(schema.additionalProperties, inList)
    }
    if (schema.items !== undefined) result.items = convert(schema.items, true)
    if (schema.allOf !== undefined) {
      result.allOf = schema.allOf.map((branch) => ({ ...branch, then: convert(branch.then, inList) }))
    }
    if (schema.then !== undefined) result.then = convert(schema.then, inList)
    if (schema.else !== undefined) result.else = convert(schema.else, inList)
    if (schema.required !== undefined && !inList) delete result.required
    return open(result, inList)
  }

  const overlay = convert({ ...wire, definitions: undefined }, false)
  const request = without(overlay, '$schema', '$comment', 'title', 'definitions')
  return {
    overlay: request,
    ...Object.fromEntries(Object.entries(made).map(([name, { schema }]) => [name, schema])),
  }
}

/** `schema` with room for a template or a list operation, by its type. */
function open(schema, inList) {
  if (schema.pattern !== undefined) return { ...schema, pattern: `${TEMPLATE}|(?:${schema.pattern})` }
  if (schema.enum !== undefined || ['integer', 'number', 'boolean'].includes(schema.type))
    return orTemplate(schema)
  if (schema.type === 'array' && !inList) return orOperation(schema)
  return schema
}

/** True for scalars, which look the same inside and outside lists. */
function sameEitherWay(schema) {
  return (
    schema.enum !== undefined ||
    (schema.type !== 'array' && schema.type !== 'object' && schema.allOf === undefined)
  )
}
