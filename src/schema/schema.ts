/**
 * Input: a JSON Pointer.
 * Output: the types, unit, default, values and description of its key, as the schemas state them.
 * Must not know values that users wrote.
 */
import { readFileSync } from 'node:fs'
import type { Setting } from './setting.ts'
import type { SchemaName } from './validators.ts'
import type { ApiVersion } from '../util/api-version.ts'

interface Tables {
  readonly requestV1: readonly Setting[]
  readonly requestV2: readonly Setting[]
  readonly crawlFile: readonly Setting[]
  readonly projectFile: readonly Setting[]
}

let known: Tables | undefined

/** Reads the tables for the first question, because most valid files ask none. `npm run generate` writes them. */
function tables(): Tables {
  const file = new URL('../../schema/settings.json', import.meta.url)
  return (known ??= JSON.parse(readFileSync(file, 'utf8')) as Tables)
}

/**
 * Returns every setting of a request of `version`, in the schema's order, nested ones after the one that holds them.
 */
export function requestSettings(version: ApiVersion): readonly Setting[] {
  return version === 1 ? tables().requestV1 : tables().requestV2
}

/** Returns every key of a crawl file around its request, or of a project file. */
export function fileSettings(file: 'crawl' | 'project'): readonly Setting[] {
  return file === 'crawl' ? tables().crawlFile : tables().projectFile
}

const REQUEST_IN_CRAWL = /^(?:\/request|\/matrix\/include\/\d+\/request)(?=\/|$)/
const REQUEST_IN_PROJECT = /^(?:\/defaults|\/profiles\/[^/]+|\/environments\/[^/]+)\/request(?=\/|$)/
const LIST_OPERATION = /\/(?:append|prepend|remove)(?=\/|$)/

/**
 * Returns the setting at `pointer` into a value of `schema`. Where several kinds of format, action or parser share a
 * key, `variant` (the object's `type`) chooses; without it the first one counts.
 */
export function schemaAt(schema: SchemaName, pointer: string, variant?: string): Setting | undefined {
  const request = schema === 'crawl-v1' || schema === 'request-v1' ? tables().requestV1 : tables().requestV2
  if (!isFile(schema)) return find(request, pointer, variant)
  const inFile = schema === 'project' ? tables().projectFile : tables().crawlFile
  const head = (schema === 'project' ? REQUEST_IN_PROJECT : REQUEST_IN_CRAWL).exec(pointer)?.[0]
  if (head === undefined || head === pointer) return find(inFile, pointer, variant)
  const inner = pointer.slice(head.length)
  const operation = LIST_OPERATION.exec(inner)
  const list = operation === null ? undefined : find(request, inner.slice(0, operation.index), undefined)
  return list?.types.includes('array') === true
    ? find(request, inner.replace(LIST_OPERATION, ''), variant)
    : find(request, inner, variant)
}

function isFile(schema: SchemaName): boolean {
  return schema === 'crawl-v1' || schema === 'crawl-v2' || schema === 'project'
}

/** A tree of settings by their pointers: the setting that ends here, and the ways on. */
interface Branch {
  readonly settings: Setting[]
  readonly next: Map<string, Branch>
}

const branches = new Map<readonly Setting[], Branch>()

function find(table: readonly Setting[], pointer: string, variant: string | undefined): Setting | undefined {
  let branch = branches.get(table)
  if (branch === undefined) branches.set(table, (branch = branchOf(table)))
  for (const token of pointer.split('/').slice(1)) {
    branch = branch.next.get(token) ?? branch.next.get('*')
    if (branch === undefined) return undefined
  }
  return branch.settings.find((setting) => setting.variant === variant) ?? branch.settings[0]
}

function branchOf(table: readonly Setting[]): Branch {
  const root: Branch = { settings: [], next: new Map() }
  for (const setting of table) {
    let branch = root
    for (const token of setting.pointer.split('/').slice(1)) {
      const known = branch.next.get(token)
      const next: Branch = known ?? { settings: [], next: new Map() }
      if (known === undefined) branch.next.set(token, next)
      branch = next
    }
    branch.settings.push(setting)
  }
  return root
}
