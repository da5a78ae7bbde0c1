// The table of settings: every key of a schema by where it stands, with `*` for list items and free keys.

/** One entry per key of `schema`, depth first, in the schema's order; `more` tells what else to say of a key's schema. */
export function settingsOf(schema, more = () => ({})) {
  const settings = []

  const resolve = (node) => {
    if (node.$ref === undefined) return node
    const { $ref, ...siblings } = node
    return { ...resolve(schema.definitions[$ref.slice('#/definitions/'.length)]), ...siblings }
  }

  const add = (pointer, written, variant) => {
    const node = resolve(written)
    if (node.description !== undefined && pointer !== '')
      settings.push({ ...entry(pointer, node, variant, resolve), ...more(node) })
    descend(pointer, node, variant)
  }

  const descend = (pointer, node, variant) => {
    const alternatives = (node.allOf ?? []).filter((branch) => branch.then !== undefined)
    if (alternatives.length === 0) {
      for (const [key, value] of Object.entries(node.properties ?? {})) {
        if (variant === undefined || value['x-tag'] !== true) add(`${pointer}/${key}`, value, variant)
      }
    } else {
      for (const [key, value] of Object.entries(node.properties ?? {})) add(`${pointer}/${key}`, value)
      for (const branch of alternatives) {
        const tag = Object.values(branch.if.properties)[0]
        if (tag.const !== undefined) descend(pointer, resolve(branch.then), tag.const)
      }
    }
    for (const branch of node.allOf ?? [])
      if (branch.then === undefined) descend(pointer, resolve(branch), variant)
    for (const key of ['then', 'else'])
      if (node.else !== undefined) descend(pointer, resolve(node[key]), variant)
    if (node.items !== undefined) add(`${pointer}/*`, node.items, variant)
    if (typeof node.additionalProperties === 'object') add(`${pointer}/*`, node.additionalProperties, variant)
  }

  add('', { ...schema, definitions: undefined })
  return settings
}

function entry(pointer, node, variant, resolve) {
  const either = node.then !== undefined && node.else !== undefined ? [node.then, node.else] : [node]
  const listed = (node.type === undefined ? (node.anyOf ?? either) : either).map(resolve)
  const types = [
    ...new Set(listed.flatMap((part) => part.type ?? (part.enum ?? ['']).map((value) => typeof value))),
  ]
  const values = listed.find((part) => part.enum !== undefined)?.enum
  const optional = {
    variant,
    unit: node['x-unit'],
    default: node.default,
    values,
    minimum: node.minimum,
    exclusiveMinimum: node.exclusiveMinimum,
    // Every whole number ends there, so that it tells people nothing.
    maximum: node.maximum === Number.MAX_SAFE_INTEGER ? undefined : node.maximum,
    deprecated: node.deprecationMessage,
    replacedBy: node['x-replacedBy'],
    newer: node['x-newer'],
  }
  const present = Object.entries(optional).filter(([, value]) => value !== undefined)
  return { pointer, types, description: node.description, ...Object.fromEntries(present) }
}
