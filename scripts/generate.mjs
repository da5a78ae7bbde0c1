// npm run generate: writes everything that follows from the hand-written schemas. `--check` compares instead, and exits 1
// naming what is out of date. `--from DIR` reads the schemas of another directory.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundle } from './generate/bundle.mjs'
import { forEditors } from './generate/editor.mjs'
import { editorForm, fileDefinitions, OVERLAY_DESCRIPTION } from './generate/file-schema.mjs'
import { withHints } from './generate/hints.mjs'
import { jsonText } from './generate/json-text.mjs'
import { settingsOf } from './generate/settings.mjs'
import { withoutShared } from './generate/shared-types.mjs'
import { typesOf } from './generate/types.mjs'
import { validatorModules } from './generate/validators.mjs'
import { without } from './generate/without.mjs'

const HAND_WRITTEN = [
  'request.v1.schema.json',
  'request.v2.schema.json',
  'source/crawl-file.json',
  'source/project-file.json',
  'source/lock-file.json',
  'source/state-file.json',
  'plan.schema.json',
]
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** Every generated file by its path from the repository's root. */
async function generate(directory) {
  const sources = Object.fromEntries(
    HAND_WRITTEN.map((name) => [name, JSON.parse(readFileSync(path.join(directory, name), 'utf8'))]),
  )
  // What crawl files and the project file both hold is written once.
  const { refresh, expect, changes } = sources['source/crawl-file.json'].definitions
  Object.assign(sources['source/project-file.json'].definitions, { refresh, expect, changes })
  const wire = { 1: bundle(sources, 'request.v1.schema.json'), 2: bundle(sources, 'request.v2.schema.json') }
  const crawl = { 1: crawlFile(sources, wire, 1), 2: crawlFile(sources, wire, 2) }
  const project = { ...sources['source/project-file.json'] }
  project.definitions = merged(project.definitions, fileDefinitions(wire[2], editorForm))

  const files = new Map()
  const ofVersion1 = (_, setting) => setting.deprecationMessage
  const crawlV1 = forEditors(withHints(crawl[1], wire[2], (name) => `"${name}" needs "version: 2".`))
  const crawlV2 = forEditors(withHints(crawl[2], wire[1], ofVersion1))
  const write = (name, from, schema) => files.set(`schema/${name}`, `${jsonText(published(schema, from))}\n`)
  write('crawl.v1.schema.json', 'source/crawl-file.json and request.v1.schema.json', crawlV1)
  write('crawl.v2.schema.json', 'source/crawl-file.json and request.v2.schema.json', crawlV2)
  write('crawl.schema.json', 'crawl.v1.schema.json and crawl.v2.schema.json', eitherVersion(crawlV1, crawlV2))
  const editedProject = forEditors(withHints(project, wire[1], ofVersion1))
  write('project.schema.json', 'source/project-file.json and request.v2.schema.json', editedProject)

  write(
    'lock.schema.json',
    'source/lock-file.json and request.v2.schema.json',
    forEditors(lockFile(sources['source/lock-file.json'], wire[2])),
  )

  const types = [
    ['request-v2', 'CrawlRequest', wire[2], 'schema/request.v2.schema.json'],
    ['request-v1', 'CrawlRequestV1', wire[1], 'schema/request.v1.schema.json'],
    ['crawl-file', 'CrawlFile', crawl[2], 'schema/crawl.v2.schema.json'],
    ['project-file', 'ProjectFile', project, 'schema/project.schema.json'],
  ]
  const whole = new Map()
  for (const [name, type, schema, from] of types) {
    const text = await typesOf(schema, type, banner('json-schema-to-typescript', from))
    files.set(`src/schema/${name}.gen.ts`, withoutShared(text, whole))
    whole.set(name, text)
  }
  const fromUtil = (names) => `import type { ${names} } from '../util/json.ts'`
  files.set(
    'src/schema/state.gen.ts',
    await constantTypes(sources['source/state-file.json'], 'RecordedState', 'source/state-file.json', [
      fromUtil('JsonObject'),
    ]),
  )
  files.set(
    'src/schema/plan.gen.ts',
    await constantTypes(planInTypes(sources['plan.schema.json']), 'Plan', 'plan.schema.json', [
      fromUtil('Json, JsonObject'),
      "import type { PreviousJob, RecordPhase } from './state.gen.ts'",
    ]),
  )
  for (const [file, text] of validatorModules(wire, sources, banner('ajv', 'schema/'))) files.set(file, text)
  files.set('schema/settings.json', settingsTables(wire, sources))
  files.set('src/schema/request-standards.gen.ts', standardsModule(wire[2]))
  return files
}

