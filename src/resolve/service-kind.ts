import type { EnvironmentSpec } from '../validate/crawl-spec.ts'
import type { ServiceKind } from '../request/service-facts.ts'
import { parseUrl } from '../util/can-parse-url.ts'

export function serviceKind({ service, baseUrl }: EnvironmentSpec): ServiceKind {
  if (service === 'embedded') return 'embedded'
  const { hostname: host = '' } = parseUrl(baseUrl ?? '') ?? {}
  return host === 'firecrawl.dev' || host.endsWith('.firecrawl.dev') ? 'hosted' : 'self-hosted'
}

/** Returns whether a service supports idempotency keys: we know that it does, or the project file says so. */
export function knowsKeys(environment: EnvironmentSpec): boolean {
  return environment.idempotencyKeys ?? serviceKind(environment) !== 'self-hosted'
}
