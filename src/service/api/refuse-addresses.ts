import type { EffectiveRequest } from '../../request/effective-request.ts'
import { isRefusedUrl, type AddressAccess } from '../http/address-policy.ts'
import { badRequest } from './check-request.ts'

/**
 * Refuses a crawl whose start URL or webhook has an address that the service does not connect to for its clients.
 * @throws {ApiError} 400
 */
export async function refuseAddresses(
  { url, webhook }: Pick<EffectiveRequest, 'url' | 'webhook'>,
  access: AddressAccess,
): Promise<void> {
  const issues = []
  if (await isRefusedUrl(url, access)) issues.push({ path: ['url'], message: problem('The start URL') })
  if (webhook !== undefined && (await isRefusedUrl(webhook.url, access))) {
    issues.push({ path: ['webhook', 'url'], message: problem('The URL of the webhook') })
  }
  if (issues.length > 0) throw badRequest(issues.map((issue) => ({ code: 'custom', ...issue })))
}

function problem(what: string): string {
  return `${what} leads to private addresses. This service connects to those only if it was started with --allow-private-addresses, and never to link-local ones.`
}
