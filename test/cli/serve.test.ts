import { chmodSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddedSettings } from '../../src/session/embedded-settings.ts'
import { declaredCommands } from '../../src/cli/declarations/declarations.ts'
import { type Given, Options } from '../../src/cli/arguments/options.ts'
import { readServiceOptions } from '../../src/cli/arguments/service-options.ts'
import { serveSettings } from '../../src/cli/declarations/tool-commands.ts'
import { fileSettings } from '../../src/schema/schema.ts'
import { resolveSettings } from '../../src/service/settings/settings.ts'
import { fakeHost } from '../support/fake-host.ts'
import { startLoopbackSite } from '../support/loopback-site.ts'
import { cliProject, type CliProject } from '../support/run-cli.ts'
import { startModel } from '../service/support/model.ts'
import { until } from '../service/support/until.ts'

let project: CliProject
beforeEach(() => {
  project = cliProject()
})
afterEach(() => project.remove())

async function started(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const serving = project.start(['serve', '--port', '0', '--format', 'json', ...args], { env })
  let stdout = ''
  await serving.says('"started"')
  serving.kill('SIGTERM')
  ;({ stdout } = await serving.ended)
  return JSON.parse(stdout.split('\n')[0] ?? '') as { url: string; time: string }
}

describe('a setting of the embedded service', () => {
  it('has the default of its schema', () => {
    const stated = fileSettings('project').filter(
      ({ pointer, default: standard }) => /\/embedded\//.test(pointer) && standard !== undefined,
    )
    const written: Record<string, Record<string, unknown>> = { model: { baseUrl: 'http://m', name: 'm' } }
    for (const { pointer, default: standard } of stated) {
      const [first = '', second] = pointer.replace('/environments/*/embedded/', '').split('/')
      if (second === undefined) Object.assign(written, { [first]: standard })
      else written[first] = { ...written[first], [second]: standard }
    }
    const host = fakeHost()
    const defaults = embeddedSettings(host, { name: 'local', embedded: written, apiKey: undefined })
    const place = { dataDirectory: '/data', browser: {}, model: undefined }
    expect(stated.length).toBeGreaterThan(20)
    expect(resolveSettings({ ...defaults, ...place })).toEqual({
      ...resolveSettings({ dataDirectory: '/data' }),
      log: expect.any(Function) as unknown,
    })
  })

  it('has an option of serve', () => {
    const lists = new Set(['/model', '/browser', '/webhooks', '/limits'])
    // Keys come from the environment, and `enabled` is --no-browser.
    const elsewhere = /\/(?:apiKey|secret|enabled|retryDelays\/\*)$/
    const settings = fileSettings('project')
      .map(({ pointer }) => pointer)
      .filter((pointer) => pointer.startsWith('/environments/*/embedded/'))
      .map((pointer) => pointer.replace('/environments/*/embedded', ''))
      .filter((pointer) => !lists.has(pointer) && !elsewhere.test(pointer) && !pointer.startsWith('/limits/'))
    expect(
      Object.values(serveSettings)
        .map(({ setting }) => setting)
        .toSorted(),
    ).toEqual(settings.toSorted())
  })

  it('comes from the option, or else from the environment', () => {
    const given = new Map<string, Given>([
      ['keep-results', ['7d']],
      ['webhook-retries', ['1s, 2m']],
      ['limit', ['attempts=5', 'pageBytes=1000']],
      ['browser', [false]],
    ])
    const options = new Options(given, declaredCommands.find(({ name }) => name === 'serve')?.options)
    const written = { concurrency: 8, keepResults: '1h', limits: { attempts: 2, sitemaps: 4 } }
    const embedded = readServiceOptions(options, written)
    expect(embeddedSettings(fakeHost(), { name: 'local', embedded, apiKey: undefined })).toMatchObject({
      concurrency: 8,
      resultsTtlMs: 7 * 86_400_000,
      browser: false,
      webhook: { retryDelaysMs: [1000, 120_000] },
      limits: { attempts: 5, pageBytes: 1000, sitemaps: 4 },
    })
  })
})

