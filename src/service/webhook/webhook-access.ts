import type { Dispatcher } from 'undici'
import { Agent } from '../http/load-undici.ts'
import { lookupPublic } from '../http/guarded-lookup.ts'
import { hasPrivateLiteral } from '../http/private-address.ts'
import type { ResolvedSettings } from '../settings/settings.ts'

type AccessSettings = Pick<ResolvedSettings, 'host' | 'allowPrivateAddresses'>

/**
 * Tells whether webhooks may lead to private addresses: where only this machine can submit crawls, and where it is
 * allowed. Clients elsewhere could otherwise reach through the service what is behind it.
 */
function mayBePrivate({ host, allowPrivateAddresses }: AccessSettings): boolean {
  return allowPrivateAddresses || host === 'localhost' || host === '::1' || host.startsWith('127.')
}

/**
 * Tells whether the address that a webhook names is one that this service will not call; names are looked up when it is
 * called.
 */
export function isRefusedWebhook(url: string, settings: AccessSettings): boolean {
  return !mayBePrivate(settings) && hasPrivateLiteral(url)
}

/** Connections for webhooks, to public addresses only unless others are allowed. */
export function webhookConnections(settings: AccessSettings): Dispatcher {
  return new Agent(mayBePrivate(settings) ? {} : { connect: { lookup: lookupPublic } })
}
