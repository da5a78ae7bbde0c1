import { readFileSync } from 'node:fs'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createSilent, type Server } from 'node:net'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runCli } from '../../src/cli/cli.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { fakeHost } from '../support/fake-host.ts'
import { cliProject } from '../support/run-cli.ts'
import { hasOpenssl, selfSigned } from '../support/self-signed.ts'
import type { Clock } from '../../src/util/clock.ts'

/** Returns `127.0.0.1:PORT` of a server that lives as long as the test. */
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a project at an address without a scheme. Returns the crawl's URL and what a person is told. */
async function begin(
  address: string,
  clock: Clock = new FakeClock(),
  env = {},
): Promise<readonly [string, string]> {
  const project = cliProject()
  onTestFinished(() => project.remove())
  const argv = ['init', '--url', address, '--name', 'docs', '--ci', 'none']
  const host = fakeHost({ argv, cwd: project.directory, clock, env })
  expect(await runCli(host)).toBe(0)
  const file = readFileSync(path.join(project.directory, 'crawls/docs.yaml'), 'utf8')
  const said = host.err().split('\n')[0] ?? ''
  return [/url: '(.*)'/.exec(file)?.[1] ?? '', said]
}

describe('init with a URL without a scheme', () => {
  it('uses HTTP if the server answers over HTTP', async () => {
    const asked: (string | undefined)[] = []
    const address = await listen(
      createHttp((request, response) => {
        asked.push(`${request.method} ${request.url}`)
        response.writeHead(405).end()
      }),
    )
    expect(await begin(`${address}/docs/`)).toEqual([
      `http://${address}/docs/`,
      `The crawl starts at http://${address}/docs/: its server answers over HTTP, and not over HTTPS.`,
    ])
    expect(asked).toEqual(['HEAD /docs/'])
  })

  it.skipIf(!hasOpenssl)('uses HTTPS if the server answers over TLS with any certificate', async () => {
    const address = await listen(createHttps(selfSigned(), (_, response) => response.end()))
    expect(await begin(`${address}/docs/`)).toEqual([
      `https://${address}/docs/`,
      `The crawl starts at https://${address}/docs/: its server answers over HTTPS.`,
    ])
  })

  it('connects through the proxy of the environment', async () => {
    const seen = new Set<string>()
    const proxy = createHttp((request, response) => {
      seen.add(`${request.method} ${request.url}`)
      response.writeHead(request.url?.includes('gone') ? 502 : 200).end()
    })
    proxy.on('connect', (request, socket) => {
      seen.add(`CONNECT ${request.url}`)
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    })
    const address = await listen(proxy)
    const env = { HTTP_PROXY: `http://${address}`, HTTPS_PROXY: `http://${address}` }
    const [url] = await begin('plain.invalid/docs/', new FakeClock(), env)
    expect(url).toBe('http://plain.invalid/docs/')
    expect(seen).toEqual(new Set(['CONNECT plain.invalid:443', 'HEAD http://plain.invalid/docs/']))
    expect((await begin('gone.invalid', new FakeClock(), env))[1]).toContain('no server answered')
  })

  it('uses the usual scheme if no server answers', async () => {
    expect(await begin('127.0.0.1:1/docs/')).toEqual([
      'http://127.0.0.1:1/docs/',
      'The crawl starts at http://127.0.0.1:1/docs/: no server answered, and local addresses and unusual ports usually use HTTP. Write the scheme to choose another.',
    ])
    expect((await begin('nowhere.invalid', new FakeClock({ skipSleeps: true })))[1]).toBe(
      'The crawl starts at https://nowhere.invalid/: no server answered, and public names usually use HTTPS. Write the scheme to choose another.',
    )
  })

  it('does not wait for a server that accepts a connection and stays silent', async () => {
    const address = await listen(createSilent((socket) => socket.on('error', () => {})))
    const [url, said] = await begin(address, new FakeClock({ skipSleeps: true }))
    expect([url, said]).toEqual([`http://${address}/`, expect.stringContaining('no server answered')])
  })
})