describe('serve', () => {
  it('reads keys from the environment, and shows none of them', async () => {
    const env = { CRAWLFORM_API_KEY: 'key-1', CRAWLFORM_MODEL_API_KEY: 'model-key' }
    const [web, model] = [await startLoopbackSite({ '/': '<h1>Hello</h1>' }), await startModel()]
    model.answers.push('A greeting.')
    const options = ['--model-url', model.settings.baseUrl, '--model-name', 'test-model']
    const serving = project.start(
      ['serve', '--port', '0', '--format', 'json', '--data-dir', 'data', ...options],
      { env },
    )
    await serving.says('"started"')
    const url = await addressOf(project, 'data')
    const headers = { authorization: 'Bearer key-1', 'content-type': 'application/json' }
    const body = JSON.stringify({ url: web.url('/'), scrapeOptions: { formats: ['summary'] } })
    const answer = await fetch(`${url}/v2/crawl`, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
    await serving.says('job-ended')
    expect((await fetch(`${url}/v2/crawl/active`)).status).toBe(401)
    serving.kill('SIGTERM')
    const { stdout, stderr } = await serving.ended
    expect(model.asked).toHaveLength(1)
    expect(stdout + stderr).not.toMatch(/key-1|model-key/)
    await Promise.all([web.close(), model.close()])
  })

  it('logs no sign-in link, and serves metrics only with --metrics and the key', async () => {
    for (const [args, status] of [
      [[], 404],
      [['--metrics'], 200],
    ] as const) {
      const serving = project.start(['serve', '--port', '0', '--data-dir', 'data', ...args], {
        env: { CRAWLFORM_API_KEY: 'key-1' },
      })
      await serving.says('Listening on')
      const url = await addressOf(project, 'data')
      const headers = { authorization: 'Bearer key-1' }
      expect((await fetch(`${url}/metrics`, { headers })).status).toBe(status)
      expect((await fetch(`${url}/metrics`)).status).toBe(status === 200 ? 401 : 404)
      expect((await fetch(url, { headers: { accept: 'text/html' } })).status).toBe(401)
      serving.kill('SIGTERM')
      const { stdout, stderr } = await serving.ended
      expect(stdout + stderr).not.toContain('/open/')
    }
  })

  it('logs no secret that a site repeats, in text and in JSON', async () => {
    const env = {
      HOOK_TOKEN: 'token/of the hook',
      CRAWLFORM_API_KEY: 'key-1',
      CRAWLFORM_WEBHOOK_SECRET: 'signing-secret',
      OTHER_KEY: 'another-key',
    }
    project.write(
      'crawlform.yaml',
      'version: 2\nenvironments: { other: { baseUrl: "http://127.0.0.1:1", apiKey: "${env:OTHER_KEY}" }, local: { service: embedded } }\n',
    )
    project.write(
      'crawls/a.yaml',
      'version: 2\nrequest: { url: "http://127.0.0.1:1/", limit: 1, webhook: { url: "https://hooks.example.com/", headers: { X: "${secret:HOOK_TOKEN}" } } }\n',
    )
    const web = await startLoopbackSite()
    const told = ['key-1', env.HOOK_TOKEN, env.CRAWLFORM_WEBHOOK_SECRET].map((one) => encodeURIComponent(one))
    for (const format of ['text', 'json']) {
      const serving = project.start(['serve', '--port', '0', '--format', format], { env })
      await serving.says('http://127.0.0.1')
      const url = await addressOf(project, '.crawlform')
      const answer = await fetch(`${url}/v2/crawl`, {
        method: 'POST',
        headers: { authorization: 'Bearer key-1', 'content-type': 'application/json' },
        body: JSON.stringify({ url: web.url(`/${told.join('/')}`), sitemap: 'skip' }),
      })
      expect(answer.status).toBe(200)
      await serving.says(format === 'json' ? 'job-ended' : ': completed, 1 page, 0 failed')
      serving.kill('SIGTERM')
      const { stdout, stderr } = await serving.ended
      expect(stdout).toContain(
        `${web.url('/(CRAWLFORM_API_KEY)')}/\${secret:HOOK_TOKEN}/(CRAWLFORM_WEBHOOK_SECRET)`,
      )
      for (const value of [...told, ...Object.values(env)]) expect(stdout + stderr).not.toContain(value)
    }
    await web.close()
  })

  it('reads the environment of crawlform.yaml, as apply does', async () => {
    project.write(
      'crawlform.yaml',
      'version: 2\nenvironments:\n  local:\n    service: embedded\n    embedded: { browser: { executable: "${env:NO_SUCH:-/etc}" } }\n',
    )
    project.write('crawls/a.yaml', 'version: 2\nrequest: { url: "http://127.0.0.1:1/", limit: 1 }\n')
    for (const args of [
      ['serve', '--port', '0'],
      ['apply', '--yes'],
    ]) {
      const { status, stderr } = await project.run(args)
      expect({ args, status }).toEqual({ args, status: 3 })
      expect(stderr).toContain('No browser: "/etc" is not an executable program.')
    }
    expect((await started(['--no-browser'])).url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it.each([
    [['--concurrency', '0'], '"--concurrency" is "0", but it must be a whole number from 1 to 10000.'],
    [['--keep-results', '3'], '"--keep-results" is "3", but it must be a duration such as 30s, 15m or 2d.'],
    [['--model-url', 'http://m/v1'], 'A language model needs both "--model-url" and "--model-name".'],
    [
      ['--model-url', 'm', '--model-name', 'm'],
      '"--model-url" is "m", but it must be an address such as http://127.0.0.1:11434/v1.',
    ],
    [['--limit', 'pageByte=1'], 'Did you mean "pageBytes"?'],
    [['--limit', 'attempts=0'], '"--limit attempts" must be a whole number, at least 1.'],
    [['--webhook-retries', '1s,x'], 'durations separated by commas'],
    [['--webhook-timeout', '0s'], 'a duration such as 30s'],
    [['--model-url', 'http://x/', '--model-name', 'm', '--model-timeout', '0m'], 'a duration such as 30s'],
    [['--port', '65536'], '"--port" is "65536", but it must be a whole number from 0 to 65535.'],
  ])('refuses %j', async (args, message) => {
    const { status, stderr } = await project.run(['serve', ...args])
    expect(status).toBe(64)
    expect(stderr).toContain(message)
  })

  it('says why it cannot start: the port, the data, the disk or the environment', async () => {
    const holder = project.start(['serve', '--port', '0', '--format', 'json', '--data-dir', 'one'])
    await holder.says('"started"')
    const url = await addressOf(project, 'one')
    const { port } = new URL(url)
    const attempts: readonly (readonly [readonly string[], string])[] = [
      [
        ['--data-dir', 'two', '--port', port],
        `Cannot listen on 127.0.0.1:${port}: another program uses this port.\n  help: Stop that program, or choose another port: --port 0 takes any free one.\n`,
      ],
      [['--data-dir', 'one', '--port', '0'], `Another process already serves this data: ${url}`],
    ]
    for (const [args, message] of attempts) {
      const { status, stderr } = await project.run(['serve', ...args])
      expect(status).toBe(3)
      expect(stderr).toContain(message)
    }
    holder.kill('SIGTERM')
    expect((await holder.ended).status).toBe(0)
    project.write('crawlform.yaml', 'version: 2\nenvironments: { far: { baseUrl: "https://a.example" } }\n')
    const far = await project.run(['serve', '--env', 'far'])
    expect(far.stderr).toContain('The environment "far" does not use the embedded service.')
  })

  it.skipIf(process.getuid?.() === 0)('refuses a directory that is not writable', async () => {
    chmodSync(project.directory, 0o500)
    const { status, stderr } = await project.run(['serve', '--port', '0', '--data-dir', 'data'])
    chmodSync(project.directory, 0o700)
    expect(status).toBe(3)
    expect(stderr).toContain('Cannot keep jobs in')
  })
})

/** The address of a service that has said that it started. */
async function addressOf({ directory }: CliProject, data: string): Promise<string> {
  const file = path.join(directory, data, 'service-endpoint.json')
  await until(() => existsSync(file))
  return (JSON.parse(readFileSync(file, 'utf8')) as { url: string }).url
}
