import type { OwnHeaders } from '../http/own-headers.ts'
import type { AddressPolicy } from '../http/address-policy.ts'
import type { ScrapeSettings } from '../../request/page-settings.ts'

/** A page to show, with its limits. */
export interface ShowRequest {
  readonly url: string
  readonly scrape: ScrapeSettings
  /** The headers of `scrape`, and where they may be sent. */
  readonly headers: OwnHeaders | undefined
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly addressPolicy: AddressPolicy
}
