import { redactPointer, redactSecrets } from '../request/redact-secrets.ts'
import type { ResolvedSetting } from '../resolve/origin.ts'
import { parsePointer, type JsonPointer } from '../util/json-pointer.ts'
import type { Json } from '../util/json.ts'
import { plannedOrigin } from './planned-origin.ts'
import type { PlannedOrigin } from './plan.ts'

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
