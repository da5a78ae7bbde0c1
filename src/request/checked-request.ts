import type { JsonObject } from '../util/json.ts'

/** A request for checks across settings. The schema may have refused parts of it. */
export interface CheckedRequest {
  readonly request: JsonObject
  /** Its `scrapeOptions`; empty when missing. */
  readonly page: JsonObject
  /** Tells whether a text refers to a secret, so that its form is not known yet. */
  readonly isOpen: (text: string) => boolean
}
