// Compares our request schema with the types of an official SDK checkout, and prints fields and values that only one of
// them has. Run by hand: node scripts/compare-sdk.mjs [DIR]; DIR holds src/v2/types.ts. Exits 1 when the SDK has more.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const directory = process.argv[2] ?? path.join(root, 'node_modules/@mendable/firecrawl-js')
const types = readFileSync(path.join(directory, 'src/v2/types.ts'), 'utf8')
const schema = JSON.parse(readFileSync(path.join(root, 'schema/request.v2.schema.json'), 'utf8'))

/** Each interface of the SDK, with the definition of our schema that it describes. */
const PAIRS = {
  CrawlOptions: schema,
  WebhookConfig: schema.definitions.webhook,
  ScrapeOptions: schema.definitions.scrapeOptions,
  JsonFormat: schema.definitions.jsonFormat,
  ScreenshotFormat: schema.definitions.screenshotFormat,
  ChangeTrackingFormat: schema.definitions.changeTrackingFormat,
  AttributesFormat: schema.definitions.attributesFormat,
  QuestionFormat: schema.definitions.questionFormat,
  HighlightsFormat: schema.definitions.highlightsFormat,
  QueryFormat: schema.definitions.queryFormat,
  LocationConfig: schema.definitions.location,
  PDFParser: schema.definitions.pdfParser,
  ImageParser: schema.definitions.imageParser,
  RedactPIIOptions: schema.definitions.redactPII,
  ThreatProtectionOptions: schema.definitions.threatProtection,
  AuditMetadata: schema.definitions.auditMetadata,
  WaitAction: schema.definitions.waitAction,
  ClickAction: schema.definitions.clickAction,
  ScreenshotAction: schema.definitions.screenshotAction,
  WriteAction: schema.definitions.writeAction,
  PressAction: schema.definitions.pressAction,
  ScrollAction: schema.definitions.scrollAction,
  ExecuteJavascriptAction: schema.definitions.executeJavascriptAction,
  PDFAction: schema.definitions.pdfAction,
}

/** Fields of the SDK that are no settings of a crawl, with the reason. */
const LEFT_OUT = {
  'ScrapeOptions.useMock': 'for tests of the service',
  'ScrapeOptions.integration': 'the crawl has it',
  'ScrapeOptions.origin': 'the crawl has it',
  'ScrapeOptions.domainTools': 'for single pages',
  'ScrapeOptions.toolDetail': 'for single pages',
}

const bodies = new Map()
for (const statement of parseAst(types, { lang: 'ts' }).body) {
  const { declaration } = statement
  if (declaration?.type === 'TSInterfaceDeclaration') bodies.set(declaration.id.name, declaration.body.body)
  const { typeAnnotation } = declaration ?? {}
  if (typeAnnotation?.type === 'TSTypeLiteral') bodies.set(declaration.id.name, typeAnnotation.members)
}

/** Returns the texts that a type lists. */
function valuesOf(node) {
  if (node?.type === 'TSUnionType') return node.types.flatMap(valuesOf)
  if (node?.type === 'TSArrayType') return valuesOf(node.elementType)
  if (node?.type === 'TSParenthesizedType') return valuesOf(node.typeAnnotation)
  return node?.type === 'TSLiteralType' && typeof node.literal.value === 'string' ? [node.literal.value] : []
}

function listed(setting) {
  const part = setting.$ref === undefined ? setting : schema.definitions[setting.$ref.split('/').at(-1)]
  return part.enum ?? (part.const === undefined ? part.items && listed(part.items) : [part.const])
}

const more = []
const less = []
for (const [name, definition] of Object.entries(PAIRS)) {
  const members = bodies.get(name)
  if (members === undefined) {
    more.push(`${name} is no longer a type of the SDK`)
    continue
  }
  const fields = new Map(members.map((member) => [member.key?.name, member]))
  for (const [field, member] of fields) {
    if (LEFT_OUT[`${name}.${field}`] !== undefined) continue
    const ours = definition.properties[field]
    if (ours === undefined) more.push(`${name}.${field} is not in our schema`)
    const known = ours === undefined ? undefined : listed(ours)
    const values = valuesOf(member.typeAnnotation?.typeAnnotation)
    if (known === undefined || known === false) continue
    for (const value of values)
      if (!known.includes(value)) more.push(`${name}.${field}: "${value}" is not in our schema`)
  }
  for (const field of Object.keys(definition.properties))
    if (!fields.has(field) && field !== 'url' && field !== 'type')
      less.push(`${name}.${field} is only in our schema`)
}
for (const line of [...more, ...less]) console.log(line)
process.exitCode = more.length === 0 ? 0 : 1
