import { requestNeeds } from '../../request/request-needs.ts'
import type { JsonObject } from '../../util/json.ts'

/** What this service has. */
export interface Capabilities {
  /** A language model. */
  readonly model: boolean
  /** A browser. */
  readonly browser: boolean
}

const MISSING = { model: ', and this service has none set up', browser: ', and this service has none' }

/**
 * Tells why a valid request cannot be done here, or undefined when every setting of it will take effect: nothing is
 * accepted and then ignored.
 */
export function findObstacle(request: JsonObject, capabilities: Capabilities): string | undefined {
  const need = requestNeeds(request).find(({ means }) => means === undefined || !capabilities[means])
  if (need === undefined) return undefined
  return `${need.subject} ${need.reason}${need.means === undefined ? '' : MISSING[need.means]}.`
}
