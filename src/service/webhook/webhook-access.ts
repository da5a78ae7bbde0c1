import type { Dispatcher } from 'undici'
import { Agent } from '../http/load-undici.ts'
import { isLoopbackName, lookupWithin, type AddressAccess } from '../http/address-policy.ts'

/** Returns the connections for webhooks, which lead to public addresses unless others are allowed, or all is local. */
export function webhookConnections({ host, allowPrivateAddresses }: AddressAccess): Dispatcher {
  const isOpen = allowPrivateAddresses || isLoopbackName(host)
  return new Agent({ connect: { lookup: lookupWithin(isOpen ? 'loopback' : 'public') } })
}
