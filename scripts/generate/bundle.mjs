// Makes a schema that refers to other files stand alone: their definitions come in, other parts are copied in place.

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The part of `schema` that a JSON Pointer such as /definitions/format names. */
function partAt(schema, pointer) {
  const tokens = pointer.split('/').slice(1)
  const part = tokens.reduce(
    (node, token) => node?.[token.replaceAll('~1', '/').replaceAll('~0', '~')],
    schema,
  )
  if (part === undefined) throw new Error(`there is no ${pointer}`)
  return part
}

/** `sources[name]` with every reference pointing into itself. */
export function bundle(sources, name) {
  const definitions = {}

  const take = (file, definition) => {
    const known = definitions[definition]
    if (known !== undefined) {
      if (known.file !== file) throw new Error(`${file} and ${known.file} both define "${definition}"`)
      return
    }
    definitions[definition] = { file }
    definitions[definition].schema = copy(partAt(sources[file], `/definitions/${definition}`), file)
  }

  const copy = (node, file) => {
    if (Array.isArray(node)) return node.map((item) => copy(item, file))
    if (!isObject(node)) return node
    const { $ref, ...rest } = node
    const siblings = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, copy(value, file)]))
    if ($ref === undefined) return siblings
    const [target, pointer] = $ref.split('#')
    const from = target === '' ? file : target
    const definition = /^\/definitions\/([^/]+)$/.exec(pointer)?.[1]
    if (definition === undefined) return { ...copy(partAt(sources[from], pointer), from), ...siblings }
    take(from, definition)
    return { $ref: `#/definitions/${definition}`, ...siblings }
  }

  const { definitions: own = {}, ...root } = sources[name]
  const schema = copy(root, name)
  for (const definition of Object.keys(own)) take(name, definition)
  return {
    ...schema,
    definitions: Object.fromEntries(Object.entries(definitions).map(([key, value]) => [key, value.schema])),
  }
}
