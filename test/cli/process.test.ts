import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../service/support/until.ts'
import { startLoopbackSite, type LoopbackSite } from '../support/loopback-site.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'

let site: LoopbackSite
let project: CliProject

const link = (name: string): string =>
  `<title>${name}</title><h1>${name}</h1><a href="/a">a</a> <a href="/b">b</a>`

beforeEach(async () => {
  site = await startLoopbackSite({ '/': link('start'), '/a': link('a'), '/b': link('b') })
  project = cliProject({
    'crawls/site.yaml': `version: 2\nrequest:\n  url: ${site.origin}/\n  limit: 10\n`,
  })
})

afterEach(async () => {
  await site.close()
  project.remove()
})

/** A page that is answered only when told, so that a command is caught in the middle. */
function holdBack(route: string): { asked: Promise<void>; release: () => void } {
  let release = (): void => undefined
  let ask = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const asked = new Promise<void>((resolve) => (ask = resolve))
  site.set(route, (_request, response) => {
    ask()
    void released.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(link(route)))
  })
  return { asked, release }
}

/** Sends a request to another server, and returns its answer. */
async function passOn(request: IncomingMessage, origin: string): Promise<{ id: string }> {
  const { method = '', headers } = request
  const onward = sendRequest(origin + request.url, { method, headers })
  request.pipe(onward).on('error', () => undefined)
  const [answer] = (await once(onward, 'response')) as [IncomingMessage]
  return json(answer) as Promise<{ id: string }>
}

describe('an interrupt', () => {
  it('ends apply with 130 after recording, and the next command continues the job', async () => {
    const { asked, release } = holdBack('/b')
    const applying = project.start(['apply', '--yes', '--output', 'pages'])
    await applying.says('site: submitted')
    await asked
    applying.kill('SIGINT')
    const { status, stderr } = await applying.ended
    expect(status).toBe(130)
    expect(stderr).toContain('Interrupted. Submissions are recorded')
    release()
    const again = await project.run(['apply', '--output', 'pages'])
    expect(again).toMatchObject({ status: 0, stdout: 'Nothing to submit.\n' })
    expect(again.stderr).toContain('site: completed, 3 pages')
    expect(existsSync(path.join(project.directory, 'pages/site/b.md'))).toBe(true)
    expect(site.count('/a')).toBe(1)
  })

  it('ends the process at once if it is the second one', async () => {
    const { asked } = holdBack('/b')
    const applying = project.start(['apply', '--yes'])
    await applying.says('site: submitted')
    await asked
    applying.kill('SIGINT')
    applying.kill('SIGINT')
    expect((await applying.ended).status).toBe(130)
    expect((await project.run(['plan'])).stdout).toContain('Nothing to submit: 1 unchanged.')
  })
})

describe('a kill', () => {
  it('in the middle of a crawl loses no page and submits nothing twice', async () => {
    const { asked, release } = holdBack('/b')
    const applying = project.start(['apply', '--yes'])
    await applying.says('site: submitted')
    await asked
    applying.kill('SIGKILL')
    await applying.ended
    release()
    expect((await project.run(['plan'])).stdout).toContain('Nothing to submit: 1 unchanged.')
    const waited = await project.run(['wait'])
    expect(waited.stderr).toContain('site: completed, 3 pages')
    const { stdout } = await project.run(['results'])
    expect(stdout.trim().split('\n')).toHaveLength(3)
  })
})

describe('two commands at once', () => {
  it('share the service of the first one', async () => {
    const { asked, release } = holdBack('/b')
    const applying = project.start(['apply', '--yes'])
    await applying.says('site: submitted')
    await asked
    const status = await project.run(['status'])
    expect(status).toMatchObject({ status: 0 })
    expect(status.stdout).toContain('site  running')
    release()
    expect((await applying.ended).status).toBe(0)
  })

  it.each(['before', 'after'])(
    'submit once if the first one is killed %s it has the request',
    async (when) => {
      const serving = project.start(['serve', '--port', '0', '--format', 'json'])
      await serving.says('"started"')
      const file = path.join(project.directory, '.crawlform/service-endpoint.json')
      await until(() => existsSync(file))
      const endpoint = JSON.parse(readFileSync(file, 'utf8')) as { url: string }
      let job: string | undefined
      const gateway = await startLoopbackSite({
        '/v2/crawl': (request, response) => {
          const passedOn = when === 'after' ? passOn(request, endpoint.url) : Promise.resolve({ id: '' })
          const end = ({ id }: { id?: string }): void => {
            job ??= id
            // At first it looks alive, as a process does that is about to end.
            if (gateway.count('/v2/crawl') > 1) serving.kill('SIGKILL')
            response.destroy()
          }
          void passedOn.then(end, () => end({}))
        },
      })
      writeFileSync(file, JSON.stringify({ ...endpoint, url: gateway.origin }))
      const { status, stderr } = await project.run(['apply', '--yes'])
      expect(stderr).toContain(`site: submitted, job ${job}`)
      expect(stderr).toContain('site: completed, 3 pages')
      expect(status).toBe(0)
      await gateway.close()
    },
  )
})

