import type { CrawlClient } from '../client/crawl-client.ts'
import type { LoadedProject } from '../load/load.ts'
import { knowsKeys, serviceKind } from '../resolve/service-kind.ts'
import type { JobRecord } from '../state/recorded-state.ts'
import { readProxySettings } from '../util/proxy-settings.ts'
import { embeddedSettings } from './embedded-settings.ts'
import { EnvironmentError, fillTemplate } from './fill-template.ts'
import { servicePlace, startOwnService, type OwnService } from './own-service.ts'
import type { SessionDependencies } from './session-dependencies.ts'
import { secretRedactor } from './known-secrets.ts'
import { packageVersion } from '../util/package-file.ts'
import { printable } from '../util/printable.ts'

export interface OpenedService {
  readonly client: CrawlClient
  /** True when the service lives in this process; its jobs pause when the process ends. */
  readonly isInProcess: boolean
  /** Resolves when a job has ended; present only if the service is in this process. */
  readonly ended?: OwnService['ended']
  close(): Promise<void>
}

/**
 * Returns the service of the project's environment. The embedded one starts in this process, unless another process already
 * serves the project's data. Secrets of the project and of `records` are removed from its answers.
 * One started with `isIdle` answers, and leaves its jobs paused.
 */
export async function openService(
  around: Pick<SessionDependencies, 'env' | 'clock'>,
  loaded: LoadedProject,
  { records, isIdle = false }: { readonly records: readonly JobRecord[]; readonly isIdle?: boolean },
): Promise<OpenedService> {
  const { root, environment } = loaded
  const { baseUrl, name } = environment
  const { createCrawlClient } = await import('../client/client.ts')
  const connect = (
    url: string,
    apiKey: string | undefined,
    inProcessPages?: OwnService['pages'],
  ): CrawlClient =>
    createCrawlClient({
      baseUrl: url,
      ...(inProcessPages === undefined ? {} : { inProcessPages }),
      ...(apiKey === undefined ? {} : { apiKey }),
      userAgent: `crawlform/${packageVersion()}`,
      clock: around.clock,
      redactor: secretRedactor(around, loaded, { records }),
      idempotencyKeys: knowsKeys(environment),
      ownHeaders: serviceKind(environment) !== 'hosted',
      // The embedded service is on this machine, so no proxy is used.
      ...(baseUrl === undefined ? {} : { proxy: readProxySettings(around.env) }),
    })
  if (baseUrl !== undefined) {
    const { apiKey } = environment
    const client = connect(baseUrl, apiKey === undefined ? undefined : fillTemplate(around, name, apiKey))
    return { client, isInProcess: false, close: () => client.close() }
  }
  if (environment.service !== 'embedded') {
    throw new EnvironmentError(
      `The environment "${printable(name)}" has neither "baseUrl" nor "service: embedded".`,
      'Set one of them in crawlform.yaml.',
    )
  }
  const settings = embeddedSettings(around, environment)
  const own = await startOwnService(servicePlace(root, around.env), {
    ...settings,
    clock: around.clock,
    apiKey: settings.apiKey ?? crypto.randomUUID(),
    isIdle,
  })
  // A key that a person chose may occur on a page, so it is redacted there.
  const client = connect(own.url, own.apiKey, settings.apiKey === undefined ? own.pages : undefined)
  return {
    client,
    isInProcess: own.isInProcess,
    ended: own.ended,
    async close() {
      await client.close()
      await own.close()
    },
  }
}
