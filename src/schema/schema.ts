/**
 * Input: a JSON Pointer.
 * Output: the types, unit, default, values and description of its key, as the schemas state them.
 * Must not know values that users wrote.
 */
import type { ApiVersion } from './api-version.ts'
import type { SchemaName } from './validators.ts'
import { readFileSync } from 'node:fs'
import { memoize } from '../util/memoize.ts'
import { fold } from '../util/suggest.ts'

type Tables = Readonly<Record<'requestV1' | 'requestV2' | 'crawlFile' | 'projectFile', readonly Setting[]>>

let known: Tables | undefined

/** Reads the tables for the first question, because most valid files ask none. `npm run generate` writes them. */
function tables(): Tables {
  const file = new URL('../../schema/settings.json', import.meta.url)
  return (known ??= JSON.parse(readFileSync(file, 'utf8')) as Tables)
}

/** Returns every setting of a request of `version`, in the schema's order, nested ones after the one that holds them. */
export function requestSettings(version: ApiVersion): readonly Setting[] {
  return version === 1 ? tables().requestV1 : tables().requestV2
}

/** Returns every key of a crawl file around its request, or of a project file. */
export function fileSettings(file: 'crawl' | 'project'): readonly Setting[] {
  return file === 'crawl' ? tables().crawlFile : tables().projectFile
}

/** Returns the setting's name that differs from `key` at most in case, `_` and `-`, or else `key` in camel case. */
export function spelledName(key: string): string {
  return (
    namesOf(tables()).get(fold(key)) ??
    key.replaceAll(/[_-]+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  )
}

/** The names of all settings by their folded form. The first one counts. */
const namesOf = memoize((all: Tables) => {
  const names = new Map<string, string>()
  for (const { pointer } of Object.values(all).flat()) {
    const name = pointer.split('/').at(-1) ?? ''
    if (!names.has(fold(name))) names.set(fold(name), name)
  }
  return names
})

const REQUEST_IN_CRAWL = /^(?:\/request|\/matrix\/include\/\d+\/request)(?=\/|$)/
const REQUEST_IN_PROJECT = /^(?:\/defaults|\/profiles\/[^/]+|\/environments\/[^/]+)\/request(?=\/|$)/

/** Returns the pointer of the request that `pointer` of a file is in; undefined outside of requests. */
export function requestAround(file: 'crawl' | 'project', pointer: string): string | undefined {
  return (file === 'project' ? REQUEST_IN_PROJECT : REQUEST_IN_CRAWL).exec(pointer)?.[0]
}

const LIST_OPERATION = /\/(?:append|prepend|remove)(?=\/|$)/

/**
 * Returns the setting at `pointer` into a value of `schema`. Where several kinds of format, action or parser share a
 * key, `variant` (the object's `type`) chooses; without it the first one counts.
 */
export function schemaAt(schema: SchemaName, pointer: string, variant?: string): Setting | undefined {
  const request = schema === 'crawl-v1' || schema === 'request-v1' ? tables().requestV1 : tables().requestV2
  const isFile = schema === 'crawl-v1' || schema === 'crawl-v2' || schema === 'project'
  if (!isFile) return find(request, pointer, variant)
  const inFile = schema === 'project' ? tables().projectFile : tables().crawlFile
  const head = requestAround(schema === 'project' ? 'project' : 'crawl', pointer)
  if (head === undefined || head === pointer) return find(inFile, pointer, variant)
  const inner = pointer.slice(head.length)
  const operation = LIST_OPERATION.exec(inner)
  const list = operation === null ? undefined : find(request, inner.slice(0, operation.index), undefined)
  return list?.types.includes('array') === true
    ? find(request, inner.replace(LIST_OPERATION, ''), variant)
    : find(request, inner, variant)
}

/** Settings by pointer, also for pointers that only lead to others. */
type Index = ReadonlyMap<string, readonly Setting[]>

function find(table: readonly Setting[], pointer: string, variant: string | undefined): Setting | undefined {
  const index = indexOf(table)
  let at = ''
  for (const token of pointer.split('/').slice(1))
    at = index.has(`${at}/${token}`) ? `${at}/${token}` : `${at}/*`
  const settings = index.get(at) ?? []
  return settings.find((setting) => setting.variant === variant) ?? settings[0]
}

const indexOf = memoize((table: readonly Setting[]): Index => {
  const index = new Map<string, Setting[]>()
  for (const setting of table) {
    const { pointer } = setting
    for (let end = pointer.indexOf('/', 1); end !== -1; end = pointer.indexOf('/', end + 1)) {
      const above = pointer.slice(0, end)
      if (!index.has(above)) index.set(above, [])
    }
    index.set(pointer, [...(index.get(pointer) ?? []), setting])
  }
  return index
})

/** One key that a file or request may hold, as the schemas describe it. */
export interface Setting {
  /** Its place, as a JSON Pointer with `*` for list items and for keys that people choose. */
  readonly pointer: string
  /** JSON types; `integer` is a number without a fraction. */
  readonly types: readonly string[]
  readonly description: string
  /** The `type` of the format, action or parser that has this key. */
  readonly variant?: string
  readonly unit?: string
  readonly default?: unknown
  /** The only allowed values, where there are few. */
  readonly values?: readonly (string | number)[]
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  /** Its default is never sent: older releases do not know the setting, or have another default. */
  readonly newer?: true
  /** Why not to use it, and the replacement. */
  readonly deprecated?: string
  /** JSON Pointer of the version 2 setting that replaces it. */
  readonly replacedBy?: string
}
