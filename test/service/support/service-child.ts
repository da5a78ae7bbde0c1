import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import path from 'node:path'
import type {
  CrawlErrorsAnswer,
  CrawlStatusAnswer,
  PageDocument,
} from '../../../src/protocol/crawl-status.ts'
import { newDataDirectory } from './service.ts'
import { until } from './until.ts'

const script = path.join(import.meta.dirname, 'serve-child.mjs')

/** The built service in a process of its own. */
export interface ServiceChild {
  readonly url: string
  readonly pid: number
  readonly dataDirectory: string
  start(request: object): Promise<string>
  status(id: string, query?: string): Promise<CrawlStatusAnswer>
  errors(id: string): Promise<CrawlErrorsAnswer['errors']>
  /** Crawls to the end. The answer holds all of the result. */
  crawl(request: object): Promise<{ readonly id: string; readonly answer: CrawlStatusAnswer }>
  /** All of a result. */
  documents(id: string): Promise<PageDocument[]>
  /** Sends the signal and returns the exit status, or what ended it. */
  end(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>
  /** Ends it and removes its data. */
  dispose(): Promise<void>
}

/** Starts the service; in a data directory of its own unless `settings` names one. */
export async function startServiceChild(settings: object = {}): Promise<ServiceChild> {
  const all = { dataDirectory: newDataDirectory(), ...settings }
  const child: ChildProcess = spawn(process.execPath, [script, JSON.stringify(all)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
  const url = line.toString().trim()
  // A connection that was idle while the test was busy is closed by the service at the moment it is used again.
  const headers = { connection: 'close', 'content-type': 'application/json' }
  const get = async <T>(target: string): Promise<T> =>
    (await (await fetch(url + target, { headers })).json()) as T
  const service: ServiceChild = {
    url,
    pid: child.pid ?? 0,
    dataDirectory: all.dataDirectory,
    start: async (request) => {
      const started = await fetch(`${url}/v2/crawl`, {
        method: 'POST',
        headers,
        body: JSON.stringify(request),
      })
      const { id } = (await started.json()) as { id?: string }
      if (id === undefined) throw new Error(`the crawl was refused with ${started.status}`)
      return id
    },
    status: (id, query = '') => get(`/v2/crawl/${id}${query}`),
    errors: async (id) => (await get<CrawlErrorsAnswer>(`/v2/crawl/${id}/errors`)).errors,
    crawl: async (request) => {
      const id = await service.start(request)
      await until(async () => (await service.status(id, '?limit=1')).status !== 'scraping')
      return { id, answer: { ...(await service.status(id)), data: await service.documents(id) } }
    },
    documents: async (id) => {
      const data: PageDocument[] = []
      for (let next: string | undefined = `/v2/crawl/${id}`; next !== undefined;) {
        const part: CrawlStatusAnswer = await get(next.replace(url, ''))
        data.push(...part.data)
        ;({ next } = part)
      }
      return data
    },
    end: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      return child.exitCode ?? child.signalCode
    },
    dispose: async () => {
      await service.end('SIGKILL')
      rmSync(all.dataDirectory, { recursive: true, force: true })
    },
  }
  return service
}
