import type { OwnHeaders } from '../http/own-headers.ts'
import type { AddressPolicy } from '../http/address-policy.ts'
import type { ScrapeSettings } from '../../request/page-settings.ts'

/** A page to show, and its bounds. */
export interface ShowRequest {
  readonly url: string
  readonly scrape: ScrapeSettings
  /** Those of `scrape`, and where they may go. */
  readonly headers: OwnHeaders | undefined
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly addressPolicy: AddressPolicy
}
