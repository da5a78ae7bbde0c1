// ajv standalone validators: plain functions, nothing to compile when they are loaded.
import { Ajv } from 'ajv'
import standalone from 'ajv/dist/standalone/index.js'

/** The source of an ES module whose default validator reports every error of `schema`. */
export function validatorOf(schema, banner) {
  const ajv = new Ajv({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    // UTF-16 units, as the service counts, and as `.length` gives without a helper that would have to be imported.
    unicode: false,
    logger: false,
    messages: false,
    inlineRefs: false,
    keywords: [
      'x-unit',
      'x-tag',
      'x-note',
      'x-replacedBy',
      'markdownDescription',
      'enumDescriptions',
      'markdownEnumDescriptions',
      'defaultSnippets',
      'deprecationMessage',
      'patternErrorMessage',
    ],
    code: { source: true, esm: true, optimize: 2 },
  })
  const code = standalone.default(ajv, ajv.compile(stripped(schema)))
  if (code.includes('require('))
    throw new Error(`a validator needs a helper of ajv's: ${/require\([^)]*\)/.exec(code)?.[0]}`)
  const body = code
    .replace('"use strict";', '')
    .replace('export const validate = ', 'export const validate: Validate = ')
    .replace(/export default \w+;/, '')
  return `${banner}// @ts-nocheck\nimport type { Validate } from '../schema-error.ts'\n\n${body.trim().replaceAll(';const ', ';\nconst ').replaceAll(';function ', ';\nfunction ').replaceAll('}function ', '}\nfunction ')}\n`
}

const shownOnly = new Set([
  'description',
  'markdownDescription',
  'examples',
  'default',
  '$comment',
  'title',
  'enumDescriptions',
  'markdownEnumDescriptions',
  'defaultSnippets',
  'deprecationMessage',
  'patternErrorMessage',
  'x-unit',
  'x-note',
  'x-replacedBy',
  'x-tag',
])

/** `schema` without what only people read, so that none of it lands in the code. */
function stripped(node, named = false) {
  if (Array.isArray(node)) return node.map((item) => stripped(item))
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => named || !shownOnly.has(key))
      .map(([key, value]) => [
        key,
        stripped(value, !named && ['properties', 'definitions', 'patternProperties'].includes(key)),
      ]),
  )
}
