// TypeScript types from a schema, by json-schema-to-typescript, which knows unions but not if/then/else.
import { compile } from 'json-schema-to-typescript'
import { without } from './without.mjs'

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** `node` with its choices written as unions, and nothing beside a reference. */
function asUnions(node) {
  if (Array.isArray(node)) return node.map(asUnions)
  if (!isObject(node)) return node
  if (node.$ref !== undefined) return { $ref: node.$ref }
  const { then, else: otherwise } = node
  const rest = without(node, 'if', 'then', 'else', 'default', 'examples', 'title', 'patternProperties')
  const result = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      key === 'properties' || key === 'definitions' ? mapValues(value, asUnions) : asUnions(value),
    ]),
  )
  if (then !== undefined && otherwise !== undefined)
    return { ...result, anyOf: [asUnions(then), asUnions(otherwise)] }
  if (Array.isArray(node.type) && node.type.includes('array') && then !== undefined) {
    const shown = without(result, 'type', 'items', 'maxItems')
    return {
      ...shown,
      anyOf: [
        { type: 'array', items: result.items },
        { type: 'object', ...asUnions(then) },
      ],
    }
  }
  if (node.allOf?.every((branch) => branch.if !== undefined && branch.then !== undefined)) {
    const shown = without(result, 'allOf', 'properties', 'required', 'type')
    return { ...shown, anyOf: node.allOf.map((branch) => asUnions(branch.then)) }
  }
  return result
}

function mapValues(map, change) {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))
}

/** The types of `schema` under `name`; the order and text depend on the schema alone. */
export async function typesOf(schema, name, banner) {
  const text = await compile(asUnions(structuredClone(schema)), name, {
    additionalProperties: false,
    bannerComment: banner,
    format: false,
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: false,
  })
  return text
}
