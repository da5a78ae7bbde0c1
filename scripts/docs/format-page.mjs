// In: the schemas of the files. Out: docs/file-format.md, a table of every key there is.
import { settingsOf } from '../generate/settings.mjs'

const NOTE = '<!-- Generated from schema/ by npm run generate. -->\n'

/**
 * @param {{ crawlFile: object, projectFile: object, requestV2: object, requestV1: object }} schemas each standing alone
 * @returns {string}
 */
export function formatPage({ crawlFile, projectFile, requestV2, requestV1 }) {
  const current = settingsOf(requestV2, details)
  const isThere = new Set(current.map(({ pointer }) => pointer))
  // Definitions of other files that both refer to.
  const { refresh, expect, changes } = crawlFile.definitions
  const { pathPatterns } = requestV2.definitions
  const own = (schema) => ownKeys(schema, { refresh, expect, changes, pathPatterns })
  const older = settingsOf(requestV1, details).filter(({ pointer }) => !isThere.has(pointer))
  return [
    `${NOTE}${INTRODUCTION}`,
    `## Keys of a crawl file\n\n${table(own(crawlFile))}`,
    `## Settings of the request\n\n${ABOUT_REQUEST}\n${table(current)}`,
    `## Settings of version 1\n\n${ABOUT_VERSION_1}\n${olderTable(older)}`,
    `## Keys of crawlform.yaml\n\n${ABOUT_PROJECT}\n${table(own(projectFile))}`,
  ].join('\n')
}

/** Keys of a file itself; the request inside has a table of its own. */
function ownKeys(schema, shared) {
  const overlay = {
    type: 'object',
    description: 'Settings of the request, which override those of lower precedence.',
  }
  const template = { type: 'object', description: 'The request: see below.' }
  const definitions = { ...shared, ...schema.definitions, overlay, 'request.template': template }
  return settingsOf({ ...schema, definitions }, details)
}

function details({ examples, minLength, maxLength, minItems, maxItems }) {
  return { example: examples?.[0], minLength, maxLength, minItems, maxItems }
}

function table(settings) {
  const keyOf = keysOf(settings)
  const rows = settings.map((setting) => {
    const cells = [code(keyOf(setting)), typeOf(setting), defaultOf(setting), boundsOf(setting)]
    return row([...cells, setting.description, exampleOf(setting)])
  })
  return ['| key | type | default | allowed | means | example |\n|---|---|---|---|---|---|\n', ...rows].join(
    '',
  )
}

function olderTable(settings) {
  const keyOf = keysOf(settings)
  const rows = settings.map((setting) => {
    const now = setting.replacedBy === undefined ? '' : code(keyOf({ pointer: setting.replacedBy }))
    return row([code(keyOf(setting)), typeOf(setting), now, setting.deprecated ?? setting.description])
  })
  return ['| key | type | in version 2 | means |\n|---|---|---|---|\n', ...rows].join('')
}

const row = (cells) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |\n`
const code = (text) => `\`${text}\``

/** `/scrapeOptions/formats/*` as `scrapeOptions.formats[]`, with the kind of format or action that has the key. */
function keysOf(settings) {
  const lists = new Set(settings.filter(({ types }) => types.includes('array')).map(({ pointer }) => pointer))
  return ({ pointer, variant }) => {
    let key = ''
    let above = ''
    for (const part of pointer.slice(1).split('/')) {
      key += part !== '*' ? `.${part}` : lists.has(above) ? '[]' : '.*'
      above += `/${part}`
    }
    return variant === undefined ? key.slice(1) : `${key.slice(1)} (${variant})`
  }
}

function typeOf({ types, unit }) {
  const names = {
    object: 'mapping',
    array: 'list',
    string: 'string',
    integer: 'whole number',
    boolean: 'true or false',
  }
  const type = types.map((name) => names[name] ?? name).join(' or ')
  return unit === undefined ? type : `${type}, ${unit}`
}

function defaultOf({ default: standard }) {
  return standard === undefined ? '' : code(JSON.stringify(standard))
}

function boundsOf(setting) {
  const { values, minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems } = setting
  const range = (least, most, unit) => {
    if (least === undefined && most === undefined) return []
    if (most === undefined) return [`at least ${least}${unit}`]
    return least === undefined ? [`at most ${most}${unit}`] : [`${least} to ${most}${unit}`]
  }
  return [
    ...(values === undefined ? [] : [values.map((value) => code(String(value))).join(', ')]),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...range(minimum, maximum, ''),
    ...(minLength === 1 && maxLength === undefined
      ? ['not empty']
      : range(minLength, maxLength, ' characters')),
    ...(minItems === 1 && maxItems === undefined ? ['not empty'] : range(minItems, maxItems, ' items')),
  ].join('; ')
}

