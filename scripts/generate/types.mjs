// TypeScript types from a schema, by json-schema-to-typescript, which knows unions but not if/then/else.
import { compile } from 'json-schema-to-typescript'
import { without } from './without.mjs'

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns `node` with its choices as unions, and references without other keys. */
function asUnions(node) {
  if (Array.isArray(node)) return node.map(asUnions)
  if (!isObject(node)) return node
  if (node.$ref !== undefined) return reference(node)
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
  const [whole, further] = node.allOf ?? []
  if (whole?.$ref !== undefined && further?.required !== undefined) {
    const keys = further.required.map((key) => `'${key}'`).join(' | ')
    const tsType = `${nameOf(whole)} & Required<Pick<${nameOf(whole)}, ${keys}>>`
    return { description: node.description, tsType }
  }
  if (node.allOf?.every((branch) => branch.if !== undefined && branch.then !== undefined)) {
    const shown = without(result, 'allOf', 'properties', 'required', 'type')
    return { ...shown, anyOf: node.allOf.map((branch) => asUnions(branch.then)) }
  }
  return result
}

/** Returns a reference by name, which keeps the description of this use of the type. */
function reference(node) {
  if (node.description === undefined) return { $ref: node.$ref }
  return { description: node.description, tsType: nameOf(node) }
}

function nameOf({ $ref }) {
  const name = $ref.slice('#/definitions/'.length)
  return name[0].toUpperCase() + name.slice(1)
}

function mapValues(map, change) {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))
}

/** The types of `schema` under `name`; the order and text depend on the schema alone. */
export async function typesOf(schema, name, banner) {
  const text = await compile(asUnions(structuredClone(schema)), name, {
    additionalProperties: false,
    bannerComment: banner,
    ignoreMinAndMaxItems: true,
    style: { printWidth: 110, semi: false, singleQuote: true },
    unreachableDefinitions: true,
  })
  return text.replaceAll(
    /( \*\n)? \* This interface was referenced by .*\n \* via the `definition` .*\n/g,
    '',
  )
}
