/**
 * What every key means. In: a JSON Pointer. Out: the key's types, unit, default, values and description, as the schemas
 * state them. This room knows nothing of values that were written.
 */
import type { Setting } from './setting.ts'
import { crawlFile, projectFile, requestV1, requestV2 } from './settings.gen.ts'
import type { SchemaName } from './validators.ts'

/** Every setting of a request of `version`, in the schema's order, nested ones after the one that holds them. */
export function requestSettings(version: 1 | 2): readonly Setting[] {
  return version === 1 ? requestV1 : requestV2
}

/** Every key of a crawl file around its request, or of a project file. */
export function fileSettings(file: 'crawl' | 'project'): readonly Setting[] {
  return file === 'crawl' ? crawlFile : projectFile
}

const REQUEST_IN_CRAWL = /^(?:\/request|\/matrix\/include\/\d+\/request)(?=\/|$)/
const REQUEST_IN_PROJECT = /^(?:\/defaults|\/profiles\/[^/]+|\/environments\/[^/]+)\/request(?=\/|$)/
const LIST_OPERATION = /\/(?:append|prepend|remove)(?=\/|$)/

/**
 * The setting at `pointer` into a value of `schema`. Where several kinds of format, action or parser share a key, `variant`
 * (the object's `type`) chooses; without it, the first is given.
 */
export function schemaAt(schema: SchemaName, pointer: string, variant?: string): Setting | undefined {
  const version = schema === 'crawl-v1' || schema === 'request-v1' ? 1 : 2
  if (schema === 'request-v1' || schema === 'request-v2')
    return find(requestSettings(version), pointer, variant)
  const file = schema === 'project' ? projectFile : crawlFile
  const request = (schema === 'project' ? REQUEST_IN_PROJECT : REQUEST_IN_CRAWL).exec(pointer)?.[0]
  if (request === undefined || request === pointer) return find(file, pointer, variant)
  const inner = pointer.slice(request.length)
  const settings = requestSettings(version)
  return find(settings, inner, variant) ?? find(settings, inner.replace(LIST_OPERATION, ''), variant)
}

function find(
  settings: readonly Setting[],
  pointer: string,
  variant: string | undefined,
): Setting | undefined {
  const tokens = pointer.split('/')
  const fitting = settings.filter((setting) => fits(setting.pointer.split('/'), tokens))
  const exact = fitting.filter((setting) => !setting.pointer.includes('*') || setting.pointer === pointer)
  const candidates = exact.length > 0 ? exact : fitting
  return candidates.find((setting) => setting.variant === variant) ?? candidates[0]
}

function fits(pattern: readonly string[], tokens: readonly string[]): boolean {
  return (
    pattern.length === tokens.length &&
    pattern.every((token, index) => token === '*' || token === tokens[index])
  )
}
