import type { SourceDocument } from '../../src/document/source-document.ts'
import type { Origin, Provenance, ResolvedSetting, ResolvedCrawl } from '../../src/resolve/resolved-crawl.ts'
import { scopeSettings } from '../../src/request/page-settings.ts'
import { isJsonObject, joinPointer, type Json, type JsonObject } from '../../src/util/json.ts'

/** Written one setting a line, from line 3 on, as `name:` and `request:` would come first. */
function aDocument(file: string, value: JsonObject): SourceDocument {
  const pointers = [...leaves(value)].map(([pointer]) => pointer)
  return {
    file,
    text: '',
    index: 0,
    value,
    locate: (pointer) => {
      const line = pointer === '' ? 1 : pointers.indexOf(pointer) + 2
      return { file, line, column: 1, endLine: line, endColumn: 2 }
    },
  }
}

const SERVICE_DEFAULTS = { limit: 10_000, sitemap: 'include', crawlEntireDomain: false }

interface Wish {
  readonly name?: string
  readonly environment?: string
  readonly file?: string
  readonly request?: JsonObject
  readonly refreshMs?: number
  readonly credits?: number
  readonly expect?: JsonObject
  readonly secrets?: readonly string[]
}

function aPrice(credits = 0): ResolvedCrawl['price'] {
  const parts =
    credits === 0 ? [] : [{ what: 'page' as const, credits, origin: { kind: 'default' } as const }]
  return { credits, parts, unboundedPdf: credits === 0 ? undefined : 1 }
}

/** A valid crawl of `https://example.com/` that writes `wish.request` in its file and inherits three defaults. */
export function aResolvedCrawl(wish: Wish = {}): ResolvedCrawl {
  const name = wish.name ?? 'docs'
  const file = wish.file ?? `crawls/${name}.yaml`
  const request = { url: 'https://example.com/', ...wish.request }
  const effective = { ...SERVICE_DEFAULTS, ...request }
  const document = aDocument(file, { request })
  return {
    name,
    was: undefined,
    environment: wish.environment ?? 'local',
    document,
    spec: {
      document,
      version: 2,
      name,
      was: undefined,
      description: undefined,
      extends: [],
      matrix: undefined,
      request,
      beside: {},
      tests: undefined,
    },
    chosen: request,
    request,
    effective,
    question: undefined,
    provenance: provenanceOf(effective, request, document),
    locate: (pointer, part) => document.locate(`/request${pointer}`, part),
    secrets: wish.secrets ?? secretsIn(request),
    notes: [],
    price: aPrice(wish.credits),
    scope: scopeSettings(effective),
    refreshMs: wish.refreshMs,
    ignore: [],
    beside: { locate: () => document.locate(''), provenance: new Map() },
    tests: undefined,
    expect: wish.expect,
  }
}

function provenanceOf(effective: JsonObject, request: JsonObject, document: SourceDocument): Provenance {
  const written = new Map(leaves(request))
  const settings = [...leaves(effective)].map(([pointer, value]): [string, ResolvedSetting] => {
    const origin: Origin = written.has(pointer)
      ? { kind: 'written', source: { document, pointer: `/request${pointer}`, part: 'value' } }
      : { kind: 'default' }
    const fallback = new Map(leaves(SERVICE_DEFAULTS)).get(pointer)
    const beaten: ResolvedSetting['beaten'] =
      written.has(pointer) && fallback !== undefined ? [{ value: fallback, origin: { kind: 'default' } }] : []
    return [pointer, { value, origin, beaten }]
  })
  return new Map(settings)
}

function* leaves(value: Json, pointer = ''): Generator<[string, Json]> {
  if (!isJsonObject(value)) yield [pointer, value]
  else for (const [key, member] of Object.entries(value)) yield* leaves(member, joinPointer(pointer, key))
}

function secretsIn(value: JsonObject): string[] {
  const names = [...JSON.stringify(value).matchAll(/\$\{secret:([A-Za-z_][A-Za-z0-9_]*)\}/g)].flatMap(
    (match) => match[1] ?? [],
  )
  return [...new Set(names)].toSorted()
}
