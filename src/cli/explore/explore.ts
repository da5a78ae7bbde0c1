/**
 * Input: functions that render the page and answer its posts.
 * Output: a server on loopback that only holders of the token can use, and a browser that shows it.
 * Must not know crawls or files.
 */
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { platform } from 'node:os'
import { isSameSecret } from '../../util/sha256.ts'
import { parseJson } from '../../util/json.ts'
import { messageOf } from '../../util/message-of.ts'

export interface ExplorerAnswers {
  readonly page: () => { readonly html: string; readonly policy: string }
  /** Answers a post to `name`; undefined for an unknown name. */
  readonly post: (
    name: string,
    body: unknown,
  ) => { readonly status: 200 | 400 | 409; readonly body: object } | undefined
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/**
 * Serves one page on loopback. Requests need the token of its address, and its exact host, which prevents DNS rebinding. Only
 * the page itself may post. Returns the address with the token that opens the page.
 */
export async function serveExplorer({ page, post }: ExplorerAnswers, port: number) {
  const token = randomBytes(24).toString('base64url')
  const app = new Hono()
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  const host = (): string => `127.0.0.1:${(server.address() as AddressInfo).port}`
  app.use(async ({ req, json, header }, next) => {
    for (const [name, value] of Object.entries(HEADERS)) header(name, value)
    header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    if (req.header('host') !== host()) return json({ error: 'Wrong host name.' }, 421)
    return isSameSecret(req.path.split('/')[1] ?? '', token) ? next() : json({ error: 'Not found.' }, 404)
  })
  app.get('/:token/', ({ html, header }) => {
    const shown = page()
    header('content-security-policy', `${shown.policy}; frame-ancestors 'none'`)
    return html(shown.html)
  })
  app.post(
    '/:token/:name',
    async ({ req, json }, next) => {
      if (req.header('origin') !== `http://${host()}`)
        return json({ error: 'Only this page may send requests.' }, 403)
      if (req.header('content-type') !== 'application/json')
        return json({ error: 'The body must be JSON.' }, 415)
      return next()
    },
    bodyLimit({
      maxSize: 1_000_000,
      onError: ({ json }) => json({ error: 'The request is too long.' }, 413),
    }),
    async ({ req, json, notFound }) => {
      const body = parseJson(await req.text())
      if (body === undefined) return json({ error: 'The body is not valid JSON.' }, 400)
      const answered = post(req.param('name'), body)
      return answered === undefined ? notFound() : json(answered.body, answered.status)
    },
  )
  app.notFound(({ json }) => json({ error: 'Not found.' }, 404))
  // The page shows the error, for example of a file that cannot be written.
  app.onError((error, { json }) => json({ error: messageOf(error) }, 500))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://${host()}/${token}/`,
    close: async (): Promise<void> => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens `url` in the user's browser. Returns false if this machine has no command for that. */
export async function openBrowser(url: string): Promise<boolean> {
  const [command = 'xdg-open', ...args] = openers[platform()] ?? []
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.unref()
  return once(child, 'spawn').then(
    () => true,
    () => false,
  )
}
