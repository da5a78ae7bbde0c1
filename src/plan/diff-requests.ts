import { redactPointer, redactSecrets } from '../request/redact-secrets.ts'
import type { Provenance, Origin, ResolvedSetting, ResolvedCrawl } from '../resolve/resolved-crawl.ts'
import { settingsOf } from '../resolve/merged-layers.ts'
import { canonicalJson, given, parsePointer, pointersAround } from '../util/json.ts'
import type { Json, JsonObject, JsonPointer } from '../util/json.ts'
import { compareText } from '../util/text.ts'
import type { PlannedDifference, PlannedOrigin } from './plan.ts'

/**
 * Returns every setting that differs between the recorded request and the wanted one, by pointer. Maps are compared
 * inside, lists are one setting. A setting that comes or goes names the default it replaces or falls back to.
 */
function diffRequests(before: JsonObject, after: JsonObject, provenance: Provenance): PlannedDifference[] {
  const old = settingsOf(before)
  const now = settingsOf(after)
  const pointers = [...new Set([...old.keys(), ...now.keys()])].toSorted(compareText)
  return pointers.flatMap((pointer) => {
    const difference = diffSetting(pointer, old.get(pointer), now.get(pointer), provenance)
    return difference === undefined ? [] : [difference]
  })
}

/** Describes what changed: `limit changed`, `limit, delay and 3 more settings changed`. Without a difference, only a redacted value changed. */
function describeDifferences(differences: readonly PlannedDifference[]): string {
  const names = differences.map(({ pointer }) => parsePointer(pointer).join('.'))
  if (names.length === 0) return 'a secret that is not shown changed'
  const more = names.length > 3 ? [`${names.length - 2} more settings`] : []
  const named = names.slice(0, 3 - more.length)
  return `${new Intl.ListFormat('en-GB').format([...named, ...more])} changed`
}

function diffSetting(
  pointer: JsonPointer,
  before: Json | undefined,
  after: Json | undefined,
  provenance: Provenance,
): PlannedDifference | undefined {
  if (after === undefined) {
    const { value, origin } = provenance.get(pointer) ?? {}
    return given({ pointer, kind: 'removed', before, after: value, origin: origin && plannedOrigin(origin) })
  }
  const origin = originOf(pointer, provenance)
  if (before === undefined) {
    const replaced = provenance.get(pointer)?.beaten.find((candidate) => candidate.origin.kind === 'default')
    return { pointer, kind: 'added', ...(replaced ? { before: replaced.value } : {}), after, ...origin }
  }
  if (canonicalJson(before) === canonicalJson(after)) return undefined
  return { pointer, kind: 'changed', before, after, ...origin }
}

/** Returns the origin of the setting itself or of the nearest setting around it. */
function originOf(pointer: JsonPointer, provenance: Provenance): { origin?: PlannedOrigin } {
  const setting = provenance.get(pointersAround(pointer).find((at) => provenance.has(at)) ?? '')
  return setting === undefined ? {} : { origin: plannedOrigin(setting.origin) }
}

export interface RequestDifferences {
  readonly differences: readonly PlannedDifference[]
  /** Such as `limit changed`. */
  readonly summary: string
}

/** Returns the changes since `before`, redacted, with a short summary. */
export function shownDifferences(
  before: JsonObject,
  { request, provenance }: ResolvedCrawl,
): RequestDifferences {
  const old = redactSecrets(before).value
  const differences = diffRequests(old, redactSecrets(request).value, provenance).map(redactDifference)
  return { differences, summary: describeDifferences(differences) }
}

function redactDifference(difference: PlannedDifference): PlannedDifference {
  const { pointer, before, after } = difference
  const path = parsePointer(pointer)
  const shown = (value: Json | undefined): Json | undefined => value && redactSecrets(value, path).value
  return given({ ...difference, pointer: redactPointer(pointer), before: shown(before), after: shown(after) })
}

/** Returns an origin as plain data, its line looked up. */
export function plannedOrigin(origin: Origin): PlannedOrigin {
  if (origin.kind === 'default') return given({ kind: origin.kind, note: origin.note })
  if (origin.kind === 'option') return { kind: 'option', name: origin.option }
  const { document, pointer, part } = origin.source
  const { line } = document.locate(pointer, part)
  return given({ kind: origin.kind, name: nameOf(origin), file: document.file, line })
}

/** Returns every setting's origin, keys sorted. */
export function plannedOrigins(provenance: Provenance): Record<JsonPointer, PlannedOrigin> {
  const sorted = [...provenance].toSorted(([a], [b]) => compareText(a, b))
  return Object.fromEntries(
    sorted.map(([pointer, setting]) => [redactPointer(pointer), plannedOrigin(setting.origin)]),
  )
}

/** Returns settings that are no secrets, with their origins. */
export function plannedSettings(provenance: Provenance): Record<JsonPointer, ExplainedValue> {
  return Object.fromEntries(
    Array.from(provenance, ([pointer, { value, origin }]) => [
      pointer,
      { value, origin: plannedOrigin(origin) },
    ]),
  )
}

/** Returns the profile, environment, axis, variable or old setting. */
function nameOf(origin: Origin): string | undefined {
  const names: { [Name in 'kind' | 'profile' | 'environment' | 'axis' | 'variable' | 'from']?: string } =
    origin
  return names.profile ?? names.environment ?? names.axis ?? names.variable ?? names.from
}

interface ExplainedValue {
  readonly value: Json
  readonly origin: PlannedOrigin
}

/** One setting as plain data without secrets: its value, its origin, and the candidates that it beat, nearest first. */
export interface SettingExplanation extends ExplainedValue {
  readonly pointer: JsonPointer
  readonly beaten: readonly ExplainedValue[]
}

export function explainSetting(
  pointer: JsonPointer,
  { value, origin, beaten }: ResolvedSetting,
): SettingExplanation {
  const shown = (one: Json): Json => redactSecrets(one, parsePointer(pointer)).value
  return {
    pointer: redactPointer(pointer),
    value: shown(value),
    origin: plannedOrigin(origin),
    beaten: beaten.map((loser) => ({ value: shown(loser.value), origin: plannedOrigin(loser.origin) })),
  }
}
