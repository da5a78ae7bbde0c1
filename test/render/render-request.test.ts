import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { importText } from '../../src/import/import.ts'
import {
  renderRequestCurl,
  renderRequestJson,
  renderRequestTypescript,
} from '../../src/render/render-request.ts'

const body = {
  url: 'https://docs.example.com/it\'s/"here"',
  limit: 10,
  includePaths: ['^/a$', '`tick`', '${not}', '\\d+'],
  excludePaths: [],
  webhook: {
    url: 'https://hooks.example.com/x',
    headers: { Authorization: 'Bearer ${secret:HOOK_TOKEN}', 'X-Odd': '`${secret:A}`${x}\\' },
    metadata: {},
  },
  zeroDataRetention: false,
}
const sent = {
  ...body,
  webhook: { ...body.webhook, headers: { Authorization: 'Bearer hook-1', 'X-Odd': '`a-2`${x}\\' } },
}
const env = { HOOK_TOKEN: 'hook-1', A: 'a-2', API_KEY: 'key-3' }

describe('a rendered request', () => {
  it('is only the body as JSON', () => {
    expect(JSON.parse(renderRequestJson(body))).toEqual(body)
  })

  it('contains the names of secrets, but not their values', () => {
    const view = { endpoint: 'https://api.example.com/v2/crawl', apiKey: '${secret:API_KEY}', body }
    expect(renderRequestCurl(view)).toContain(`--header 'Authorization: Bearer '"$API_KEY"`)
    expect(renderRequestTypescript(view)).toContain('Authorization: `Bearer ${process.env.API_KEY}`')
  })

  it('sends no key if the environment has none', () => {
    const view = {
      endpoint: 'http://127.0.0.1:1/v2/crawl',
      apiKey: undefined,
      body: { url: 'https://e.com/' },
    }
    expect(renderRequestCurl(view)).not.toContain('Authorization')
    expect(renderRequestTypescript(view)).not.toContain('Authorization')
  })

  it('as a shell command passes exactly the body to curl', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'crawlform-curl-'))
    try {
      const fake = path.join(folder, 'curl')
      writeFileSync(fake, `#!/bin/sh\nfor argument; do printf '%s\\0' "$argument"; done\n`)
      chmodSync(fake, 0o755)
      const view = { endpoint: 'https://api.example.com/v2/crawl', apiKey: '${secret:API_KEY}', body }
      const output = execFileSync('sh', ['-c', renderRequestCurl(view)], {
        encoding: 'utf8',
        env: { ...env, PATH: `${folder}:${process.env['PATH']}` },
      })
      const args = output.split('\0')
      expect(args.slice(0, 7)).toEqual([
        '--request',
        'POST',
        'https://api.example.com/v2/crawl',
        '--header',
        'Authorization: Bearer key-3',
        '--header',
        'Content-Type: application/json',
      ])
      expect(JSON.parse(args[8] ?? '')).toEqual(sent)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.each(['sh', 'bash'].filter(isInstalled))(
    'is sent by curl from %s with any characters in secrets',
    async (shell) => {
      if (!isInstalled('curl')) return
      const odd = {
        HOOK_TOKEN: 'quote " backslash \\ both \\" dollar $A tick ` amp & per %s \\n é 🦊',
        A: 'line\n"two"\n\ttab\r\n',
        API_KEY: 'key-"3"\\',
      }
      const received: unknown[] = []
      const server = await listenFor(received)
      try {
        const view = { endpoint: server.endpoint, apiKey: '${secret:API_KEY}', body }
        const command = renderRequestCurl(view)
        for (const secret of Object.values(odd)) expect(command).not.toContain(secret)
        await promisify(execFile)(shell, ['-c', command], { env: { ...odd, PATH: process.env['PATH'] } })
      } finally {
        server.close()
      }
      const headers = { Authorization: `Bearer ${odd.HOOK_TOKEN}`, 'X-Odd': `\`${odd.A}\`\${x}\\` }
      expect(received).toEqual([`Bearer ${odd.API_KEY}`, { ...body, webhook: { ...body.webhook, headers } }])
    },
  )

  it('as a shell command can be imported again', () => {
    const view = { endpoint: 'https://api.example.com/v2/crawl', apiKey: '${secret:API_KEY}', body }
    const outcome = importText('request.sh', renderRequestCurl(view))
    expect(JSON.stringify(outcome)).toContain('Authorization: Bearer ${secret:HOOK_TOKEN}')
  })

  it('as TypeScript sends exactly the body', async () => {
    const received: unknown[] = []
    const server = await listenFor(received)
    const { endpoint } = server
    const code = renderRequestTypescript({ endpoint, apiKey: '${secret:API_KEY}', body })
    const before = { ...process.env }
    Object.assign(process.env, env)
    try {
      await import(`data:text/javascript,${encodeURIComponent(code)}`)
    } finally {
      process.env = before
      server.close()
    }
    expect(received).toEqual(['Bearer key-3', sent])
  })
})

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}

/** A service that keeps the key and the body of each request. */
async function listenFor(received: unknown[]): Promise<{ endpoint: string; close: () => void }> {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += String(part)))
    request.on('end', () => {
      received.push(request.headers.authorization, JSON.parse(text))
      response.end('{"id":"1","url":"u"}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/crawl`, close }
}
