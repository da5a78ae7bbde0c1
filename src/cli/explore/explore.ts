/**
 * Input: functions that render the page and answer its posts.
 * Output: a server on loopback that only holders of the token can use.
 * Must not know crawls or files.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSameSecret } from '../../util/is-same-secret.ts'
import { readBounded, TooLong } from '../../util/read-bounded.ts'
import { messageOf } from '../../util/message-of.ts'
import { parseJson } from '../../util/json.ts'
import { spawn } from 'node:child_process'
import { platform } from 'node:os'

/** The handlers of the server. */
export interface ExplorerAnswers {
  /** Returns the page as it is now. */
  readonly page: () => { readonly html: string; readonly policy: string }
  /** Answers a post to `name`; undefined for an unknown name. */
  readonly post: (
    name: string,
    body: unknown,
  ) => { readonly status: number; readonly body: object } | undefined
}

export interface RunningExplorer {
  /** With the token that opens it. */
  readonly url: string
  close(): Promise<void>
}

const MOST_BYTES = 1_000_000

/**
 * Serves one page on loopback. Requests need the token of its address, and its exact host, which prevents DNS rebinding. Only
 * the page itself may post.
 */
export async function serveExplorer(answers: ExplorerAnswers, port: number): Promise<RunningExplorer> {
  const token = randomBytes(24).toString('base64url')
  const server = createServer((request, response) => {
    answer(request, response, { answers, token, host: hostOf(server) }).catch((error: unknown) => {
      // The page shows the error, for example of a file that cannot be written.
      refuse(response, 500, messageOf(error))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    url: `http://${hostOf(server)}/${token}/`,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

function hostOf(server: Server): string {
  // It listens on TCP.
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Door {
  readonly answers: ExplorerAnswers
  readonly token: string
  readonly host: string
}

async function answer(request: IncomingMessage, response: ServerResponse, door: Door): Promise<void> {
  const { method, headers, url = '' } = request
  const [, token = '', name = '', ...more] = url.split('/')
  if (headers.host !== door.host) return refuse(response, 421, 'Wrong host name.')
  if (!isSameSecret(token, door.token) || more.length > 0) return refuse(response, 404, 'Not found.')
  if (method === 'GET' && name === '') {
    const { html, policy } = door.answers.page()
    return send(response, 200, { type: 'text/html; charset=utf-8', text: html, policy })
  }
  if (method !== 'POST') return refuse(response, 404, 'Not found.')
  if (headers.origin !== `http://${door.host}`)
    return refuse(response, 403, 'Only this page may send requests.')
  if (headers['content-type'] !== 'application/json') return refuse(response, 415, 'The body must be JSON.')
  const text = await readBody(request)
  if (text === undefined) return refuse(response, 413, 'The request is too long.')
  const body = parseJson(text)
  if (body === undefined) return refuse(response, 400, 'The body is not valid JSON.')
  const answered = door.answers.post(name, body)
  if (answered === undefined) return refuse(response, 404, 'Not found.')
  return send(response, answered.status, { type: 'application/json', text: JSON.stringify(answered.body) })
}

function refuse(response: ServerResponse, status: number, error: string): void {
  send(response, status, { type: 'application/json', text: JSON.stringify({ error }) })
}

function send(
  response: ServerResponse,
  status: number,
  { type, text, policy }: { readonly type: string; readonly text: string; readonly policy?: string },
): void {
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': `${policy ?? "default-src 'none'"}; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
  response.end(text)
}

/** Returns the text of a request's body; undefined when it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  try {
    return await readBounded(request, MOST_BYTES)
  } catch (error) {
    if (error instanceof TooLong) return undefined
    throw error
  }
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens `url` in the user's browser; false if this machine has no command for that. */
export async function openBrowser(url: string): Promise<boolean> {
  const [command = 'xdg-open', ...args] = openers[platform()] ?? []
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
