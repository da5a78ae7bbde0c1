import { Agent, type Dispatcher } from 'undici'
import {
  isLoopbackName,
  lookupWithin,
  type AddressAccess,
  type AddressPolicy,
} from '../http/address-policy.ts'

/** Where webhooks may lead. */
export interface WebhookAccess {
  readonly policy: AddressPolicy
  /** Its connections look names up within the policy. */
  readonly dispatcher: Dispatcher
}

/** Returns the access of webhooks: to public addresses unless others are allowed, or all is local. */
export function webhookAccess({ host, allowPrivateAddresses }: AddressAccess): WebhookAccess {
  const policy = allowPrivateAddresses || isLoopbackName(host) ? 'loopback' : 'public'
  return { policy, dispatcher: new Agent({ connect: { lookup: lookupWithin(policy) } }) }
}