/** The types of a schema whose values nothing changes in place. */
async function constantTypes(schema, name, from, imports) {
  const text = await typesOf(schema, name, banner('json-schema-to-typescript', `schema/${from}`))
  const [first, ...rest] = text
    .replaceAll('/**\n */\n', '')
    .replaceAll(/^( +)(?=(?:\w+\??|\[\w+: string\]): )/gm, '$1readonly ')
    .replaceAll(/\w+\[\]/g, 'readonly $&')
    .split('\n')
  return [first, '', ...imports, ...rest].join('\n')
}

/** Returns the schema of a plan with our own types for JSON values and jobs. */
function planInTypes(schema) {
  const { request, job } = schema.definitions
  const typed = JSON.parse(JSON.stringify(schema), (_key, node) => {
    const [only, ...others] = Object.keys(node ?? {}).filter((key) => key !== 'description')
    if (only === undefined && node?.description !== undefined) return { ...node, tsType: 'Json' }
    return node?.type === 'object' && others.length === 0 ? { ...node, tsType: 'JsonObject' } : node
  })
  typed.definitions.request = { ...request, tsType: 'JsonObject & { readonly url: string }' }
  typed.definitions.basis.properties.phase.tsType = 'RecordPhase'
  typed.definitions.job = { ...job, tsType: "Omit<PreviousJob, 'request'>" }
  return typed
}

/** The schema of a crawl file whose request is of one version. */
function crawlFile(sources, wire, version) {
  const schema = structuredClone(sources['source/crawl-file.json'])
  const given = schema.properties.version
  schema.properties.version = {
    ...given,
    enum: [version],
    enumDescriptions: [given.enumDescriptions[version - 1]],
  }
  schema.definitions = merged(schema.definitions, fileDefinitions(wire[version], editorForm))
  return schema
}

/** The schema of the prompt lock, its settings those of a request as it is sent. */
function lockFile(source, request) {
  const schema = structuredClone(source)
  const { properties } = schema.definitions.options
  for (const name of Object.keys(properties)) properties[name] = request.properties[name]
  const take = (part) => {
    for (const [, name] of JSON.stringify(part).matchAll(/"#\/definitions\/([^"/]+)"/g)) {
      if (schema.definitions[name] !== undefined) continue
      schema.definitions[name] = request.definitions[name]
      take(request.definitions[name])
    }
  }
  take(properties)
  return schema
}

function merged(own, request) {
  const twice = Object.keys(own).filter((name) => name in request)
  if (twice.length > 0) throw new Error(`defined twice: ${twice.join(', ')}`)
  return { ...own, ...request }
}

/** One schema that chooses by `version`, because an editor points at a single file. */
function eitherVersion(v1, v2) {
  const { description, markdownDescription } = v2
  const versions = [v1.properties.version, v2.properties.version]
  const all = (keyword) => versions.flatMap((version) => version[keyword])
  const version = {
    ...versions[1],
    enum: all('enum'),
    enumDescriptions: all('enumDescriptions'),
    markdownEnumDescriptions: all('markdownEnumDescriptions'),
    'x-intellij-enum-metadata': Object.assign({}, ...all('x-intellij-enum-metadata')),
  }
  return {
    description,
    markdownDescription,
    type: 'object',
    properties: { version },
    if: { required: ['version'], properties: { version: { const: 1 } } },
    then: { $ref: '#/definitions/crawl-v1' },
    else: { $ref: '#/definitions/crawl-v2' },
    definitions: { 'crawl-v1': embedded(v1, 1), 'crawl-v2': embedded(v2, 2) },
  }
}

/** The schema of one version inside the other's file; which version it is, the whole has decided. */
function embedded(whole, version) {
  const text = JSON.stringify(whole).replaceAll(
    '"#/definitions/',
    `"#/definitions/crawl-v${version}/definitions/`,
  )
  const schema = without(JSON.parse(text), '$schema', '$comment')
  return { ...schema, properties: { ...schema.properties, version: { type: 'integer', default: version } } }
}

function published(schema, from) {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $comment: `Generated from ${from}: edit those and run npm run generate.`,
    ...without(schema, '$schema', '$comment'),
  }
}

function banner(tool, from) {
  return `// Generated from ${from} with ${tool}: edit the schema and run \`npm run generate\`.\n`
}

