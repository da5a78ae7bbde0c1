// From the wire schema of a request to its form in files: every scalar may be a template, every list may be an operation on
// the inherited list, and no mapping that is merged requires a key, because another layer may give it.

import { without } from './without.mjs'

/** What a string that holds a template looks like. */
export const TEMPLATE = '\\$\\{'

export const OVERLAY_DESCRIPTION = "Settings of the request, with the crawl API's own names."

const constraints = new Set([
  'type',
  'enum',
  'enumDescriptions',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'errorMessage',
])
/** What may be done to an inherited list. */
export const operators = {
  append: 'Items added after the inherited ones.',
  prepend: 'Items put before the inherited ones.',
  remove: 'Inherited items that are taken out.',
}

/** The form that editors read: plain draft-07, with a union where there has to be one. */
export const editorForm = {
  scalar(schema) {
    if (schema.pattern !== undefined) return { ...schema, pattern: `${TEMPLATE}|(?:${schema.pattern})` }
    const entries = Object.entries(schema)
    return {
      ...Object.fromEntries(entries.filter(([key]) => !constraints.has(key))),
      anyOf: [
        Object.fromEntries(entries.filter(([key]) => constraints.has(key))),
        { type: 'string', pattern: TEMPLATE },
      ],
    }
  },
  list: (schema) => ({
    ...schema,
    type: ['array', 'object'],
    if: { type: 'object' },
    then: operationOn(schema.items),
  }),
  mapping: (schema) => without(schema, 'required'),
}

/** The values that may replace a list: changes to the inherited one. */
function operationOn(items) {
  const properties = Object.entries(operators).map(([name, description]) => [
    name,
    { description, type: 'array', items },
  ])
  return {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  }
}

/**
 * The definitions of `wire`'s request as files write it, under `overlay` and the names of the wire. `form` says how a scalar
 * and a list are opened, and what is left of a mapping that requires keys. Items of lists are replaced as a whole, so inside
 * them only scalars are opened.
 */
export function fileDefinitions(wire, form) {
  const made = {}

  const refer = (name, inList) => {
    const known = made[name]
    if (known === undefined) {
      made[name] = { inList, schema: {} }
      made[name].schema = convert(wire.definitions[name], inList)
    } else if (known.inList !== inList && !isScalar(wire.definitions[name])) {
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
    if (schema.pattern !== undefined || isOpenScalar(schema)) return form.scalar(result)
    if (schema.type === 'array' && !inList) return form.list(result)
    return schema.required !== undefined && !inList ? form.mapping(result) : result
  }

  const overlay = convert({ ...wire, definitions: undefined }, false)
  const request = without(overlay, '$schema', '$comment', 'title', 'definitions')
  return {
    overlay: { ...request, description: OVERLAY_DESCRIPTION },
    ...Object.fromEntries(Object.entries(made).map(([name, { schema }]) => [name, schema])),
  }
}

/** True for scalars that no text with a template in it fits by itself. */
function isOpenScalar(schema) {
  return schema.enum !== undefined || ['integer', 'number', 'boolean'].includes(schema.type)
}

/** True for scalars, which look the same inside and outside lists. */
function isScalar(schema) {
  return isOpenScalar(schema) || schema.type === 'string' || schema.else !== undefined
}
