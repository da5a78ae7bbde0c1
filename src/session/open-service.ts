import { ClientError } from '../client/crawl-client.ts'
import type { CrawlClient } from '../client/client.ts'
import type { LoadedProject } from '../load/load.ts'
import type { PausedJobs } from '../plan/make-plan.ts'
import { supportsIdempotencyKeys, serviceKind } from '../validate/crawl-spec.ts'
import type { JobRecord, PreviousJob } from '../state/state.ts'
import { packageVersion } from '../util/package-file.ts'
import { printable } from '../util/text.ts'
import { readProxySettings } from '../util/network.ts'
import { embeddedSettings } from './embedded-settings.ts'
import { EnvironmentError, fillTemplate, secretRedactor } from './session-dependencies.ts'
import type { SessionDependencies } from './session-dependencies.ts'
import { type EmbeddedService, servicePlace, startEmbeddedService } from './embedded-service.ts'

export interface OpenedService {
  readonly client: CrawlClient
  /** The service, if it is in this process now: its jobs pause when the process ends. */
  readonly running: EmbeddedService['running']
  close(): Promise<void>
}

/**
 * Returns the service of the project's environment. The embedded one starts in this process, unless another process already
 * serves the project's data. When that process ends, it starts here. Secrets of the project and of `records` are removed from its answers.
 * With `isIdle`, it answers requests and leaves its jobs paused.
 */
export async function openService(
  deps: Pick<SessionDependencies, 'env' | 'clock'>,
  loaded: LoadedProject,
  { records, isIdle = false }: { readonly records: readonly JobRecord[]; readonly isIdle?: boolean },
): Promise<OpenedService> {
  const { environment } = loaded
  const { baseUrl } = environment
  const { createCrawlClient } = await import('../client/client.ts')
  const start = () => startEmbedded(deps, loaded, isIdle)
  let own = baseUrl === undefined ? await start() : undefined
  let moving: ReturnType<typeof start> | undefined
  const relocate = async () => {
    if (own?.running !== undefined) return own
    moving ??= start().finally(() => (moving = undefined))
    return (own = await moving)
  }
  const { apiKey: key } = environment
  const apiKey = own?.apiKey ?? (key === undefined ? undefined : fillTemplate(deps, environment.name, key))
  const client = createCrawlClient({
    baseUrl: own?.url ?? baseUrl ?? '',
    ...(apiKey === undefined ? {} : { apiKey }),
    relocate: own === undefined ? undefined : relocate,
    userAgent: `crawlform/${packageVersion()}`,
    clock: deps.clock,
    redactor: secretRedactor(deps, loaded, { records }),
    idempotencyKeys: supportsIdempotencyKeys(environment),
    ownHeaders: serviceKind(environment) !== 'hosted',
    // The embedded service is on this machine, so no proxy is used.
    ...(baseUrl === undefined ? {} : { proxy: readProxySettings(deps.env) }),
  })
  return {
    client,
    get running() {
      return own?.running
    },
    async close() {
      await client.close()
      await own?.close()
    },
  }
}

async function startEmbedded(
  deps: Pick<SessionDependencies, 'env' | 'clock'>,
  { root, environment }: LoadedProject,
  isIdle: boolean,
): Promise<EmbeddedService> {
  if (environment.service !== 'embedded') {
    throw new EnvironmentError(
      `The environment "${printable(environment.name)}" has neither "baseUrl" nor "service: embedded".`,
      'Set one of them in crawlform.yaml.',
    )
  }
  const settings = embeddedSettings(deps, environment)
  return startEmbeddedService(servicePlace(root, deps.env), {
    ...settings,
    clock: deps.clock,
    apiKey: settings.apiKey ?? crypto.randomUUID(),
    isIdle,
  })
}

/**
 * Returns the unfinished jobs of the project's own service if no process runs it, with their counts. Starts none of them. A
 * service that cannot be opened has no answer: commands that need it report why.
 */
export async function pausedJobs(
  deps: Pick<SessionDependencies, 'env' | 'clock'>,
  loaded: LoadedProject,
  { jobs, records }: { readonly jobs: readonly PreviousJob[]; readonly records: readonly JobRecord[] },
): Promise<PausedJobs> {
  const paused = new Map<string, { completed: number; total: number }>()
  if (loaded.environment.baseUrl !== undefined) return paused
  const service = await openService(deps, loaded, { records, isIdle: true }).catch(() => undefined)
  try {
    if (service?.running === undefined) return paused
    for (const { job } of jobs) {
      const answer = await service.client.status(job).catch(noAnswer)
      if (answer?.status === 'scraping') paused.set(job, answer)
    }
    return paused
  } finally {
    await service?.close()
  }
}

function noAnswer(error: unknown): undefined {
  if (!(error instanceof ClientError)) throw error
}