/** The settings as JSON, because most runs need none of them, and code is read at every start. */
function settingsTables(wire, sources) {
  const overlay = { description: OVERLAY_DESCRIPTION, type: 'object' }
  const { pathPatterns } = wire[2].definitions
  const keysOf = (name) => {
    const schema = sources[name]
    return settingsOf({ ...schema, definitions: { ...schema.definitions, overlay, pathPatterns } })
  }
  const tables = {
    requestV2: settingsOf(wire[2]),
    requestV1: settingsOf(wire[1]),
    crawlFile: keysOf('source/crawl-file.json'),
    projectFile: keysOf('source/project-file.json'),
  }
  const text = Object.entries(tables).map(
    ([name, settings]) =>
      `"${name}": [\n${settings.map((setting) => JSON.stringify(setting)).join(',\n')}\n]`,
  )
  return `{\n${text.join(',\n')}\n}\n`
}

/** The few words of the table that every crawl needs, apart, so that filling in defaults does not load the rest. */
function standardsModule(schema) {
  const table = settingsOf(schema, (node) => ({ decides: node['x-decides'] }))
    .filter(({ pointer }) => !pointer.includes('*'))
    .map((setting) => ({ ...setting, path: setting.pointer.slice(1).split('/') }))
  const below = (parent) =>
    table.filter(
      ({ path }) => path.length === parent.length + 1 && parent.every((key, index) => path[index] === key),
    )
  const hasStandard = (setting) => setting.default !== undefined
  const lines = (rows) => rows.map((row) => `  ${row},\n`).join('')
  const order = (settings) => `[\n${lines(settings.map(({ path }) => JSON.stringify(path.at(-1))))}]\n`
  const standards = (settings) =>
    `{\n${lines(settings.filter(hasStandard).map((setting) => `${setting.path.at(-1)}: ${JSON.stringify(setting.default)}`))}}\n`
  const isAlwaysThere = ({ path }) => path.length === 1 || (path.length === 2 && path[0] === 'scrapeOptions')
  const inside = table.filter((setting) => hasStandard(setting) && !isAlwaysThere(setting))
  const nested = inside.map(({ path, default: standard }) => {
    const [holders, key, value] = [path.slice(0, -1), path.at(-1), standard].map((part) =>
      JSON.stringify(part),
    )
    return `{ holders: ${holders}, key: ${key}, standard: ${value} }`
  })
  const decisions = (settings, words) =>
    `{\n${lines(
      settings.map(({ path, pointer, decides }) => {
        if (!words.includes(decides))
          throw new Error(`${pointer} of request.v2.schema.json needs "x-decides": ${words.join(', ')}`)
        return `${path.at(-1)}: ${JSON.stringify(decides)}`
      }),
    )}}`
  const [crawl, page] = [below([]), below(['scrapeOptions'])]
  return `${banner('scripts/generate.mjs', 'schema/')}/** Every setting of a request of version 2, in the schema's order. */
export const crawlOrder: readonly string[] = ${order(crawl)}
/** Every setting of its scrapeOptions. */
export const pageOrder: readonly string[] = ${order(page)}
/** What each setting of a request decides. */
export const crawlDecisions = ${decisions(crawl, ['pages', 'pace', 'content', 'delivery', 'label'])} as const
/** What each setting of its scrapeOptions decides. */
export const pageDecisions = ${decisions(page, ['fetch', 'answer', 'browser', 'content', 'freshness'])} as const
/** What the service fills in. */
export const crawlStandards = ${standards(crawl)}
/** The same in scrapeOptions. */
export const pageStandards = ${standards(page)}
/** Those of them whose default is never sent, because older releases do not know the setting or have another default. */
export const newerStandards: readonly string[] = [\n${lines(page.filter(({ newer }) => newer === true).map(({ path }) => JSON.stringify(path.at(-1))))}]
/** The same inside mappings that may be missing, \`holders\` being their keys. */
export const nestedStandards: readonly {
  readonly holders: readonly string[]
  readonly key: string
  readonly standard: unknown
}[] = [\n${lines(nested)}]\n`
}

const { values } = parseArgs({ options: { check: { type: 'boolean' }, from: { type: 'string' } } })
const files = await generate(values.from ?? path.join(root, 'schema'))
if (values.check) {
  const stale = [...files]
    .filter(([name, text]) => read(path.join(root, name)) !== text)
    .map(([name]) => name)
  for (const name of stale) console.error(`${name} is not what npm run generate writes`)
  process.exitCode = stale.length === 0 ? 0 : 1
} else {
  for (const [name, text] of files) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