function exampleOf({ example }) {
  return example === undefined ? '' : code(JSON.stringify(example))
}

const INTRODUCTION = `# File format

One YAML document is one crawl. Its name is \`name\`, or else the file's name without its extension. If a file has several documents, each
needs a \`name\`. Everything under \`request\` is the body of \`POST /v2/crawl\`, with the API's own names. Nothing else is sent.

\`\`\`yaml file=crawls/docs.yaml
# yaml-language-server: $schema=../node_modules/crawlform/schema/crawl.schema.json
version: 2
name: docs-\${matrix.locale}
extends: [polite] # profiles of crawlform.yaml
matrix: { locale: [en, de] } # one crawl for each: docs-en and docs-de
refresh: 7d # due again when the last submission is older
request:
  url: https://docs.example.com/\${matrix.locale}/
  limit: 2000
  excludePaths: { append: ['^/\${matrix.locale}/changelog/'] }
  webhook:
    url: https://hooks.example.com/crawl
    headers: { Authorization: 'Bearer \${secret:HOOK_TOKEN}' }
tests: # checked offline, by the rules that the service uses
  in: ['/\${matrix.locale}/start']
  out: ['/\${matrix.locale}/changelog/1.2', { url: /blog/x, why: belongs to another team }]
expect: { minPages: 150, maxDrop: 20% } # checked when the job ends
\`\`\`

Settings that crawls share are in \`crawlform.yaml\`, at the root of the project. The file is optional.

\`\`\`yaml file=crawlform.yaml
# yaml-language-server: $schema=node_modules/crawlform/schema/project.schema.json
version: 2
defaults: { request: { limit: 500 } }
profiles:
  polite: { request: { delay: 1, excludePaths: ['/print/'] } }
environments:
  production:
    baseUrl: https://api.firecrawl.dev
    apiKey: \${secret:FIRECRAWL_API_KEY}
    state: { backend: git }
    request: { limit: 1000 }
budget: { pages: 10000 }
rules: { scope/bare-word-pattern: error }
\`\`\`

\`\`\`console
$ crawlform validate
No problems in 1 file (2 crawls)
$ crawlform plan --summary
\`\`\`

- **Precedence**, from lowest to highest: service default, prompt lock, project \`defaults\`, profiles in order, crawl file, environment, matrix
  cell, \`--set name.request.path=value\`. Mappings merge. A list replaces the one below it; \`{ append: [...] }\`, \`{ prepend: [...] }\` and
  \`{ remove: [...] }\` change it instead. \`crawlform explain docs-en\` shows the origin of every setting and the values that it overrides.
- **\`refresh\`, \`expect\` and \`changes\`** may stand in \`defaults\`, profiles and environments too, with the same precedence.
- **Templates** work inside strings. \`\${matrix.NAME}\` is a value of the matrix. \`\${env:NAME}\` and \`\${env:NAME:-default}\` are read when
  planning. \`\${secret:NAME}\` is an environment variable that is read only while sending; no plan, record, log or saved file contains its value.
  If a service repeats the value, crawlform shows the name instead (in pages, for values of at least eight characters). \`$\${\` is a literal
  \`\${\`.
- **YAML** follows version 1.2, so \`no\` is a string. Anchors and aliases work. Merge keys (\`<<\`) are refused: use \`extends\`. Duplicate keys
  and unknown keys are errors, and \`null\` does not mean "unset".
- **A comment** \`# crawlform-ignore rule/id: reason\` silences a [rule](rules/README.md) on its line or the next.
`
const ABOUT_REQUEST = `The keys under \`request\` in crawl files of version 2, defaults, profiles, environments and matrix cells. Any value may be a
string with templates, and any list one of the forms above. \`[]\` is an item of a list, \`.*\` a key of your choice.
`
const ABOUT_VERSION_1 = `A crawl file of \`version: 1\` also takes these keys. All commands accept it: they migrate its settings in memory, and the plan
says so. \`crawlform migrate\` rewrites the file. See [migrating](recipes/migrate.md).
`
const ABOUT_PROJECT = `Only \`version\` is required. \`environments.*\` is an environment with a name of your choice. \`local\`, the embedded service,
always exists.
`
