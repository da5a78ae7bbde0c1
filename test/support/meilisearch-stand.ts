import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Page {
  readonly id: string
  readonly title: string
  readonly text: string
}

interface Task {
  readonly uid: number
  status: 'enqueued' | 'succeeded' | 'failed'
  error?: { readonly message: string; readonly code: string }
}

/**
 * The endpoints of Meilisearch that the guide uses, with the status codes of its reference
 * (https://www.meilisearch.com/docs/reference/api): changes are answered with 202 and made later, in order; an index comes
 * into being with its first documents. No registry has the program itself.
 */
export interface MeilisearchStand {
  readonly url: string
  /** The documents of the index `pages` by id; undefined before there is one. */
  readonly pages: ReadonlyMap<string, Page> | undefined
  /** The key that every request must send; undefined allows all. */
  key: string | undefined
  close(): Promise<void>
}

export async function startMeilisearch(): Promise<MeilisearchStand> {
  let pages: Map<string, Page> | undefined
  const tasks: (Task & { readonly run: () => void })[] = []
  const enqueue = (run: () => void): [number, object] => {
    const task: Task & { readonly run: () => void } = { uid: tasks.length, status: 'enqueued', run }
    tasks.push(task)
    return [202, { taskUid: task.uid, indexUid: 'pages', status: task.status }]
  }
  const shown = (uid: number): [number, object] => {
    const task = tasks[uid]
    if (task === undefined) return [404, { message: `Task ${uid} not found.`, code: 'task_not_found' }]
    const { status, error = null } = task
    // The first question finds the task waiting, and only then it is done.
    if (task.status === 'enqueued') finish(task)
    return [200, { uid, status, error }]
  }
  const answer = (route: string, body: unknown): [number, object] => {
    if (route === 'POST /indexes/pages/documents?primaryKey=id')
      return enqueue(() => {
        pages ??= new Map()
        for (const page of body as Page[]) pages.set(page.id, page)
      })
    if (route === 'POST /indexes/pages/documents/delete-batch')
      return enqueue(() => {
        if (pages === undefined) throw new Error('Index `pages` not found.')
        for (const id of body as string[]) pages.delete(id)
      })
    if (route === 'POST /indexes/pages/search') {
      const { q } = body as { q: string }
      const hits = [...(pages?.values() ?? [])].filter(({ text }) => text.toLowerCase().includes(q))
      return [200, { hits, query: q }]
    }
    const [, uid] = /^GET \/tasks\/(\d+)$/.exec(route) ?? []
    return uid === undefined ? [404, { message: 'Not found', code: 'not_found' }] : shown(Number(uid))
  }
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      const isAllowed = stand.key === undefined || request.headers.authorization === `Bearer ${stand.key}`
      const route = `${request.method} ${request.url}`
      send(response, ...(isAllowed ? answer(route, body) : forbidden))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stand: MeilisearchStand = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get pages() {
      return pages
    },
    key: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return stand
}

const forbidden: [number, object] = [
  403,
  { message: 'The provided API key is invalid.', code: 'invalid_api_key', type: 'auth' },
]

function finish(task: Task & { readonly run: () => void }): void {
  try {
    task.run()
    task.status = 'succeeded'
  } catch (error) {
    task.status = 'failed'
    task.error = { message: (error as Error).message, code: 'index_not_found' }
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  return text === '' ? undefined : (JSON.parse(text) as unknown)
}

function send(response: ServerResponse, status: number, json: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
}