describe('a reader that has closed its pipe', () => {
  it('does not make apply fail', async () => {
    const applying = project.start(['apply', '--yes', '--format', 'ndjson'])
    applying.stopReading()
    const { status, stderr } = await applying.ended
    expect(status).toBe(0)
    expect(stderr).not.toContain('EPIPE')
    expect(stderr).toContain('site: completed')
  })
})

describe('a run in CI', () => {
  const production = (baseUrl: string): string =>
    `version: 2\nenvironments:\n  production: { baseUrl: ${baseUrl}, apiKey: '\${secret:API_KEY}' }\n`

  it('refuses a local record for a service on another host', async () => {
    project.write('crawlform.yaml', production('http://127.0.0.1:9'))
    const args = ['apply', '--env', 'production', '--yes', '--summary']
    const refused = await project.run(args, { env: { CI: 'true', API_KEY: 'k' } })
    expect(refused.status).toBe(6)
    expect(refused.stderr).toContain('--local-state')
    const told = await project.run([...args, '--local-state'], { env: { CI: 'true', API_KEY: 'k' } })
    expect(told.status).toBe(4)
    const elsewhere = await project.run(args, { env: { API_KEY: 'k' } })
    expect(elsewhere.stderr).not.toContain('--local-state')
  })

  it('names the environment variable that is missing', async () => {
    project.write('crawlform.yaml', production('http://127.0.0.1:9'))
    const { status, stderr } = await project.run(['apply', '--env', 'production', '--yes'])
    expect(status).toBe(3)
    expect(stderr).toContain('The environment "production" needs API_KEY, which is not set.')
  })
})

describe('a saved plan', () => {
  it('is applied as approved, and only once', async () => {
    await project.run(['plan', '--out', 'plan.json'])
    const first = await project.run(['apply', '--plan', 'plan.json'])
    expect(first).toMatchObject({ status: 0, stdout: '1 submitted.\n' })
    const second = await project.run(['apply', '--plan', 'plan.json'])
    expect(second.status).toBe(6)
    expect(second.stderr).toContain('site: it was submitted or settled since the plan was made')
    expect(site.count('/')).toBe(1)
  })

  it('is refused after a change of the file or of the plan', async () => {
    await project.run(['plan', '--out', 'plan.json'])
    const saved = path.join(project.directory, 'plan.json')
    const text = readFileSync(saved, 'utf8')
    writeFileSync(saved, text.replace('"limit": 10', '"limit": 9999'))
    expect(await project.run(['apply', '--plan', 'plan.json'])).toMatchObject({ status: 6 })
    writeFileSync(saved, text)
    project.write('crawls/site.yaml', `version: 2\nrequest:\n  url: ${site.origin}/\n  limit: 11\n`)
    const changed = await project.run(['apply', '--plan', 'plan.json'])
    expect(changed.status).toBe(6)
    expect(changed.stderr).toContain('site: its request has changed since the plan was made')
    expect(site.requests).toHaveLength(0)
  })

  it('is identified by its digest', async () => {
    const { stdout } = await project.run(['plan', '--format', 'json'])
    const { digest } = JSON.parse(stdout) as { digest: string }
    const other = await project.run([
      'apply',
      '--expect',
      digest.replace(/^./, (first) => (first === '0' ? '1' : '0')),
    ])
    expect(other.status).toBe(6)
    expect((await project.run(['apply', '--expect', digest])).status).toBe(0)
  })
})

describe('serve', () => {
  it('loads packages only when needed, and prints no warnings', async () => {
    site.set('/', {
      headers: { 'content-type': 'text/html; charset=euc-jp' },
      body: Buffer.from('<title>x</title><h1>\u00C6\u00FC</h1>', 'latin1'),
    })
    const serving = project.start(['serve', '--port', '0', '--workers', '0', '--format', 'json'])
    await serving.says('"started"')
    expect(await project.run(['apply', '--yes'])).toMatchObject({ status: 0 })
    const { url, apiKey } = JSON.parse(
      readFileSync(path.join(project.directory, '.crawlform/service-endpoint.json'), 'utf8'),
    ) as Record<string, string>
    const { job } = JSON.parse((await project.run(['status', '--format', 'json'])).stdout).crawls[0]
    const socket = new WebSocket(`${url}/v2/crawl/${job}`, { headers: { authorization: `Bearer ${apiKey}` } })
    const [first] = (await once(socket, 'message')) as [Buffer]
    expect(first.toString()).toContain('# 日')
    socket.terminate()
    serving.kill('SIGTERM')
    expect(await serving.ended).toMatchObject({ status: 0, stderr: '' })
  })

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    "serves the project's other commands, and ends by %s",
    async (signal) => {
      const serving = project.start(['serve', '--port', '0', '--format', 'json'])
      await serving.says('"started"')
      const applied = await project.run(['apply', '--yes', '--no-wait'])
      expect(applied).toMatchObject({ status: 0, stdout: '1 submitted.\n' })
      expect((await project.run(['wait'])).status).toBe(0)
      expect((await project.run(['serve', '--port', '0'])).status).toBe(3)
      serving.kill(signal)
      const { status, stdout } = await serving.ended
      expect(status).toBe(0)
      const types = stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { type: string }).type)
      expect(types).toEqual(['started', 'job-started', 'job-ended', 'stopped'])
      const { stdout: pages } = await project.run(['results'])
      expect(pages.trim().split('\n')).toHaveLength(3)
    },
  )
})
