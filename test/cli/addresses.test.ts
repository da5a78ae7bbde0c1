// Sites and services on machines that speak only one version of IP.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cliProject, type CliProject } from '../support/run-cli.ts'

let servers: Server[]
let project: CliProject

beforeEach(() => {
  servers = []
  project = cliProject()
})
afterEach(async () => {
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  project.remove()
})

/** Serves two pages on one address of this machine only. Returns the port. */
async function serveSite(address: string): Promise<number> {
  const server = createServer((request, response) => {
    const isPage = ['/', '/more'].includes(request.url ?? '')
    response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html', connection: 'close' })
    response.end(isPage ? '<title>Page</title><p>Some words about it. <a href="/more">More</a>' : '')
  })
  servers.push(server)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, address, resolve))
  return (server.address() as AddressInfo).port
}

const hasIpv6 = await serves('::1')
async function serves(address: string): Promise<boolean> {
  const server = createServer()
  const isServed = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(0, address, () => resolve(true))
  })
  server.close()
  return isServed
}

function writeCrawl(url: string): void {
  project.write('crawls/docs.yaml', `version: 2\nrequest: { url: "${url}", limit: 5, sitemap: skip }\n`)
}

it('crawls a site that has only an IPv4 address', async () => {
  const port = await serveSite('127.0.0.1')
  for (const host of ['127.0.0.1', 'localhost', 'docs.localhost']) {
    writeCrawl(`http://${host}:${port}/`)
    const run = await project.run(['apply', '--yes'])
    expect([run.status, run.stderr]).toEqual([0, expect.stringContaining('docs: completed, 2 pages\n')])
  }
})

describe.skipIf(!hasIpv6)('with IPv6 (this machine must have ::1)', () => {
  it.each(['[::1]', 'localhost', 'docs.localhost'])(
    'crawls a site at %s that listens only on ::1',
    async (host) => {
      writeCrawl(`http://${host}:${await serveSite('::1')}/`)
      const run = await project.run(['apply', '--yes'])
      expect([run.status, run.stderr]).toEqual([0, expect.stringContaining('docs: completed, 2 pages\n')])
    },
  )

  it('submits to a service that listens only on ::1', async () => {
    writeCrawl(`http://[::1]:${await serveSite('::1')}/`)
    const key = { CRAWLFORM_API_KEY: 'a-key-of-this-test' }
    const service = project.start(['serve', '--host', '::1', '--port', '0', '--data-dir', 'data'], {
      env: key,
    })
    await service.says('Listening on')
    const [baseUrl = ''] = /http:\/\/\[::1\]:\d+/.exec(service.soFar().stdout + service.soFar().stderr) ?? []
    project.write(
      'crawlform.yaml',
      `version: 2\nenvironments: { own: { baseUrl: "${baseUrl}", apiKey: "\${env:SERVICE_KEY}" } }\n`,
    )
    const env = { SERVICE_KEY: key.CRAWLFORM_API_KEY }
    const run = await project.run(['apply', '--yes', '--wait', '--env', 'own'], { env })
    service.kill('SIGINT')
    await service.ended
    expect([run.status, run.stderr]).toEqual([0, expect.stringContaining('docs: completed, 2 pages\n')])
  })
})
