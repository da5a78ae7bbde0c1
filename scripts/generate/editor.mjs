// What editors show: the unit and the default in words, as plain text and as Markdown.

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Yields every place of `schema` where a property is described, the schema itself included. */
export function* subschemas(schema, pointer = '') {
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
  const result = structuredClone(schema)
  for (const [, part] of subschemas(result)) {
    if (part.description !== undefined) describe(part)
    for (const key of Object.keys(part)) if (key.startsWith('x-')) delete part[key]
  }
  return result
}

function describe(part) {
  const text = part.description
  const values = part.enumDescriptions === undefined ? part.anyOf?.[0] : part
  const facts = []
  if (part.default !== undefined && !isEmptyMap(part.default)) facts.push(['Default', inWords(part)])
  if (part['x-replacedBy'] !== undefined)
    facts.push(['Version 2', `\`${part['x-replacedBy'].slice(1).replaceAll('/', '.')}\``])
  part.description =
    facts.length === 0
      ? text
      : `${text} ${facts.map(([name, fact]) => `${name}: ${fact.replaceAll('`', '')}.`).join(' ')}`
  const lines = facts.map(([name, fact]) => `**${name}:** ${fact}`)
  const paragraphs = [text, part['x-note'], part.deprecationMessage, lines.join(' · ')]
  part.markdownDescription = paragraphs
    .filter((paragraph) => paragraph !== undefined && paragraph !== '')
    .join('\n\n')
  if (values?.enumDescriptions !== undefined) values.markdownEnumDescriptions = values.enumDescriptions
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
