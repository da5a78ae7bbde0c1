import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type {
  ActiveCrawlsAnswer,
  CrawlErrorsAnswer,
  CrawlStatusAnswer,
  StartCrawlAnswer,
} from '../../../src/protocol/crawl-status.ts'
import {
  startService,
  type RunningService,
  type ServiceEvent,
  type ServiceSettings,
} from '../../../src/service/index.ts'

export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Sent as a JSON body of a POST. */
  readonly json?: unknown
}

export interface TestService extends RunningService {
  readonly dataDirectory: string
  readonly events: readonly ServiceEvent[]
  /** Any request below the service's URL. */
  request(path: string, init?: RequestOptions): Promise<{ status: number; body: unknown }>
  start(body: unknown): Promise<string>
  status(id: string, query?: string): Promise<CrawlStatusAnswer>
  /** Waits for the end of a crawl and reads all of its parts. */
  finished(id: string): Promise<CrawlStatusAnswer>
  crawl(body: unknown): Promise<CrawlStatusAnswer>
  errors(id: string): Promise<CrawlErrorsAnswer>
  active(): Promise<ActiveCrawlsAnswer>
  /** Ends the service and removes its data. */
  dispose(): Promise<void>
}

/** A service of its own on a free port, with a data directory of its own unless `settings` names one. */
export async function startTestService(settings: Partial<ServiceSettings> = {}): Promise<TestService> {
  const dataDirectory = settings.dataDirectory ?? newDataDirectory()
  const events: ServiceEvent[] = []
  const service = await startService({ log: (event) => events.push(event), ...settings, dataDirectory })
  const request: TestService['request'] = async (target, init = {}) => {
    const { json, ...rest } = init
    const answer = await fetch(new URL(target, service.url), {
      ...rest,
      ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
      headers: {
        // A connection that was idle while the test was busy is closed at the moment it is used again.
        connection: 'close',
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(settings.apiKey === undefined ? {} : { authorization: `Bearer ${settings.apiKey}` }),
        ...rest.headers,
      },
    })
    return { status: answer.status, body: await answer.json() }
  }
  const get = async <T>(target: string): Promise<T> => {
    const { status, body } = await request(target)
    if (status !== 200) throw new Error(`${target} answered ${status}: ${JSON.stringify(body)}`)
    return body as T
  }
  const start = async (json: unknown): Promise<string> => {
    const { status, body } = await request('/v2/crawl', { json })
    if (status !== 200) throw new Error(`the crawl was refused with ${status}: ${JSON.stringify(body)}`)
    return (body as StartCrawlAnswer).id
  }
  const finished = async (id: string): Promise<CrawlStatusAnswer> => {
    for (;;) {
      const answer = await get<CrawlStatusAnswer>(`/v2/crawl/${id}`)
      if (answer.status === 'scraping') {
        await new Promise((resolve) => setTimeout(resolve, 20))
        continue
      }
      const data = [...answer.data]
      for (let next = answer.next; next !== undefined;) {
        const part = await get<CrawlStatusAnswer>(next)
        data.push(...part.data)
        next = part.next
      }
      return { ...answer, data }
    }
  }
  return {
    ...service,
    dataDirectory,
    events,
    request,
    start,
    finished,
    status: (id, query = '') => get(`/v2/crawl/${id}${query}`),
    crawl: async (body) => finished(await start(body)),
    errors: (id) => get(`/v2/crawl/${id}/errors`),
    active: () => get('/v2/crawl/active'),
    dispose: async () => {
      await service.close()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

export function newDataDirectory(): string {
  return mkdtempSync(path.join(tmpdir(), 'crawlform-service-'))
}

/** The requested URLs of a result as paths, in its order. */
export function paths(answer: CrawlStatusAnswer): string[] {
  return answer.data.map(
    ({ metadata }) => new URL(metadata.sourceURL).pathname + new URL(metadata.sourceURL).search,
  )
}
