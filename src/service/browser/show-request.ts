import type { AddressPolicy } from '../http/private-address.ts'
import type { ScrapeSettings } from '../../request/page-settings.ts'

/** A page to show, and its bounds. */
export interface ShowRequest {
  readonly url: string
  readonly scrape: ScrapeSettings
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly addressPolicy: AddressPolicy
  mayFollow(url: string): boolean
}
