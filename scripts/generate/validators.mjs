// ajv standalone validators: plain functions, with nothing to compile when they are loaded. Files and
// bodies are checked by the same functions: what only files may write is let through when `this.file` is true. They use no
// format of ajv-formats, because none means what the API means. Its `uri` refuses https://müller.example/, which the service
// crawls. Its `regex` is JavaScript's, and its `duration` is P2D where files say 2d.
import { Ajv, _ } from 'ajv'
import { getProperty, or } from 'ajv/dist/compile/codegen/index.js'
import standalone from 'ajv/dist/standalone/index.js'
import { compact } from './compact.mjs'
import { splitModule } from './split-module.mjs'
import { fileDefinitions, operators } from './file-schema.mjs'
import { without } from './without.mjs'

/** Keywords of our own: a subschema that applies to a value under a condition. */
const conditional = {
  /** Unless it is a template, in a file. */
  literal: (data) => _`!(this.file && typeof ${data} == "string" && ${data}.includes("\${"))`,
  /** The same for text, where a reference to a secret stays until the request is sent. */
  text: (data) => _`!(this.secrets && typeof ${data} == "string" && ${data}.includes("\${"))`,
  /** A list, or in a file an operation on one. */
  list: (data) => _`!(this.file && ${isMapping(data)})`,
  operation: (data) => _`this.file && ${isMapping(data)}`,
  /** Keys that a body must have and a layer of a file need not. */
  sent: () => _`!this.file`,
  mapping: (data) => isMapping(data),
  other: (data) => _`!(${isMapping(data)})`,
}

function isMapping(data) {
  return _`(typeof ${data} == "object" && ${data} !== null && !Array.isArray(${data}))`
}

/** Definitions of the request that files around it refer to. */
const SHARED = ['overlay', 'pathPatterns']

const validatorForm = {
  scalar: (schema) => (schema.pattern === undefined ? { literal: schema } : { text: schema }),
  list: (schema) => ({ list: schema, operation: anyOperationOn(schema.items) }),
  mapping: ({ required, ...schema }) => ({ ...schema, sent: { required } }),
}

/** As operationOn of the editors' form, with the items checked in one place. */
function anyOperationOn(items) {
  const names = `^(?:${Object.keys(operators).join('|')})$`
  return {
    type: 'object',
    minProperties: 1,
    additionalProperties: false,
    patternProperties: { [names]: { type: 'array', items } },
  }
}

/**
 * Returns the validators of version 2 as a module, and those that few runs need as CommonJS: of version 1, of project files, and of
 * records.
 */
export function validatorModules(wire, sources, banner) {
  const requests = { 1: fileDefinitions(wire[1], validatorForm), 2: fileDefinitions(wire[2], validatorForm) }
  shareEqual(requests[1], requests[2])
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    // UTF-16 units, as the service counts, and as `.length` gives without a helper that would have to be imported.
    unicode: false,
    logger: false,
    messages: false,
    inlineRefs: 4,
    passContext: true,
    code: { source: true, esm: true, optimize: 2 },
  })
  for (const [keyword, condition] of Object.entries(conditional))
    ajv.addKeyword(conditionalKeyword(keyword, condition))
  ajv.addKeyword(variantsKeyword)
  ajv.addKeyword(keysKeyword)
  ajv.addKeyword({ keyword: 'tag', schemaType: 'string' })
  for (const [version, definitions] of Object.entries(requests)) {
    for (const [name, schema] of Object.entries(definitions)) {
      ajv.addSchema(prepared({ ...referring(schema, version), $id: `v${version}-${name}` }))
    }
  }
  const crawl = sources['source/crawl-file.json']
  const roots = {
    crawlV1: referring(crawlOf(crawl, 1), 1, SHARED),
    crawlV2: referring(crawlOf(crawl, 2), 2, SHARED),
    projectFile: referring(sources['source/project-file.json'], 2, SHARED),
    wholeRecord: sources['source/state-file.json'],
    recordList: { $ref: 'wholeRecord#/definitions/records' },
    savedPlan: sources['plan.schema.json'],
    requestV1: { $ref: 'v1-overlay' },
    requestV2: { $ref: 'v2-overlay' },
  }
  for (const [name, schema] of Object.entries(roots)) ajv.addSchema(prepared({ ...schema, $id: name }))
  const code = standalone.default(ajv, Object.fromEntries(Object.keys(roots).map((name) => [name, name])))
  const { main, parts } = splitModule(compact(code), ['crawlV2', 'requestV2'], {
    v1: ['crawlV1', 'requestV1'],
    project: ['projectFile'],
    state: ['wholeRecord', 'recordList'],
    plan: ['savedPlan'],
  })
  return new Map([
    ['src/schema/validators.gen.ts', `${banner}// @ts-nocheck\n${main}`],
    ...Object.entries(parts).map(([name, text]) => [`schema/validators-${name}.gen.cjs`, `${banner}${text}`]),
  ])
}

