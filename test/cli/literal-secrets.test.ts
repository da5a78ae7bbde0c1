import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CliProject, CliRun } from '../support/run-cli.ts'
import { hereProject } from '../support/run-here.ts'

const SECRETS = [
  'hunter2secret',
  'qwertz123456789',
  'abcdefghijklmnop',
  'sid-123456',
  'zzzz-9999-zzzz',
  'XXXsecretXXX',
]

const crawl = (bearer = 'abcdefghijklmnop'): string => `version: 2
refresh: 1s
request:
  url: https://docs.example.com/?token=qwertz123456789
  limit: 10
  webhook:
    url: https://ada:hunter2secret@hooks.slack.com/services/T000/B000/?secret=XXXsecretXXX
    headers: { Authorization: Bearer ${bearer} }
    metadata: { api_key: zzzz-9999-zzzz }
  scrapeOptions:
    headers: { Cookie: sid=sid-123456 }
`

let server: Server
let bodies: unknown[]
let status: number
let project: CliProject

beforeEach(async () => {
  bodies = []
  status = 200
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      if (request.method === 'POST') bodies.push(JSON.parse(text))
      const id = '00000000-0000-7000-8000-000000000001'
      const answer = status === 200 ? { success: true, id, url: `https://x.example/${id}` } : { error: text }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  project = hereProject({
    'crawlform.yaml': `version: 2\nenvironments:\n  own: { baseUrl: "http://127.0.0.1:${port}" }\n`,
    'crawls/docs.yaml': crawl(),
  })
})

afterEach(async () => {
  project.remove()
  await new Promise((resolve) => server.close(resolve))
})

describe('literal secrets', () => {
  it('are sent, but no plan, record or file shows them', async () => {
    const runs: CliRun[] = []
    const run = async (...words: string[]): Promise<CliRun> => {
      const result = await project.run([...words, '--env', 'own'])
      runs.push(result)
      return result
    }
    for (const format of ['text', 'json', 'markdown', 'html']) await run('plan', '--format', format)
    await run('plan', '--full', '--out', 'saved.json')
    for (const format of ['text', 'json']) {
      expect(await run('explain', 'docs', '--format', format)).toMatchObject({ status: 0 })
      await run('explain', 'docs', '/', '--format', format)
    }
    status = 400
    await run('apply', '--yes')
    status = 200
    expect((await run('plan', '--out', 'again.json')).stdout).toContain('https://docs.example.com/?token=***')
    expect(await run('apply', '--plan', 'again.json')).toMatchObject({ status: 0 })
    expect(bodies.at(-1)).toMatchObject({
      url: 'https://docs.example.com/?token=qwertz123456789',
      webhook: {
        url: 'https://ada:hunter2secret@hooks.slack.com/services/T000/B000/?secret=XXXsecretXXX',
        headers: { Authorization: 'Bearer abcdefghijklmnop' },
        metadata: { api_key: 'zzzz-9999-zzzz' },
      },
      scrapeOptions: { headers: { Cookie: 'sid=sid-123456' } },
    })
    for (const words of [
      ['state', 'show'],
      ['state', 'history'],
      ['status', '--format', 'json'],
    ])
      await run(...words)
    for (const [where, text] of everything(runs))
      for (const secret of SECRETS)
        expect({ where, told: text.includes(secret) ? secret : '' }).toEqual({ where, told: '' })
  })

  it('in a record that was written without redaction are not shown', async () => {
    await project.run(['apply', '--yes', '--env', 'own'])
    const file = path.join('.crawlform', 'state', 'own.json')
    const text = readFileSync(path.join(project.directory, file), 'utf8')
    const before = text.replaceAll('"api_key":"***"', '"api_key":"zzzz-9999-zzzz"')
    const kept = before === text ? text.replaceAll('"api_key": "***"', '"api_key": "zzzz-9999-zzzz"') : before
    expect(kept).toContain('zzzz-9999-zzzz')
    project.write(file, kept)
    for (const words of [['state', 'show'], ['state', 'list', '--format', 'json'], ['plan'], ['status']]) {
      const { stdout, stderr } = await project.run([...words, '--env', 'own'])
      expect(stdout).not.toBe('')
      expect(stdout + stderr).not.toContain('zzzz-9999')
    }
  })

  it('still count as a change, which does not show them', async () => {
    await project.run(['apply', '--yes', '--env', 'own'])
    project.write('crawls/docs.yaml', crawl('ponmlkjihgfedcba'))
    const { stdout } = await project.run(['plan', '--env', 'own'])
    expect(stdout).toContain('~ docs')
    expect(stdout).toContain('a secret that is not shown changed')
    expect(stdout).not.toContain('ponmlkjihgfedcba')
  })

  it('of a saved plan come from the files, and an edited plan is refused', async () => {
    await project.run(['plan', '--env', 'own', '--out', 'saved.json'])
    const saved = readFileSync(path.join(project.directory, 'saved.json'), 'utf8')
    project.write('saved.json', saved.replaceAll('"limit": 10', '"limit": 20'))
    expect(await project.run(['apply', '--plan', 'saved.json', '--env', 'own'])).toMatchObject({ status: 6 })
    project.write('saved.json', saved)
    project.write('crawls/docs.yaml', crawl('ponmlkjihgfedcba'))
    expect(await project.run(['apply', '--plan', 'saved.json', '--env', 'own'])).toMatchObject({ status: 6 })
    expect(bodies).toEqual([])
  })

  it('cannot be the name of a setting', async () => {
    const key = `fc-${'0123456789abcdef'.repeat(2)}`
    project.write('crawls/docs.yaml', `${crawl()}  # end\n`.replace('api_key', key))
    const { stdout, stderr, status: exit } = await project.run(['validate'])
    expect(exit).toBe(1)
    expect(stdout + stderr).toContain('security/key-as-name')
    expect(stdout + stderr).not.toContain(key)
  })
})

/** Every text that a command has written, and every file that it has left. */
function everything(runs: readonly CliRun[]): Map<string, string> {
  const texts = new Map(runs.map((run, index) => [`run ${index}`, run.stdout + run.stderr]))
  for (const name of readdirSync(project.directory, { recursive: true }).map(String)) {
    const file = path.join(project.directory, name)
    if (statSync(file).isFile() && !name.startsWith('crawls')) texts.set(name, readFileSync(file, 'utf8'))
  }
  return texts
}
