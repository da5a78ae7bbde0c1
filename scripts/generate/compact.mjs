// ajv's code says everything where it is used. Here what repeats becomes a helper or a constant, which takes the module to
// about half: it is read at every start of the command line.

const HELPERS = `/** @param list the errors so far, or null */
function add(list, instancePath, keyword, params) {
  const error = { instancePath, keyword, params }
  if (list === null) return [error]
  list.push(error)
  return list
}
/** Appends to the first list, where ajv copies both: with one call for each item of a list, that takes quadratic time. */
function addAll(list, more) {
  if (list === null) return more
  for (const error of more) list.push(error)
  return list
}
/** Whether a body already has more errors than an answer can name: a list of millions is then not read to its end. */
function isFull({ most }, list) {
  return list !== null && list.length >= most
}
function isMapping(data) {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}
function isTemplate(data) {
  return typeof data === 'string' && data.includes('\${')
}
/** A reference token of a JSON Pointer. */
function token(key) {
  return key.replace(/~/g, '~0').replace(/\\//g, '~1')
}
`

/** What ajv writes, and the same in fewer words. */
const SHORTER = [
  ['"use strict";', ''],
  [/\{instancePath,schemaPath/g, '{instancePath:instancePath,schemaPath'],
  [
    /const (err\d+) = \{instancePath:(.*?),schemaPath:("[^"]*"),keyword:("[^"]*"),params:(.*?)\};if\(vErrors === null\)\{vErrors = \[\1\];\}else \{vErrors\.push\(\1\);\}/g,
    'vErrors = add(vErrors, $2, $4, $5);',
  ],
  [
    /vErrors = vErrors === null \? (validate\d+\.errors) : vErrors\.concat\(\1\);/g,
    'vErrors = addAll(vErrors, $1);',
  ],
  [
    /(?:for\(let (i\d+)=0; \1<len\d+; \1\+\+\)|for\(const key\d+ in data\d*\))\{/g,
    '$&if(isFull(this, vErrors))break;',
  ],
  [/(data\d*) && typeof \1 == "object" && !Array\.isArray\(\1\)/g, 'isMapping($1)'],
  [/typeof (data\d*) == "object" && \1 !== null && !Array\.isArray\(\1\)/g, 'isMapping($1)'],
  [/typeof (data\d*) == "string" && \1\.includes\("\$\{"\)/g, 'isTemplate($1)'],
  [
    /\(\(\(typeof (data\d*) == "number"\) && \(!\(\1 % 1\) && !isNaN\(\1\)\)\) && \(isFinite\(\1\)\)\)/g,
    'Number.isInteger($1)',
  ],
  [/\(typeof (data\d*) == "number"\) && \(isFinite\(\1\)\)/g, 'Number.isFinite($1)'],
  // Only finite numbers come as far as the comparison.
  [/ \|\| isNaN\(data\d*\)/g, ''],
  [/(key\d+)\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\)/g, 'token($1)'],
  [
    '(data, {instancePath="", parentData, parentDataProperty, rootData=data}={})',
    '(data, instancePath = "")',
  ],
  [/\{instancePath:((?:[^,"]|"[^"]*")+),parentData.*?,rootData\}/g, '$1'],
  [/\{instancePath,parentData.*?,rootData\}/g, 'instancePath'],
]

/** `code`, an ES module of ajv's standalone validators, in fewer words; it does the same. */
export function compact(code) {
  const constants = new Map()
  const schemas = new Map()
  const withoutSchemas = code.replaceAll(
    /const (schema\d+) = (\{.*?\});(?=const |function |export )/g,
    (_, name, json) => {
      schemas.set(name, JSON.parse(json))
      return ''
    },
  )
  const text = SHORTER.reduce(
    (shorter, [from, to]) => shorter.replaceAll(from, to),
    withoutSchemas,
  ).replaceAll(/(schema\d+)((?:\.[A-Za-z_$][\w$]*|\["[^"]*"\])+)(?=, key|\}|\))/g, (_, name, path) =>
    constant(constants, at(schemas.get(name), path), path),
  )
  const left = /schema\d+|require\(|\.concat\(/.exec(text)
  if (left !== null) throw new Error(`compact does not know ${text.slice(left.index, left.index + 80)}`)
  const declared = [...constants].map(([json, name]) => `const ${name} = ${json}\n`).join('')
  return `${HELPERS}${declared}${inLines(text)}\n`
}

/** The part of `schema` that a JavaScript path such as `.properties["x-y"]` names. */
function at(schema, path) {
  const keys = [...path.matchAll(/\.([A-Za-z_$][\w$]*)|\["([^"]*)"\]/g)].map(
    ([, name, quoted]) => name ?? quoted,
  )
  return keys.reduce((part, key) => part[key], schema)
}

/** The name of a constant that holds `value`: the keys of a `properties`, or a list of allowed values. */
function constant(constants, value, path) {
  const kept = path.endsWith('.properties')
    ? Object.fromEntries(Object.keys(value).map((key) => [key, 0]))
    : value
  const json = JSON.stringify(kept)
  const known = constants.get(json) ?? `${path.endsWith('.properties') ? 'keys' : 'values'}${constants.size}`
  constants.set(json, known)
  return known
}

/** One function, constant or checked property per line, so that a change of the schema is a small change here. */
function inLines(text) {
  return text
    .replaceAll(/(?<=[;}])(?=(?:function validate|const (?:pattern|func)\d|export const ))/g, '\n')
    .replaceAll(/(?=if\((?:data\d*\.[\w$]+ !== undefined|key\d+ === "[\w$]+")\))/g, '\n')
}
