import { assert } from '../util/invariant.ts'
import type { JsonObject } from '../util/json.ts'

/** The format that this crawlform writes. */
export const CURRENT_VERSION = 1

/** Turns a stored state of one version into the next. The caller sets the version number. */
export type UpgradeStep = (stored: JsonObject) => JsonObject

/** Step i leads from version i + 1 to version i + 2, so there is one step less than there are versions. */
const STEPS: readonly UpgradeStep[] = []

/** Returns `stored` in the newest format, one version after the other; its version must not be newer. */
export function upgradeState(stored: JsonObject, steps: readonly UpgradeStep[] = STEPS): JsonObject {
  const version = stored['formatVersion']
  const newest = steps.length + 1
  assert(typeof version === 'number' && version >= 1 && version <= newest, 'the version was not checked')
  return steps
    .slice(version - 1)
    .reduce<JsonObject>(
      (state, step, index) => ({ ...step(state), formatVersion: version + index + 1 }),
      stored,
    )
}
