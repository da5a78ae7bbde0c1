import { LOCKABLE } from '../../resolve/prompt-lock.ts'
import { schemaErrors } from '../../schema/validators.ts'
import type { Json, JsonObject } from '../../util/json.ts'

export interface AcceptedAnswer {
  readonly options: JsonObject
  /** Settings of the answer that cannot be locked. */
  readonly leftOut: readonly LeftOut[]
}

export interface LeftOut {
  readonly setting: string
  readonly value: Json
  readonly because: string
}

/** Returns the lockable part of a service's answer to a prompt. It comes from a language model, so each setting is checked. */
export function acceptAnswer(answer: JsonObject): AcceptedAnswer {
  const options: Record<string, Json> = {}
  const leftOut: LeftOut[] = []
  for (const [setting, value] of Object.entries(answer)) {
    // The answer repeats the question, and a model writes null for settings that it does not decide.
    if (setting === 'url' || setting === 'prompt' || value === null) continue
    const because = whyNot(setting, value)
    if (because === undefined) options[setting] = value
    else leftOut.push({ setting, value, because })
  }
  return { options, leftOut }
}

function whyNot(setting: string, value: Json): string | undefined {
  if (!LOCKABLE.some((name) => name === setting)) return 'not a setting that a prompt can set'
  if (schemaErrors('request-v2', { url: 'https://example.com/', [setting]: value }).length > 0)
    return 'not a valid value for the setting'
  return JSON.stringify(value).includes('${secret:') ? 'it refers to a secret' : undefined
}
