import { redactPointer, redactSecrets } from '../request/redact-secrets.ts'
import type { Origin, Provenance, ResolvedSetting } from '../resolve/origin.ts'
import { compareText } from '../util/text.ts'
import { given, type Json, type JsonPointer, parsePointer } from '../util/json.ts'
import type { PlannedOrigin } from './plan.ts'

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

interface Names extends Partial<Record<'profile' | 'environment' | 'axis' | 'variable' | 'from', string>> {
  readonly kind: Origin['kind']
}

/** Returns the profile, environment, axis, variable or old setting. */
function nameOf(origin: Origin): string | undefined {
  const names: Names = origin
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
