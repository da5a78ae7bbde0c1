import type { EventEmitter } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket, WebSocketServer } from 'ws'
import { routes } from '../../protocol/protocol.ts'
import type { ReleaseBudget } from '../body/memory-budget.ts'
import type { FoundJob, Jobs } from '../job/job.ts'
import { ApiError, checkAccess } from './check-access.ts'
import { findJob, type RouteOptions } from './api.ts'
import { answerText, partsOf, statusAnswer, type StatusAnswer, UNCOUNTED } from './status-answer.ts'

/** `budget` limits the messages that clients have not received yet. */
type StatusSocketOptions = Pick<RouteOptions, 'settings' | 'jobs' | 'budget'>

const PART = 100
/** A client that has taken nothing in this many checks in a row is dropped. */
const MOST_CHECKS = 4
/** Bytes of the documents of one message. A longer document is sent as a whole. */
const MESSAGE_BYTES = 1024 * 1024
/** Documents of the first message, as many as fit. */
const MOST_DOCUMENTS = 10_000

/**
 * Returns the status WebSocket. It sends all current documents, then each new document, then the end. The key is in a
 * header or, from browsers, in the sub-protocol. Returns a function that closes every socket.
 */
export function attachStatusSocket(server: Server, options: StatusSocketOptions): () => void {
  let loading: Promise<WebSocketServer> | undefined
  let isClosed = false
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const id = /^\/v2\/crawl\/([^/?]+)/.exec(request.url ?? '')?.[1]
    if (id === undefined) return socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
    // Loaded for the first socket, because most clients use HTTP only.
    loading ??= import('ws').then((ws) => new ws.WebSocketServer({ noServer: true, maxPayload: 64 * 1024 }))
    void loading.then((sockets) => {
      if (isClosed) return socket.destroy()
      sockets.handleUpgrade(request, socket, head, (client) => {
        client.on('error', () => client.terminate())
        dropSlowReader(socket, socket, options.settings.limits.answerMs)
        serveStatus(client, { ...options, request, id }).catch(() => client.close(1011, 'Internal error'))
      })
    })
  })
  return () => {
    isClosed = true
    void loading?.then((sockets) => {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    })
  }
}

interface StatusRequest extends StatusSocketOptions {
  readonly request: IncomingMessage
  readonly id: string
}

async function serveStatus(client: WebSocket, options: StatusRequest): Promise<void> {
  const { jobs, settings } = options
  const job = admit(client, options)
  if (job === undefined) return
  const { id } = job.record
  const url = `http://${options.request.headers.host ?? 'localhost'}${routes.crawl(id)}`
  const maxBytes = Math.min(settings.limits.answerBytes, MESSAGE_BYTES)
  const gone = new AbortController()
  client.once('close', () => gone.abort())
  let release: ReleaseBudget | undefined
  const reserve = async (bytes: number): Promise<void> => {
    release?.()
    release = bytes > UNCOUNTED ? await options.budget.take(bytes, gone.signal) : undefined
  }
  const status = async (skip: number, limit: number): Promise<StatusAnswer> => {
    const found = jobs.find(id)
    if (found === undefined) throw new Error('the job has expired')
    return statusAnswer(found, { url, skip, limit, maxBytes, reserve })
  }
  const changes = watchChanges(jobs, id, client)
  try {
    const first = await status(0, MOST_DOCUMENTS)
    // The official client closes after it has received a crawl that has ended. If the documents do not fit into one
    // message, the end is sent after the rest.
    const head = first.head.next === undefined ? first.head : { ...first.head, status: 'scraping' as const }
    await sendMessage(client, 'catchup', answerText({ ...first, head }))
    let sent = first.documents.length
    while (client.readyState === client.OPEN) {
      const answer = await status(sent, PART)
      for (const document of answer.documents) await sendMessage(client, 'document', [document])
      sent += answer.documents.length
      if (answer.documents.length > 0) continue
      if (answer.head.status === 'scraping') await changes.next()
      else {
        await sendMessage(client, 'done', answerText(answer))
        client.close(1000)
      }
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error
  } finally {
    release?.()
    changes.stop()
  }
}

/** Sends one message in fragments, each after the previous one was taken, so that little memory waits for a slow reader. */
async function sendMessage(client: WebSocket, type: string, data: readonly Uint8Array[]): Promise<void> {
  let last: Uint8Array | undefined
  for (const part of partsOf([Buffer.from(`{"type":"${type}","data":`), ...data, Buffer.from('}')])) {
    if (last !== undefined) await sendFragment(client, last, false)
    last = part
  }
  if (last !== undefined) await sendFragment(client, last, true)
}

function sendFragment(client: WebSocket, part: Uint8Array, fin: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    client.send(part, { binary: false, fin }, (error) => (error == null ? resolve() : reject(error)))
  })
}

/** Codes that close a socket, by the status that a request would get (IANA WebSocket registry); 1008 for others. */
const CLOSE_CODES: Readonly<Record<number, number>> = { 401: 3000, 403: 3003 }

function admit(client: WebSocket, { settings, jobs, request, id }: StatusRequest): FoundJob | undefined {
  const { authorization, host } = request.headers
  const credentials = authorization ?? (client.protocol === '' ? undefined : `Bearer ${client.protocol}`)
  try {
    checkAccess(settings, credentials, host)
    return findJob(jobs, id)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    client.close(CLOSE_CODES[error.status] ?? 1008, error.message.slice(0, 120))
    return undefined
  }
}

/** Yields the changes of a job one at a time; changes in the meantime count as one. It also ends when the client leaves. */
function watchChanges(jobs: Jobs, id: string, client: WebSocket): { next(): Promise<void>; stop(): void } {
  let changed = false
  let wake: (() => void) | undefined
  const note = (): void => {
    changed = true
    wake?.()
  }
  const stop = jobs.watch(id, note)
  client.on('close', note)
  return {
    stop,
    next: async () => {
      if (!changed) await new Promise<void>((resolve) => (wake = resolve))
      changed = false
      wake = undefined
    },
  }
}

/**
 * Drops a connection whose client takes nothing for `answerMs`, or up to a half longer. Answers are sent in parts, so taking
 * one part counts.
 * @param events reports the timeouts of the socket: itself, or the answer that it sends
 */
export function dropSlowReader(socket: Socket, events: EventEmitter, answerMs: number): void {
  const checkMs = Math.ceil(answerMs / MOST_CHECKS)
  let [taken, checks] = [0, 0]
  events.on('timeout', () => {
    const now = socket.bytesWritten - socket.writableLength
    checks = socket.writableLength > 0 && now === taken ? checks + 1 : 0
    taken = now
    // An ordinary end would wait for the client.
    if (checks > MOST_CHECKS) socket.resetAndDestroy()
    else socket.setTimeout(checkMs)
  })
  socket.setTimeout(checkMs)
}
