import type { ServiceSettings } from '../service/index.ts'
import { parseDuration } from '../util/clock.ts'
import type { EnvironmentSpec } from '../validate/crawl-spec.ts'
import { fillTemplate, type SessionDependencies } from './session-dependencies.ts'

/** The settings of the embedded service that an environment can hold. The command decides the address and the data directory. */
export type EmbeddedSettings = Omit<
  ServiceSettings,
  'dataDirectory' | 'host' | 'port' | 'clock' | 'log' | 'metrics'
>

/** Where to find keys that are not in crawlform.yaml. The first one is of clients of the service. */
export const SERVICE_KEY = 'CRAWLFORM_API_KEY'
export const MODEL_KEY = 'CRAWLFORM_MODEL_API_KEY'
export const WEBHOOK_SECRET = 'CRAWLFORM_WEBHOOK_SECRET'

/**
 * Returns the settings of an environment's embedded service, references filled in and durations in milliseconds.
 * @throws {EnvironmentError} naming a variable that is not set
 */
export function embeddedSettings(
  deps: Pick<SessionDependencies, 'env'>,
  environment: Pick<EnvironmentSpec, 'name' | 'embedded' | 'apiKey'>,
): EmbeddedSettings {
  const { embedded = {}, apiKey } = environment
  const { model, browser = {}, webhooks } = embedded
  const fill = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : fillTemplate(deps, environment.name, text)
  return {
    concurrency: embedded.concurrency,
    hostConcurrency: embedded.hostConcurrency,
    workers: embedded.workers,
    resultsTtlMs: milliseconds(embedded.keepResults),
    volatileTtlMs: milliseconds(embedded.keepUnretained),
    cacheTtlMs: milliseconds(embedded.keepCache),
    allowPrivateAddresses: embedded.allowPrivateAddresses,
    limits: embedded.limits,
    apiKey: fill(apiKey),
    model: model && {
      baseUrl: fill(model.baseUrl) ?? '',
      model: fill(model.name) ?? '',
      apiKey: fill(model.apiKey) ?? (deps.env[MODEL_KEY] || undefined),
      timeoutMs: milliseconds(model.timeout),
    },
    browser: browser.enabled !== false && {
      executable: fill(browser.executable),
      searchPath: deps.env['PATH'],
      tabs: browser.tabs,
    },
    webhook: {
      secret: fill(webhooks?.secret) ?? (deps.env[WEBHOOK_SECRET] || undefined),
      retryDelaysMs: webhooks?.retryDelays?.map((delay) => milliseconds(delay) ?? 0),
      timeoutMs: milliseconds(webhooks?.timeout),
    },
  }
}

/** Returns milliseconds. The schema has checked that the text is a duration. */
function milliseconds(duration: string | undefined): number | undefined {
  return duration === undefined ? undefined : parseDuration(duration)
}
