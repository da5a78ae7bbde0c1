// Networks of companies read encrypted traffic, and sign it again with an authority of their own.
import { request as ask } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOpenssl, signedByAuthority } from '../support/self-signed.ts'
import { nodePrograms } from '../support/node-programs.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'
import { startTestService, type TestService } from '../service/support/service.ts'

describe.skipIf(!hasOpenssl)('the certificate of a private authority (needs openssl)', () => {
  let servers: Server[]
  let service: TestService
  let project: CliProject
  let authority: string

  beforeAll(async () => {
    const pair = signedByAuthority()
    service = await startTestService()
    const site = createServer(pair, (request, response) => {
      response.writeHead(request.url === '/' ? 200 : 404, { 'content-type': 'text/html' })
      response.end('<title>Page</title><p>Some words about it.</p>')
    })
    const proxy = createServer(pair, (request, response) => {
      const { method, headers, url = '/' } = request
      const passed = ask(new URL(url, service.url), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      request.pipe(passed)
    })
    servers = [site, proxy]
    const ports: number[] = []
    for (const server of servers) {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      ports.push((server.address() as AddressInfo).port)
    }
    const [sitePort, servicePort] = ports
    const scrape = '{ skipTlsVerification: false, maxAge: 0 }'
    project = cliProject({
      'authority.pem': pair.authority.toString(),
      'crawlform.yaml': `version: 2\nenvironments: { own: { baseUrl: "https://127.0.0.1:${servicePort}" } }\n`,
      'crawls/docs.yaml': `version: 2\nrequest: { url: "https://127.0.0.1:${sitePort}/", limit: 5, scrapeOptions: ${scrape} }\n`,
    })
    authority = path.join(project.directory, 'authority.pem')
  })
  afterAll(async () => {
    for (const server of servers) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
    await service.dispose()
    project.remove()
  })

  it.each(['local', 'own'])(
    'is refused in the environment %s, and the message names the variable to set',
    async (environment) => {
      const run = await project.run(['apply', '--yes', '--rerun', '--env', environment])
      expect(run.status).not.toBe(0)
      expect(run.stdout + run.stderr).toContain('set NODE_EXTRA_CA_CERTS to a PEM file')
    },
  )

  const expectPages = async (node: string, env: Readonly<Record<string, string>>) => {
    for (const environment of ['local', 'own']) {
      // The service of the environment "own" is another process, which trusts nobody else.
      const more =
        environment === 'own'
          ? ['--wait', '--set', 'docs.request.scrapeOptions.skipTlsVerification=true']
          : []
      const words = ['apply', '--yes', '--rerun', '--env', environment, ...more]
      const run = await project.run(words, { node, env })
      expect([run.status, run.stderr]).toEqual([0, expect.stringContaining('docs: completed, 1 page\n')])
    }
  }

  it.each(nodePrograms)('is accepted with NODE_EXTRA_CA_CERTS on Node $version', ({ node }) =>
    expectPages(node, { NODE_EXTRA_CA_CERTS: authority }),
  )

  it.each(nodePrograms)("is accepted from the system's store on Node $version", ({ node, version }) => {
    // Older versions of Node read the system's authorities with the flag of OpenSSL.
    const flag = Number.parseInt(version.slice(1)) >= 22 ? '--use-system-ca' : '--use-openssl-ca'
    return expectPages(node, { NODE_OPTIONS: flag, SSL_CERT_FILE: authority })
  })
})