/** Makes definitions of `older` that read the same as in `newer` references to those, so that their code is there once. */
function shareEqual(older, newer) {
  const refersTo = (schema) =>
    [...JSON.stringify(schema).matchAll(/"#\/definitions\/([^"/]+)"/g)].map((match) => match[1])
  const equal = new Set(
    Object.keys(older).filter((name) => JSON.stringify(older[name]) === JSON.stringify(newer[name])),
  )
  for (let before = -1; before !== equal.size;) {
    before = equal.size
    for (const name of equal) if (refersTo(older[name]).some((other) => !equal.has(other))) equal.delete(name)
  }
  for (const name of equal) older[name] = { $ref: `v2-${name}` }
}

function crawlOf(schema, version) {
  return { ...schema, properties: { ...schema.properties, version: { enum: [version] } } }
}

/**
 * `schema` with its references to the named definitions, or all, pointing to those of a version's request. Each of them is a
 * schema of its own, because ajv would otherwise write its code once for every file that refers to it.
 */
function referring(schema, version, names = ['[^/"]+']) {
  const pattern = new RegExp(`"#/definitions/(${names.join('|')})"`, 'g')
  return JSON.parse(JSON.stringify(schema).replaceAll(pattern, `"v${version}-$1"`))
}

function conditionalKeyword(keyword, condition) {
  return {
    keyword,
    schemaType: 'object',
    code(cxt) {
      cxt.gen.if(condition(cxt.data), () => cxt.subschema({ keyword }, cxt.gen.name('_valid')))
    },
  }
}

/** `variants: { 'VALUE|VALUE': schema }` beside `tag: KEY`: the schema that the value of an object's tag names. */
const variantsKeyword = {
  keyword: 'variants',
  schemaType: 'object',
  type: 'object',
  code(cxt) {
    const { gen, data, schema, parentSchema } = cxt
    for (const values of Object.keys(schema)) {
      const tagged = values.split('|').map((value) => _`${data}${getProperty(parentSchema.tag)} === ${value}`)
      gen.if(or(...tagged), () =>
        cxt.subschema({ keyword: 'variants', schemaProp: values }, gen.name('_valid')),
      )
    }
  },
}

/**
 * `keys: { NAME: schema }`: `properties` with `additionalProperties: false`, by a walk over the keys that are there. ajv asks for
 * every key it knows, which costs more than half of the time where few of many settings are written.
 */
const keysKeyword = {
  keyword: 'keys',
  schemaType: 'object',
  type: 'object',
  error: { params: ({ params }) => _`{additionalProperty: ${params.additionalProperty}}` },
  code(cxt) {
    const { gen, data, schema } = cxt
    gen.forIn('key', data, (key) => {
      const [first, ...others] = Object.keys(schema)
      const check = (name) =>
        cxt.subschema({ keyword: 'keys', schemaProp: name, dataProp: name }, gen.name('_valid'))
      gen.if(_`${key} === ${first}`)
      check(first)
      for (const name of others) {
        gen.elseIf(_`${key} === ${name}`)
        check(name)
      }
      gen.else()
      cxt.setParams({ additionalProperty: key })
      cxt.keyword = 'additionalProperties'
      cxt.error()
      gen.endIf()
    })
  },
}

const shownOnly = [
  '$schema',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  'format',
  'enumDescriptions',
  'defaultSnippets',
  'deprecationMessage',
  'patternErrorMessage',
  'tsType',
  'x-unit',
  'x-newer',
  'x-note',
  'x-decides',
  'x-replacedBy',
  'x-tag',
  'x-intellij-language-injection',
]
const maps = ['properties', 'keys', 'definitions', 'patternProperties']

/** `schema` in the keywords above, without what only people read. */
function prepared(node) {
  if (Array.isArray(node)) return node.map(prepared)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(without(node, ...shownOnly)).map(([key, value]) => [
    key,
    maps.includes(key) ? mapValues(value, prepared) : prepared(value),
  ])
  const schema = Object.fromEntries(entries)
  if (schema.else !== undefined) {
    return { ...without(schema, 'if', 'then', 'else'), mapping: schema.then, other: schema.else }
  }
  if (schema.propertyNames !== undefined) {
    const patternProperties = { [chosenNames(schema)]: schema.additionalProperties }
    return { ...without(schema, 'propertyNames'), patternProperties, additionalProperties: false }
  }
  if (schema.allOf?.every((branch) => branch.if !== undefined)) return asVariants(schema)
  return schema.additionalProperties === false && schema.patternProperties === undefined
    ? asKeys(schema)
    : schema
}

/** Returns the pattern of the names that people choose, which are not those of `properties`. */
function chosenNames({ propertyNames: { pattern }, properties = {} }) {
  const names = Object.keys(properties)
  return names.length === 0 ? pattern : pattern.replace(/^\^/, `^(?!(?:${names.join('|')})$)`)
}

function asKeys(schema) {
  return { ...without(schema, 'properties', 'additionalProperties'), keys: schema.properties }
}

function asVariants(schema) {
  const variants = schema.allOf.map((branch) => {
    const [{ const: value, enum: values = [value] }] = Object.values(branch.if.properties)
    return [values.join('|'), branch.then]
  })
  const [tag] = Object.keys(schema.allOf[0].if.properties)
  return { ...without(schema, 'allOf'), tag, variants: Object.fromEntries(variants) }
}

function mapValues(map, change) {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]))
}
