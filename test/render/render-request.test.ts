import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
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
  it('is the body alone as JSON', () => {
    expect(JSON.parse(renderRequestJson(body))).toEqual(body)
  })

  it('names secrets and never holds them', () => {
    const view = { endpoint: 'https://api.example.com/v2/crawl', apiKey: '${secret:API_KEY}', body }
    expect(renderRequestCurl(view)).toContain(`--header 'Authorization: Bearer '"$API_KEY"`)
    expect(renderRequestTypescript(view)).toContain('Authorization: `Bearer ${process.env.API_KEY}`')
  })

  it('sends no key where the environment has none', () => {
    const view = {
      endpoint: 'http://127.0.0.1:1/v2/crawl',
      apiKey: undefined,
      body: { url: 'https://e.com/' },
    }
    expect(renderRequestCurl(view)).not.toContain('Authorization')
    expect(renderRequestTypescript(view)).not.toContain('Authorization')
  })

  it('as a shell command gives curl exactly the body', () => {
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

  it('as TypeScript sends exactly the body', async () => {
    const received: unknown[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (part) => (text += String(part)))
      request.on('end', () => {
        received.push(request.headers.authorization, JSON.parse(text))
        response.end('{"id":"1","url":"u"}')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/crawl`
    const code = renderRequestTypescript({ endpoint, apiKey: '${secret:API_KEY}', body })
    const before = { ...process.env }
    Object.assign(process.env, env)
    try {
      await import(`data:text/javascript,${encodeURIComponent(code)}`)
    } finally {
      process.env = before
      server.closeAllConnections()
      server.close()
    }
    expect(received).toEqual(['Bearer key-3', sent])
  })
})
