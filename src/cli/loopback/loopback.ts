/**
 * Input: functions that render pages and answer their posts.
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
import type { Cli } from '../arguments/command.ts'
import { readCount } from '../arguments/read-option.ts'

export interface LoopbackFile {
  readonly type: 'text/html' | 'text/css' | 'text/javascript' | 'application/json'
  readonly text: string
  /** Its Content-Security-Policy. */
  readonly policy: string
}

export interface LoopbackAnswers {
  /** Returns the file at a path below the token, empty for the first page; undefined for an unknown path. */
  readonly file: (path: string) => LoopbackFile | undefined | Promise<LoopbackFile | undefined>
  /** Answers a post to `name`; undefined for an unknown name. */
  readonly post?: (
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

/** The options of commands that serve pages. */
type ServingCli = Pick<Cli, 'options' | 'stdout' | 'stderr' | 'interruption'>

/** Returns the port that `--port` asks for; 0 for any free one. @throws {UsageError} for another text */
export function readPort({ options }: ServingCli): number {
  return readCount(options, 'port', 0, 65_535) ?? 0
}

/** Serves pages until the command is interrupted. Prints their address, and opens it in a browser if `--open` asks for that. */
export async function serveUntilInterrupted(cli: ServingCli, answers: LoopbackAnswers): Promise<void> {
  const interruption = cli.interruption()
  const served = await serveOnLoopback(answers, readPort(cli))
  cli.stdout.say(`${served.url}\n`)
  const wanted = cli.options.flag('open')
  const opened = wanted && cli.stdout.isTerminal && (await openBrowser(served.url))
  if (wanted && !cli.stdout.isTerminal) cli.stderr.say('No browser was opened: there is no terminal.\n')
  else if (wanted && !opened) cli.stderr.say('Could not open a browser.\n')
  cli.stderr.say(
    `${opened ? 'Opened in the browser.' : 'Open this address in a browser.'} Press Ctrl-C to stop.\n`,
  )
  if (!interruption.aborted) await once(interruption, 'abort')
  await served.close()
}

/**
 * Serves pages on loopback. Requests need the token of their address, and its exact host, which prevents DNS rebinding. Only
 * the pages themselves may post. Returns the address with the token that opens the first page.
 */
async function serveOnLoopback({ file, post }: LoopbackAnswers, port: number) {
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
  app.get('/:token/:path{.*}', async ({ req, body, header, notFound }) => {
    const found = await file(req.param('path'))
    if (found === undefined) return notFound()
    header('content-security-policy', `${found.policy}; frame-ancestors 'none'`)
    header('content-type', `${found.type}; charset=utf-8`)
    return body(found.text)
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
      const answered = post?.(req.param('name'), body)
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
async function openBrowser(url: string): Promise<boolean> {
  const [command = 'xdg-open', ...args] = openers[platform()] ?? []
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.unref()
  return once(child, 'spawn').then(
    () => true,
    () => false,
  )
}
