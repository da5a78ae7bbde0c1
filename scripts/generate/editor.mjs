// What editors show: the unit and the default in words, as plain text and as Markdown.

import { TEMPLATE } from './file-schema.mjs'
import { without } from './without.mjs'

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Yields every place of `schema` where a property is described, the schema itself included. */
function* subschemas(schema, pointer = '') {
  yield [pointer, schema]
  for (const key of ['properties', 'definitions', 'patternProperties']) {
    for (const [name, value] of Object.entries(schema[key] ?? {})) {
      if (isObject(value)) yield* subschemas(value, `${pointer}/${key}/${name}`)
    }
  }
  for (const key of ['items', 'additionalProperties', 'if', 'then', 'else', 'not', 'propertyNames']) {
    if (isObject(schema[key])) yield* subschemas(schema[key], `${pointer}/${key}`)
  }
  for (const key of ['allOf', 'anyOf']) {
    for (const [index, value] of (schema[key] ?? []).entries())
      yield* subschemas(value, `${pointer}/${key}/${index}`)
  }
}

/** Adds what editors show to every described place of `schema`, and takes out the keywords that only the generator reads. */
export function forEditors(schema) {
  const result = structuredClone(without(schema, 'title'))
  const itemNames = new Set()
  for (const [, part] of subschemas(result)) {
    if (part.description !== undefined) describe(part)
    sayUnit(part)
    if (part.items?.$ref !== undefined) itemNames.add(part.items.$ref.slice('#/definitions/'.length))
    // An empty default would be completed as such, where people want the first item.
    if (isEmpty(part.default)) delete part.default
    for (const key of ['x-unit', 'x-tag', 'x-newer', 'x-note', 'x-decides', 'x-replacedBy']) delete part[key]
  }
  for (const name of itemNames) offerWhereEmpty(result.definitions, name)
  return result
}

/**
 * Moves an item's snippets to where nothing of it is written yet; beside written keys most of them would be wrong. What remains
 * is wrapped, because editors would offer the examples of a bare choice there too.
 */
function offerWhereEmpty(definitions, name) {
  const { defaultSnippets, ...item } = definitions[name]
  if (defaultSnippets === undefined) return
  const outside = pick(item, ['description', 'markdownDescription', 'examples'])
  const choice =
    item.else === undefined
      ? {
          if: { type: 'object' },
          then: without(item, ...Object.keys(outside)),
          else: { type: 'object', defaultSnippets },
        }
      : { if: item.if, then: item.then, else: { allOf: [item.else], defaultSnippets } }
  definitions[name] = { ...outside, allOf: [choice] }
}

function pick(object, keys) {
  return Object.fromEntries(keys.filter((key) => key in object).map((key) => [key, object[key]]))
}

function describe(part) {
  const facts = []
  if (part.default !== undefined && !isEmptyMap(part.default)) facts.push(['Default', inWords(part)])
  if (part['x-replacedBy'] !== undefined) {
    facts.push(['Version 2', `\`${part['x-replacedBy'].slice(1).replaceAll('/', '.')}\``])
  }
  const texts = [part.description, part['x-note'], part.deprecationMessage].filter(
    (text) => text !== undefined,
  )
  part.description = [...texts, ...facts.map(([name, fact]) => `${name}: ${fact}.`)].join(' ')
  const lines = facts.map(([name, fact]) => `**${name}:** ${fact}`)
  part.markdownDescription = [...texts, ...(lines.length > 0 ? [lines.join(' · ')] : [])].join('\n\n')
  const values = part.enumDescriptions === undefined ? part.anyOf?.[0] : part
  if (values?.enumDescriptions !== undefined) {
    values.markdownEnumDescriptions = values.enumDescriptions
    // The same for editors of the IntelliJ family.
    const entries = values.enum.map((value, index) => [
      value,
      { description: values.enumDescriptions[index] },
    ])
    values['x-intellij-enum-metadata'] = Object.fromEntries(entries)
  }
}

/** Says of a value that is not a number, such as `2s`, in which unit it is counted. */
function sayUnit(part) {
  const number = part.anyOf?.[1]?.pattern === TEMPLATE ? part.anyOf[0] : part
  if (part['x-unit'] === undefined || !['integer', 'number'].includes(number.type)) return
  number.errorMessage ??= `Write only the number; it is counted in ${part['x-unit']}.`
}

function isEmpty(value) {
  return (Array.isArray(value) && value.length === 0) || isEmptyMap(value)
}

function isEmptyMap(value) {
  return isObject(value) && Object.keys(value).length === 0
}

function inWords(part) {
  const value = Array.isArray(part.default)
    ? part.default.length === 0
      ? 'none'
      : part.default.map((item) => `\`${item}\``).join(', ')
    : `\`${part.default}\``
  return part['x-unit'] === undefined ? value : `${value} ${part['x-unit']}`
}
