import type { JsonObject } from '../util/json.ts'

/** A request whose settings are looked at together. The schema may have refused parts of it. */
export interface CheckedRequest {
  readonly request: JsonObject
  /** Its `scrapeOptions`; empty where there are none. */
  readonly page: JsonObject
  /** True for a text whose form is not known yet, because it refers to a secret. */
  readonly isOpen: (text: string) => boolean
}
